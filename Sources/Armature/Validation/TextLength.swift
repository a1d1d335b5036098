/// The length of text in characters, decided without counting them where that is possible.
enum TextLength {
  /// Whether text has between `low` and `high` characters (grapheme clusters).
  ///
  /// A character has at least one byte, so the number of bytes is an upper bound, and text that is
  /// not empty has at least one character: that decides nearly every rule in constant time.
  @inline(__always) static func isWithin(
    _ text: UnsafePointer<String>, _ low: Int64, _ high: Int64
  ) -> Bool {
    let bytes = Int64(text.pointee.utf8.count)
    if bytes < low { return false }
    if bytes <= high && low <= 1 { return true }
    return countIsWithin(text, low, high)
  }

  @inline(never) private static func countIsWithin(
    _ text: UnsafePointer<String>, _ low: Int64, _ high: Int64
  ) -> Bool {
    let count = Int64(characterCount(text.pointee))
    return count >= low && count <= high
  }

  /// The number of characters; for ASCII without carriage returns that is the number of bytes.
  static func characterCount(_ text: String) -> Int {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 < 0x80 && $0 != 0x0D }
    }
    return isPlain == true ? text.utf8.count : text.count
  }
}
