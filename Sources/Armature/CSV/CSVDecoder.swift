/// Converts the bytes of a table to UTF-8, portion by portion.
struct CSVDecoder {
  private enum Form {
    case utf8
    /// The characters of the bytes from 0x80, as far as they are not those of Latin-1.
    case bytes([UInt16])
    case utf16(isBigEndian: Bool)
  }

  private let form: Form
  /// The bytes of an incomplete character.
  private var rest: [UInt8] = []

  /// Creates a decoder for an encoding, or for the one that the first bytes indicate.
  init(_ encoding: CSVFormat.Encoding?, start: UnsafeBufferPointer<UInt8>) {
    let isUTF32 = start.count >= 4 && start[0] == 0xFF && start[2] == 0 && start[3] == 0
    if start.starts(with: [0xEF, 0xBB, 0xBF]) || isUTF32 {
      form = .utf8
    } else if start.starts(with: [0xFF, 0xFE]) {
      form = .utf16(isBigEndian: false)
    } else if start.starts(with: [0xFE, 0xFF]) {
      form = .utf16(isBigEndian: true)
    } else {
      form =
        switch encoding {
        case .utf8, nil: .utf8
        // Keys nearly always start with an ASCII character.
        case .utf16: .utf16(isBigEndian: start.first == 0)
        case .latin1: .bytes([])
        case .windows1252: .bytes(CSVFormat.Encoding.windowsCharacters)
        }
    }
  }

  /// True if the bytes are used unchanged.
  var isIdentity: Bool { if case .utf8 = form { true } else { false } }

  /// Returns a portion as UTF-8. Half a character becomes half a surrogate pair, which is invalid.
  ///
  /// - Parameter isLast: True if the portion is the end of the table.
  mutating func decode(_ bytes: some Sequence<UInt8>, isLast: Bool) -> [UInt8] {
    switch form {
    case .utf8: return Array(bytes)
    case .bytes(let characters):
      var text: [UInt8] = []
      for byte in bytes {
        let index = Int(byte) - 0x80
        let isOther = characters.indices.contains(index)
        Self.append(isOther ? UInt32(characters[index]) : UInt32(byte), to: &text)
      }
      return text
    case .utf16(let isBigEndian):
      return decodeUTF16(rest + bytes, isBigEndian: isBigEndian, isLast: isLast)
    }
  }

  private mutating func decodeUTF16(
    _ bytes: [UInt8], isBigEndian: Bool, isLast: Bool
  ) -> [UInt8] {
    func unit(_ place: Int) -> UInt32 {
      let (first, second) = (UInt32(bytes[place]), UInt32(bytes[place + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var text: [UInt8] = []
    var place = 0
    while place + 1 < bytes.count {
      let first = unit(place)
      if 0xD800..<0xDC00 ~= first {
        if place + 3 >= bytes.count, !isLast { break }
        if place + 3 < bytes.count, 0xDC00..<0xE000 ~= unit(place + 2) {
          let character = 0x10000 + (first - 0xD800) << 10 + (unit(place + 2) - 0xDC00)
          Self.append(character, to: &text)
          place += 4
          continue
        }
      }
      Self.append(first, to: &text)
      place += 2
    }
    rest = isLast ? [] : Array(bytes[place...])
    if isLast, place < bytes.count { Self.append(0xD800, to: &text) }
    return text
  }

  /// Appends the bytes of a character, or of half a surrogate pair.
  private static func append(_ character: UInt32, to text: inout [UInt8]) {
    func tail(_ shift: UInt32) -> UInt8 { UInt8(0x80 | character >> shift & 0x3F) }
    switch character {
    case 0..<0x80: text.append(UInt8(character))
    case 0x80..<0x800: text += [UInt8(0xC0 | character >> 6), tail(0)]
    case 0x800..<0x10000: text += [UInt8(0xE0 | character >> 12), tail(6), tail(0)]
    default: text += [UInt8(0xF0 | character >> 18), tail(12), tail(6), tail(0)]
    }
  }
}

extension JSONText {
  /// Returns a table in UTF-8.
  func decoded(from encoding: CSVFormat.Encoding?) -> JSONText {
    var decoder = CSVDecoder(encoding, start: bytes)
    if decoder.isIdentity { return self }
    return JSONText(decoder.decode(bytes, isLast: true), name: name)
  }
}
