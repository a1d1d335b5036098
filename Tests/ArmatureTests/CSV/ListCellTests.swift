import TestSupport
import Testing

@testable import Armature

/// Lists in one cell, compared with the characters written.
@Suite struct ListCellTests {
  private static let parts = [
    "a", "b c", "|", ";", "é", "e\u{301}", "\u{301}", "\u{600}", "日本", "\u{AD}", "\r", "\n",
    "\u{200D}",
    "👩", "\u{1F1E9}", "", "\u{2FF}", "\u{300}",
  ]

  @Test(arguments: 0..<40, [Character("|"), ";", " ", "\u{1F600}", "é"])
  func `a list has a cell if its texts can be found again in it`(
    _ seed: Int, _ separator: Character
  ) {
    var random = SplitMix64(seed: UInt64(seed))
    let format = CSVFormat(listSeparator: separator)
    for _ in 0..<50 {
      let texts = (0..<random.below(4)).map { _ in
        (0..<random.below(4)).map { _ in random.pick(Self.parts) }.joined()
      }
      let cell = texts.joined(separator: String(separator))
      let isApart =
        texts.allSatisfy { !$0.contains(separator) }
        && cell.split(separator: separator, omittingEmptySubsequences: false).count == texts.count
      #expect(format.cell(of: texts) == (isApart ? cell : nil), "\(texts)")
    }
  }
}
