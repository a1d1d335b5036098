#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a row has in place of data that stands in a file: the name of the file, and how many bytes it has.
struct SQLiteDataReference: Hashable {
  /// The name of the file is that of the UUID, and so never one that leads elsewhere.
  let id: UUID
  let count: Int

  /// More bytes than values may have.
  static let limit = 1 << 31

  init(_ id: UUID, count: Int) { (self.id, self.count) = (id, count) }

  /// Reads what ``text`` has written; `nil` for every other text.
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

  /// What stands in the row: `3F2504E0-4F89-41D3-9A0C-0305E82C3301 204800`.
  var text: String { "\(fileName) \(count)" }

  /// The UUID whose file has a name; `nil` for every other name.
  static func id(ofFile name: String) -> UUID? {
    guard let id = UUID(uuidString: name), id.uuidString == name else { return nil }
    return id
  }
}
