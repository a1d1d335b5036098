/// A string of at most fifteen bytes, as the two words in which Swift stores it.
///
/// Swift stores most short strings inline, and two inline strings with equal bytes have equal words. A short string on
/// the heap has other words. If the words differ, the bytes must therefore be compared.
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
