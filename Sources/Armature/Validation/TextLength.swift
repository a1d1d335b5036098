/// The length of text in characters, decided without counting if possible.
enum TextLength {
  /// Returns whether text has between `low` and `high` characters (grapheme clusters).
  ///
  /// A character has at least one byte, so the number of bytes is an upper bound. Text that is not empty has at least
  /// one character. This decides nearly every rule in constant time.
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

  /// Returns the number of characters; for ASCII without carriage returns this is the number of bytes.
  static func characterCount(_ text: String) -> Int {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 < 0x80 && $0 != 0x0D }
    }
    return isPlain == true ? text.utf8.count : text.count
  }
}
