/// The text encoding of a SQLite file.
package enum ForeignEncoding: Hashable, Sendable {
  case utf8
  case utf16(isBigEndian: Bool)

  /// Detects the encoding from its own name, which is stored in that encoding.
  init(ofName bytes: UnsafeBufferPointer<UInt8>) {
    switch bytes.first {
    case 0: self = .utf16(isBigEndian: true)
    case _? where bytes.count > 1 && bytes[1] == 0: self = .utf16(isBigEndian: false)
    default: self = .utf8
    }
  }

  /// Returns a text from its bytes; `nil` for invalid bytes.
  func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard case .utf16(let isBigEndian) = self else {
      return String(validating: bytes, as: UTF8.self)
    }
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: 0, to: bytes.count, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self)
  }

  /// The name without the byte order.
  var name: String { self == .utf8 ? "UTF-8" : "UTF-16" }
}
