import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private typealias Comparison = FetchPredicate.Comparison
private typealias Arithmetic = FetchExpression.Arithmetic

private func decimal(_ text: String) -> AttributeValue { .decimal(Decimal(string: text) ?? .nan) }

private func day(_ seconds: Double, in zone: String? = nil) -> AttributeValue {
  let date = Date(timeIntervalSinceReferenceDate: seconds)
  return zone.map { .zonedDate(ZonedDate(date: date, timeZoneIdentifier: $0)) } ?? .date(date)
}

@Suite struct PredicateValuesTests {
  /// The comparisons that are true, as a list of operators.
  @Test(
    arguments: [
      (.null, .null, "== "), (.null, .int(1), "!= "), (.string(""), .null, "!= "),
      (.int(1), .int(2), "!= < <= "), (.int(2), .int(2), "== <= >= "),
      (.int(2), .double(2), "== <= >= "), (.double(2.5), .int(2), "!= > >= "),
      (.int(9_007_199_254_740_993), .double(9_007_199_254_740_992), "!= > >= "),
      (.int(.max), .double(0x1p63), "!= < <= "),
      (decimal("1.10"), decimal("1.1"), "== <= >= "), (decimal("0.1"), .double(0.1), "== <= >= "),
      (decimal("3"), .int(3), "== <= >= "), (.int(4), decimal("3.5"), "!= > >= "),
      (.double(.nan), .double(.nan), "== "), (.double(.nan), .double(1), "!= "),
      (.double(-0.0), .double(0), "== <= >= "),
      (.string("a"), .string("b"), "!= < <= "), (.string("Z"), .string("a"), "!= < <= "),
      (.string("\u{E9}"), .string("e\u{301}"), "!= > >= "),
      (.bool(false), .bool(true), "!= < <= "),
      (day(1), day(2), "!= < <= "), (day(1), day(1, in: "GMT"), "== <= >= "),
      (day(1, in: "Asia/Tokyo"), day(1, in: "GMT"), "== <= >= "),
      (.data(Data([1])), .data(Data([1, 0])), "!= < <= "),
      (.string("1"), .int(1), "!= "), (.bool(true), .int(1), "== <= >= "),
      (.bool(false), .int(1), "!= < <= "), (.bool(false), .int(0), "== <= >= "),
      (.bool(true), .int(2), "!= "), (.bool(true), .double(1), "!= "),
      (.double(1e-200), decimal("-3"), "!= > >= "),
      (.composite(["a": .int(1)]), .composite(["a": .int(1)]), "== "),
      (.composite(["a": .int(1)]), .composite([:]), "!= "),
    ] as [(AttributeValue, AttributeValue, String)])
  func `two values stand in exactly these relations`(
    left: AttributeValue, right: AttributeValue, expected: String
  ) {
    let all: [Comparison] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
    let holding = all.filter { $0.holds(left, right) }
    #expect(holding.map { $0.rawValue + " " }.joined() == expected)
    let flipped: [Comparison: Comparison] = [
      .less: .greater, .greater: .less, .lessOrEqual: .greaterOrEqual,
      .greaterOrEqual: .lessOrEqual,
    ]
    for comparison in all {
      let other = flipped[comparison] ?? comparison
      #expect(comparison.holds(left, right) == other.holds(right, left))
    }
  }

  @Test(
    arguments: [
      (.beginsWith, "Dune", "Du", [], true), (.beginsWith, "Dune", "du", [], false),
      (.beginsWith, "Dune", "du", .caseInsensitive, true), (.beginsWith, "Du", "Dune", [], false),
      (.endsWith, "Dune", "ne", [], true), (.endsWith, "Dune", "NE", .caseInsensitive, true),
      (.endsWith, "e", "Dune", [], false), (.endsWith, "Dune", "Dune", [], true),
      (.contains, "Dune", "un", [], true), (.contains, "Dune", "nu", [], false),
      (.contains, "aaab", "aab", [], true), (.contains, "", "", [], true),
      (.contains, "", "a", [], false), (.contains, "abc", "c", [], true),
      (.beginsWith, "", "", [], true), (.endsWith, "x", "", [], true),
      (.contains, "\u{E9}", "e", [], false), (.contains, "e\u{301}", "e", [], true),
      (.contains, "e\u{301}", "\u{E9}", [], false),
      (.contains, "AMANHÃ", "manhã", .caseInsensitive, true),
      (.contains, "ΟΔΟΣ", "οδος", .caseInsensitive, true),
      (.contains, "ΟΔΟΣ", "οδοσ", .caseInsensitive, true),
      (.beginsWith, "İstanbul", "is", .caseInsensitive, false),
      (
        .beginsWith, "İstanbul", "is", [.caseInsensitive, .diacriticInsensitive], true
      ),
      (.contains, "\u{212A}elvin", "kel", .caseInsensitive, true),
      (.contains, "STRASSE", "straße", .caseInsensitive, false),
      (.contains, "🙂\u{0}x", "\u{0}", [], true),
    ] as [(Comparison, String, String, FetchPredicate.Options, Bool)])
  func `text is tested byte by byte`(
    test: FetchPredicate.Comparison, text: String, part: String, options: FetchPredicate.Options,
    expected: Bool
  ) {
    #expect(test.holds(.string(text), .string(part), options) == expected)
  }

  @Test func `only text passes a text test`() {
    #expect(!Comparison.contains.holds(.null, ""))
    #expect(!Comparison.contains.holds("a", .null, .caseInsensitive))
    #expect(!Comparison.endsWith.holds(.int(12), "2"))
    #expect(!Comparison.like.holds(.int(12), "*") && !Comparison.matches.holds("1", .int(1)))
  }

  @Test(
    arguments: [
      (.int(2), .add, .int(3), .int(5)), (.int(.max), .add, .int(1), .null),
      (.int(.min), .subtract, .int(1), .null), (.int(.max), .multiply, .int(2), .null),
      (.int(7), .divide, .int(2), .int(3)), (.int(-7), .divide, .int(2), .int(-3)),
      (.int(1), .divide, .int(0), .null), (.int(.min), .divide, .int(-1), .null),
      (.int(7), .divide, .double(2), .double(3.5)), (.double(0.5), .add, .int(1), .double(1.5)),
      (.double(1), .divide, .double(0), .null), (.double(1e308), .multiply, .double(10), .null),
      (.double(.infinity), .subtract, .double(.infinity), .null),
      (decimal("0.1"), .add, decimal("0.2"), decimal("0.3")),
      (decimal("0.1"), .add, .double(0.2), decimal("0.3")),
      (.int(3), .multiply, decimal("1.5"), decimal("4.5")),
      (decimal("1"), .divide, .int(0), .null), (decimal("1"), .divide, .int(8), decimal("0.125")),
      (decimal("1e127"), .multiply, decimal("1e127"), .null),
      (.decimal(.greatestFiniteMagnitude), .add, .decimal(.greatestFiniteMagnitude), .null),
      (decimal("1"), .add, .double(1e300), .null), (.decimal(.nan), .add, .int(1), .null),
      (.null, .add, .int(1), .null), (.int(1), .subtract, .null, .null),
      (.string("1"), .add, .int(1), .null), (.bool(true), .add, .int(1), .null),
      (day(1), .subtract, day(0), .double(1)),
    ] as [(AttributeValue, FetchExpression.Arithmetic, AttributeValue, AttributeValue)])
  func `numbers are computed with, or there is no value`(
    left: AttributeValue, operation: FetchExpression.Arithmetic, right: AttributeValue,
    expected: AttributeValue
  ) {
    #expect(operation.apply(left, right) == expected)
  }
}
