/// A string of at most fifteen bytes, represented by the two words in which Swift stores it.
///
/// Swift stores most short strings inline. Two inline strings are equal if their words are equal. Because a short
/// string on the heap has other words, the bytes must be compared if the words differ.
struct ShortText {
  private let words: (UInt64, UInt64)
  private let text: String

  init(_ text: String) {
    // A new copy of at most fifteen bytes is stored inline.
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
