/// Counts the lines of discarded texts.
enum LineCount {
  /// Returns the number of line ends, as defined by ``TextPosition``.
  static func breaks(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let returns = count(of: 0x0D, in: bytes)
    if returns == 0 { return count(of: 0x0A, in: bytes) }
    var breaks = 0
    for index in bytes.indices {
      if bytes[index] == 0x0A { breaks += 1 }
      if bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A) {
        breaks += 1
      }
    }
    return breaks
  }

  /// Returns the number of bytes with a value, eight at a time.
  private static func count(of value: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let start = bytes.baseAddress.map(UnsafeRawPointer.init) else { return 0 }
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let pattern = UInt64(value) &* 0x0101_0101_0101_0101
    var index = 0
    var count = 0
    while index &+ 8 <= bytes.count {
      let word = start.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ pattern
      // The high bit of each byte stays 0 only if all its bits are 0.
      count &+= (~(((word & low) &+ low) | word | low)).nonzeroBitCount
      index &+= 8
    }
    for byte in bytes[index...] where byte == value { count &+= 1 }
    return count
  }
}
