@testable import ArmatureModel
import Testing

fileprivate let both: FetchPredicate.Options = [.caseInsensitive, .diacriticInsensitive]

@Suite struct TextComparisonTests {
  @Test(
    arguments: [
      ("Ação", .diacriticInsensitive, "Acao"), ("Ação", .caseInsensitive, "ação"),
      ("AMANHÃ", both, "amanha"), ("e\u{301}", .diacriticInsensitive, "e"),
      ("ấẤ", .diacriticInsensitive, "aA"), ("ǘ", .diacriticInsensitive, "u"),
      ("Øø Łł ß ı", .diacriticInsensitive, "Øø Łł ß ı"), ("İ", both, "i"),
      ("ΆάΐΫ", both, "ααιυ"), ("ᾧ", .diacriticInsensitive, "ω"), ("ά\u{1F71}", both, "αα"),
      ("Йй Ёё", .diacriticInsensitive, "Ии Ее"), ("آأؤ", .diacriticInsensitive, "ااو"),
      ("がぱ", .diacriticInsensitive, "かは"), ("한글 中", both, "한글 中"),
      ("a\u{0}🙂👨‍👩‍👧", both, "a\u{0}🙂👨‍👩‍👧"), ("ΟΔΟΣ", .caseInsensitive, "οδοσ"), ("", both, ""),
    ] as [(String, FetchPredicate.Options, String)])
  func `text is folded`(text: String, options: FetchPredicate.Options, expected: String) {
    #expect(text.folded(options).utf8.elementsEqual(expected.utf8))
    #expect(text.folded([]).utf8.elementsEqual(text.utf8))
  }

  @Test func `a letter of one scalar folds as its decomposition does`() {
    // What the standard library holds equal to a base with marks must fold to that base.
    for (letter, base) in zip("éçñôüĀčşżǎḿṩậύἇѐѓўӑ", "ecnouAcszamsaυαегуа") {
      #expect(String(letter).folded(.diacriticInsensitive) == String(base))
    }
  }

  @Test(
    arguments: [
      ("Love Song", "Love*", [], true), ("I Love", "Love*", [], false), ("Sun", "S*n", [], true),
      ("Sn", "S*n", [], true), ("Sunny", "S*n", [], false), ("a", "?", [], true),
      ("", "?", [], false), ("", "*", [], true), ("", "", [], true), ("a", "", [], false),
      ("12345-678", "?????-???", [], true), ("é", "?", [], true), ("e\u{301}", "?", [], false),
      ("a*b", #"a\*b"#, [], true), ("axb", #"a\*b"#, [], false), ("a?", #"a\?"#, [], true),
      (#"a\"#, #"a\\"#, [], true), (#"a\"#, #"a\"#, [], true), ("ab", #"\a\b"#, [], true),
      ("a\nb", "a*b", [], true), ("a.b", "a.b", [], true), ("axb", "a.b", [], false),
      ("(a)[b]{2}^$+|", "(a)[b]{2}^$+|", [], true), ("LOVE", "l*e", [], false),
      ("LOVE", "l*e", .caseInsensitive, true), ("João", "jo*o", both, true),
      ("São Paulo", "*ao*", .diacriticInsensitive, true), ("ß", "?", .caseInsensitive, true),
      ("50%_", "50%_", [], true), ("500", "50%", [], false),
    ] as [(String, String, FetchPredicate.Options, Bool)])
  func `text is like a pattern`(
    text: String, pattern: String, options: FetchPredicate.Options, expected: Bool
  ) {
    #expect(
      FetchPredicate.Comparison.like.holds(.string(text), .string(pattern), options) == expected)
  }

  @Test(
    arguments: [
      ("Ação", "a..o", both, true), ("AÇÃO", "ação", both, true),
      ("acao", "ação", .diacriticInsensitive, true), ("é", #"\é"#, .diacriticInsensitive, true),
      ("x!", #"x\W"#, .caseInsensitive, true), ("xy", #"x\W"#, .caseInsensitive, false),
      ("e", #"\\é"#, .diacriticInsensitive, false), (#"\e"#, #"\\é"#, .diacriticInsensitive, true),
      ("É", "é", .diacriticInsensitive, false), ("É", "é", .caseInsensitive, true),
    ] as [(String, String, FetchPredicate.Options, Bool)])
  func `regular expressions have options`(
    text: String, pattern: String, options: FetchPredicate.Options, expected: Bool
  ) {
    #expect(
      FetchPredicate.Comparison.matches.holds(.string(text), .string(pattern), options) == expected)
  }

  @Test(
    arguments: [
      (.equal, "AMANHÃ", "amanha", both, true), (.equal, "AMANHÃ", "amanha", [], false),
      (.notEqual, "É", "e", both, false), (.less, "B", "a", [], true),
      (.less, "B", "a", .caseInsensitive, false), (.greaterOrEqual, "é", "e", both, true),
      (.beginsWith, "École", "eco", both, true), (.endsWith, "café", "FE", both, true),
      (.contains, "São Paulo", "AO P", both, true), (.in, "AO", "são", both, true),
      (.in, "a", "b", [], false), (.contains, "abc", "", both, true),
    ] as [(FetchPredicate.Comparison, String, String, FetchPredicate.Options, Bool)])
  func `comparisons have options`(
    comparison: FetchPredicate.Comparison, left: String, right: String,
    options: FetchPredicate.Options,
    expected: Bool
  ) {
    #expect(comparison.holds(.string(left), .string(right), options) == expected)
  }

  @Test func `options concern text only`() {
    #expect(FetchPredicate.Comparison.equal.holds(1, 1.0, both))
    #expect(!FetchPredicate.Comparison.less.holds(.null, "a", both))
    #expect(FetchPredicate.Comparison.notEqual.holds(.null, "a", both))
  }

  @Test func `a pattern of many wildcards is matched in a walk over the text`() {
    let text = String(repeating: "a", count: 200_000)
    let pattern = String(repeating: "*a", count: 20) + "*b"
    #expect(!FetchPredicate.Comparison.like.holds(.string(text), .string(pattern)))
  }
}
