@testable import ArmatureModel
import TestSupport
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
      ("ς ſ K µ", .caseInsensitive, "σ s k μ"), ("İ ı ß", .caseInsensitive, "İ ı ß"),
      ("ẞ", .caseInsensitive, "ß"), ("\u{212B}", both, "a"), ("Ꭰ ᾼ", .caseInsensitive, "ꭰ ᾳ"),
    ] as [(String, FetchPredicate.Options, String)])
  func `text is folded`(text: String, options: FetchPredicate.Options, expected: String) {
    #expect(text.folded(options).utf8.elementsEqual(expected.utf8))
    #expect(text.folded([]).utf8.elementsEqual(text.utf8))
  }

  @Test(
    arguments: [
      ["", "0", "1", "2", "10", "a", "a1", "a2", "a10", "a10b", "a10c2", "a10c10", "b"],
      ["file1", "file2.txt", "file10", "file12345678", "file123456789", "file1234567890"],
      ["1.2", "1.9", "1.10", "1.10.1", "2"], ["-", "9", ":", "é2", "é10"],
    ])
  func `digits in a row are numbers`(texts: [String]) {
    for (left, text) in texts.enumerated() {
      for (right, other) in texts.enumerated() {
        let isLess = FetchPredicate.Comparison.less.holds(.string(text), .string(other), .numeric)
        #expect(isLess == (left < right), "\(text) < \(other)")
        let isEqual = FetchPredicate.Comparison.equal.holds(.string(text), .string(other), .numeric)
        #expect(isEqual == (left == right), "\(text) == \(other)")
      }
    }
  }

  @Test(arguments: [("a007", "a7"), ("000", "0"), ("x0y", "x00y"), ("A01", "a1")])
  func `zeros in front of a number do not count`(left: String, right: String) {
    let options: FetchPredicate.Options = [.numeric, .caseInsensitive]
    #expect(FetchPredicate.Comparison.equal.holds(.string(left), .string(right), options))
  }

  @Test func `numbers of any length are in order, however long they are`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<2_000 {
      let lengths = (1 + Int(random.next() % 120), 1 + Int(random.next() % 120))
      func number(_ count: Int) -> String {
        String((0..<count).map { $0 == 0 ? "1" : Character("\(random.next() % 10)") })
      }
      let (left, right) = (number(lengths.0), number(lengths.1))
      let isLess = left.count == right.count ? left < right : left.count < right.count
      #expect((left.folded(.numeric) < right.folded(.numeric)) == isLess, "\(left) \(right)")
    }
  }

  @Test func `a letter of one scalar folds as its decomposition does`() {
    // If the standard library considers a letter equal to a base with marks, it must fold to that base.
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

  /// Compares every scalar that has a case or marks with all its equivalents.
  @Test(arguments: [.caseInsensitive, .diacriticInsensitive, both])
  func `all tests of text take the same scalars for one`(options: FetchPredicate.Options) {
    var scalars = "İıſǅ\u{212A}\u{212B}ẛẞ\u{1C80}Ꭰꭰά\u{1F71}ᾳᾼ\u{1FBE}ῒḍ̇Йёӑآが".unicodeScalars
      .filter { !$0.isDiacritic }
    for block in [0x41...0x5A, 0xB5...0xFF, 0x386...0x3CE, 0x3D0...0x3FF] {
      scalars += block.compactMap { Unicode.Scalar(UInt32($0)) }.filter(\.properties.isAlphabetic)
    }
    let tests: [FetchPredicate.Comparison] = [.like, .matches, .beginsWith, .endsWith, .contains]
    for scalar in scalars {
      let (text, base) = (String(scalar), String(scalar.baseLetter))
      let properties = scalar.properties
      let others = [
        properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping,
        properties.uppercaseMapping.lowercased(), base, base.lowercased(), base.uppercased(),
        text.folded(options),
      ].filter { $0.unicodeScalars.count == 1 }
      for other in others {
        let isSame = FetchPredicate.Comparison.equal.holds(.string(text), .string(other), options)
        for test in tests {
          guard test.holds(.string(text), .string(other), options) == isSame,
            test.holds(.string(other), .string(text), options) == isSame
          else {
            Issue.record("\(text) \(test.rawValue) \(other) must be \(isSame)")
            return
          }
        }
      }
    }
  }

  @Test func `what is folded is not changed by folding again`() {
    for value in UInt32(0x41)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for options in [.caseInsensitive, .diacriticInsensitive, both] as [FetchPredicate.Options] {
        let text = String(scalar).folded(options)
        if !text.folded(options).utf8.elementsEqual(text.utf8) { Issue.record("\(scalar)") }
      }
    }
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
