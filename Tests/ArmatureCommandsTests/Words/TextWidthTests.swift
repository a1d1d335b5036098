import Testing

@testable import ArmatureCommands

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("cup", 3), ("Tasse à café", 12), ("e\u{301}", 1), ("名古屋", 6), ("한글", 4),
    ("👍", 2), ("👩‍👩‍👧‍👦", 2), ("❤️", 2), ("🇯🇵", 2), ("\u{200B}", 0), ("ﬁ", 1),
  ])
  func `text takes so many columns`(text: String, width: Int) {
    #expect(TextWidth.of(text) == width)
  }

  @Test func `a locale that the system does not have is passed over`() {
    #expect(TextWidth.locale(["tlh.UTF-8"]) == nil)
    #expect(TextWidth.locale(["tlh.UTF-8", "C.UTF-8"]) != nil)
  }

  @Test(arguments: [
    ("teapot", 6, "teapot"), ("teapot", 5, "teap…"), ("名古屋", 5, "名古…"), ("名古屋", 4, "名…"),
    ("名古屋", 1, "…"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, "👩‍👩‍👧‍👦…"),
  ])
  func `what does not fit ends with a mark`(text: String, limit: Int, fitted: String) {
    #expect(TextWidth.fitted(text, to: limit) == fitted)
    #expect(TextWidth.of(fitted) <= limit)
  }
}
