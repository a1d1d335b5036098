/// How a file of SQLite has its texts.
package enum ForeignEncoding: Hashable, Sendable {
  case utf8
  case utf16(isBigEndian: Bool)

  /// Tells it by its own name, which is written in it as every text.
  init(ofName bytes: UnsafeBufferPointer<UInt8>) {
    switch bytes.first {
    case 0: self = .utf16(isBigEndian: true)
    case _? where bytes.count > 1 && bytes[1] == 0: self = .utf16(isBigEndian: false)
    default: self = .utf8
    }
  }

  /// A text from its bytes; `nil` for such as are none.
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

  /// What it is called, without the order of its bytes.
  var name: String { self == .utf8 ? "UTF-8" : "UTF-16" }
}
