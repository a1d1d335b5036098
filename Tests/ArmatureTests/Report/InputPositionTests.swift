import Testing

@testable import Armature

@Suite struct InputPositionTests {
  @Test(arguments: [
    (InputPosition(file: "a.json", line: 12, column: 5, path: "$.b"), "a.json:12:5"),
    (InputPosition(file: "a.json", line: 12), "a.json:12"),
    (InputPosition(file: "a.json", column: 5), "a.json"),
    (InputPosition(file: "", line: 3, column: 1), "<input>:3:1"),
    (InputPosition(file: "a\u{1B}b"), #"a\u{1B}b"#),
  ])
  func `a position prints what is known`(position: InputPosition, expected: String) {
    #expect(position.description == expected)
  }

  @Test func `lines and columns compare as numbers`() {
    let sorted = [
      InputPosition(file: "a", line: 2, column: 9), InputPosition(file: "a", line: 2, column: 10),
      InputPosition(file: "a", line: 10, column: 1), InputPosition(file: "b", line: 1, column: 1),
    ]
    #expect(sorted.reversed().sorted() == sorted)
  }
}

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

  @Test(arguments: [
    ("plain", #""plain""#), ("a\n\"\\\u{1}", #""a\n\"\\\u0001""#), ("é👨‍👩‍👧", #""é👨‍👩‍👧""#),
    ("\u{7F}\u{202E}\u{E0001}é\n", #""\u007f\u202e\udb40\udc01é\n""#),
  ])
  func `JSON gets its own escapes`(text: String, expected: String) {
    var output = JSONOutput(.pretty)
    output.visibleString(text)
    #expect(output.string == expected)
  }
}
