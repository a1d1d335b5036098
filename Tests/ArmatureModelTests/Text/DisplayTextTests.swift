import Testing

@testable import ArmatureModel

@Suite struct DisplayTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("é👨‍👩‍👧", "é👨‍👩‍👧"), ("a\tb\nc\r", #"a\tb\nc\r"#),
    ("\u{1B}[31m", #"\u{1B}[31m"#), ("\u{7F}\u{9B}\u{85}", #"\u{7F}\u{9B}\u{85}"#),
    ("\u{202E}\u{2066}\u{FEFF}\u{AD}", #"\u{202E}\u{2066}\u{FEFF}\u{AD}"#),
    ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#), ("\u{FFFE}\u{1FFFF}", #"\u{FFFE}\u{1FFFF}"#),
    (#"\n"#, #"\n"#),
  ])
  func `what is invisible is escaped`(text: String, expected: String) {
    #expect(text.displayEscaped() == expected)
  }
}
