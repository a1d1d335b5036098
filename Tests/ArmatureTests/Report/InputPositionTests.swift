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
