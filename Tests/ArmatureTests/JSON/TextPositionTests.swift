import Armature
import TestSupport
import Testing

@Suite struct TextPositionTests {
  @Test(arguments: [
    ("", 0, "1:1"), ("abc", 0, "1:1"), ("abc", 2, "1:3"), ("abc", 3, "1:4"), ("abc", 99, "1:4"),
    ("abc", -1, "1:1"), ("a\nb", 1, "1:2"), ("a\nb", 2, "2:1"), ("a\n", 2, "2:1"),
    ("a\r\nb", 1, "1:2"), ("a\r\nb", 2, "1:3"), ("a\r\nb", 3, "2:1"), ("a\rb", 2, "2:1"),
    ("a\r\r\nb", 2, "2:1"), ("a\r\r\nb", 4, "3:1"), ("a\r", 2, "2:1"), ("\n\n\n", 3, "4:1"),
    ("é", 1, "1:1"), ("é", 2, "1:2"), ("aéb", 3, "1:3"), ("😀x", 4, "1:2"), ("😀x", 3, "1:1"),
    ("e\u{301}x", 3, "1:3"), ("\tx", 1, "1:2"), ("\u{FEFF}ab", 0, "1:1"), ("\u{FEFF}ab", 3, "1:1"),
    ("\u{FEFF}ab", 4, "1:2"), ("\u{FEFF}a\nb", 5, "2:1"), ("a\u{2028}b", 4, "1:3"),
    ("a\u{85}b", 3, "1:3"),
  ])
  func `a byte offset has a line and a column`(text: String, offset: Int, expected: String) {
    let text = JSONText(text)
    #expect(text.position(of: offset).description == expected)
    #expect(LineIndex(text).position(of: offset).description == expected)
  }

  @Test func `bytes that are no characters are counted without a trap`() {
    let text = JSONText([0x80, 0x80, 0x0A, 0xFF, 0xC3, 0x0A, 0xBF])
    #expect(
      (0...7).map { text.position(of: $0).description }
        == ["1:1", "1:1", "1:1", "2:1", "2:2", "2:3", "3:1", "3:1"])
  }

  @Test func `the index agrees with counting at every byte`() {
    var random = SplitMix64(seed: 31)
    let pieces = ["a", "é", "日", "😀", "\n", "\r\n", "\r", "0123456789", "\u{301}"]
    for longLines in [false, true] {
      let usable = longLines ? pieces.filter { !$0.contains { $0.isNewline } } : pieces
      let content = (0..<2_000).map { _ in usable.randomElement(using: &random) ?? "" }.joined()
      for text in [JSONText(content), JSONText("\u{FEFF}" + content)] {
        let index = LineIndex(text)
        for offset in stride(from: 0, through: text.count, by: longLines ? 13 : 17) {
          #expect(index.position(of: offset) == text.position(of: offset))
        }
      }
    }
  }

  @Test func `positions are in the order of the text`() {
    #expect(TextPosition(line: 1, column: 9) < TextPosition(line: 2, column: 1))
    #expect(TextPosition(line: 2, column: 1) < TextPosition(line: 2, column: 2))
  }
}
