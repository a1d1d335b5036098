/// Checks whether bytes are UTF-8 (RFC 3629), without creating a string.
enum UTF8Check {
  /// Returns the offset of the first byte that is not part of a complete, shortest, valid sequence.
  static func firstInvalidByte(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let start = bytes.baseAddress else { return nil }
    let raw = UnsafeRawPointer(start)
    var index = 0
    while index < bytes.count {
      if index + 8 <= bytes.count {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if word & 0x8080_8080_8080_8080 == 0 {
          index += 8
          continue
        }
      }
      let length = length(of: start + index, available: bytes.count - index)
      if length == 0 { return index }
      index += length
    }
    return nil
  }

  /// Returns the number of bytes of the valid sequence that starts here; 0 if it is invalid.
  static func length(of start: UnsafePointer<UInt8>, available: Int) -> Int {
    func continues(_ index: Int) -> Bool { start[index] & 0xC0 == 0x80 }
    switch start[0] {
    case 0x00...0x7F:
      return 1
    case 0xC2...0xDF:
      return available >= 2 && continues(1) ? 2 : 0
    case 0xE0...0xEF:
      guard available >= 3, continues(1), continues(2) else { return 0 }
      // Rejects overlong encodings and surrogates.
      if start[0] == 0xE0 && start[1] < 0xA0 || start[0] == 0xED && start[1] > 0x9F { return 0 }
      return 3
    case 0xF0...0xF4:
      guard available >= 4, continues(1), continues(2), continues(3) else { return 0 }
      // Rejects overlong encodings and scalars above U+10FFFF.
      if start[0] == 0xF0 && start[1] < 0x90 || start[0] == 0xF4 && start[1] > 0x8F { return 0 }
      return 4
    default:
      return 0
    }
  }
}
