#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The text in a row that replaces data stored in a file: the name of the file and its size in bytes.
struct SQLiteDataReference: Hashable {
  /// The UUID that the file is named after. It guarantees that the name never leads to another folder.
  let id: UUID
  let count: Int

  /// The exclusive upper bound for the size of a value.
  static let limit = 1 << 31

  init(_ id: UUID, count: Int) { (self.id, self.count) = (id, count) }

  /// Parses a text made by ``text``; returns `nil` for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, let id = Self.id(ofFile: String(parts[0])), let count = Int(parts[1]),
      (0..<Self.limit).contains(count)
    else { return nil }
    self.init(id, count: count)
    guard self.text == text else { return nil }
  }

  /// The name of the file: a UUID in capital letters.
  var fileName: String { id.uuidString }

  /// The text in the row: `3F2504E0-4F89-41D3-9A0C-0305E82C3301 204800`.
  var text: String { "\(fileName) \(count)" }

  /// Returns the UUID of a file name; `nil` for any other name.
  static func id(ofFile name: String) -> UUID? {
    guard let id = UUID(uuidString: name), id.uuidString == name else { return nil }
    return id
  }
}
