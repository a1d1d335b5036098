extension CSVFormat.Encoding {
  /// The characters of the bytes from 0x80 in Windows-1252; those after 0x9F are the same as in Latin-1.
  ///
  /// Five bytes have no character. They are control characters, as in Latin-1 and on the web.
  static let windowsCharacters: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// True if the encoding has every character of Unicode.
  var isUnicode: Bool { self == .utf8 || self == .utf16 }

  /// Returns whether the encoding has all characters of a text.
  func contains(_ text: String) -> Bool {
    isUnicode || text.unicodeScalars.allSatisfy { byte(of: $0) != nil }
  }

  /// Returns the byte of a character, in an encoding with a byte for each.
  private func byte(of scalar: Unicode.Scalar) -> UInt8? {
    let isShared = scalar.value < 0x80 || 0xA0...0xFF ~= scalar.value
    if isShared || self == .latin1 { return UInt8(exactly: scalar.value) }
    return Self.windowsCharacters.firstIndex { UInt32($0) == scalar.value }.map { UInt8(0x80 + $0) }
  }

  /// Returns the bytes of a text in UTF-8.
  ///
  /// - Parameter isStart: True for the start of a table, which may need a byte order mark.
  func bytes(of text: UnsafeBufferPointer<UInt8>, isStart: Bool) -> [UInt8] {
    let string = String(decoding: text, as: UTF8.self)
    switch self {
    case .utf8: return Array(text)
    case .utf16:
      let units = (isStart ? [0xFEFF] : []) + Array(string.utf16)
      return units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    case .latin1, .windows1252:
      // Any other character was reported before.
      return string.unicodeScalars.map { byte(of: $0) ?? UInt8(ascii: "?") }
    }
  }
}
