import TestSupport
import Testing

@testable import Armature

/// Lists in one cell.
@Suite struct ListCellTests {
  private static let parts = [
    "a", "b c", "|", ";", "é", "e\u{301}", "\u{301}", "\u{600}", "日本", "\u{AD}", "\r", "\n",
    "\u{200D}", "👩", "\u{1F1E9}", "", "\u{2FF}", "\u{300}", "\\", "\\\\", " ", "\u{1F600}",
  ]

  @Test(arguments: 0..<40, [Character("|"), ";", " ", "\u{1F600}", "é", "e\u{301}", "\r\n", "a"])
  func `the texts of a list are found again in its cell`(_ seed: Int, _ separator: Character) {
    var random = SplitMix64(seed: UInt64(seed))
    let format = CSVFormat(listSeparator: separator)
    for _ in 0..<50 {
      let texts = (0..<1 + random.below(4)).map { _ in
        (0..<random.below(5)).map { _ in random.pick(Self.parts + [String(separator)]) }.joined()
      }
      let found = format.texts(of: format.cell(of: texts))
      #expect(found.map { Array($0.utf8) } == texts.map { Array($0.utf8) }, "seed \(seed)")
    }
  }

  @Test(
    arguments: [
      ("a|b", ["a", "b"]), ("a\\|b", ["a|b"]), ("a\\\\|b", ["a\\", "b"]),
      ("C:\\x|D:\\y\\", ["C:\\x", "D:\\y\\"]),
      ("|", ["", ""]), ("a|\u{301}", ["a", "\u{301}"]),
    ])
  func `a backslash counts only before the separator`(cell: String, texts: [String]) {
    #expect(CSVFormat().texts(of: cell) == texts)
  }
}
