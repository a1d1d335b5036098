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

/// Text of at most fifteen bytes, as the two words in which Swift keeps it.
///
/// Two short texts have equal words exactly if they have equal bytes. Text that has few bytes but
/// lives on the heap has other words, so a mismatch is decided by comparing bytes.
struct ShortText {
  private let words: (UInt64, UInt64)
  private let text: String

  init(_ text: String) {
    // A fresh copy of at most fifteen bytes is kept in place.
    self.text = String(decoding: Array(text.utf8), as: UTF8.self)
    words = unsafeBitCast(self.text, to: (UInt64, UInt64).self)
  }

  @inline(__always) static func contains(
    _ text: UnsafePointer<String>, in options: UnsafeMutableBufferPointer<ShortText>
  ) -> Bool {
    let words = UnsafeRawPointer(text).load(as: (UInt64, UInt64).self)
    for option in options where option.words == words { return true }
    return containsSlowly(text, in: options)
  }

  @inline(never) private static func containsSlowly(
    _ text: UnsafePointer<String>, in options: UnsafeMutableBufferPointer<ShortText>
  ) -> Bool {
    options.contains { $0.text.utf8.elementsEqual(text.pointee.utf8) }
  }
}
