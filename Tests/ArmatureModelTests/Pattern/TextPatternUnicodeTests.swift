import ArmatureModel
import Testing

@Suite struct TextPatternUnicodeTests {
  @Test(arguments: [
    PatternCase("Zürich", "Zürich", true),
    PatternCase("é", "e\u{301}", false),
    PatternCase("é.", "é\u{301}", true),
    PatternCase("é?", "", true),
    PatternCase("é+", "ééé", true),
    PatternCase(".", "é", true),
    PatternCase(".", "€", true),
    PatternCase(".", "😀", true),
    PatternCase(".", "e\u{301}", false),
    PatternCase("..", "🇫🇷", true),
    PatternCase(".{7}", "👨‍👩‍👧‍👦", true),
    PatternCase(".", "\u{85}", false),
    PatternCase(".", "\u{2028}", false),
    PatternCase(".", "\u{0B}", false),
    PatternCase("..", "\r\n", false),
    PatternCase(".", "\u{0}", true),
    PatternCase("[à-ÿ]+", "àéÿ", true),
    PatternCase("[à-ÿ]", "Ā", false),
    PatternCase("[à-ÿ]", "ß", false),
    PatternCase("[^à-ÿ]+", "aß€😀", true),
    PatternCase("[α-ω]+", "λογος", true),
    PatternCase("[一-龥]{2}", "東京", true),
    PatternCase("[😀-😎]", "😃", true),
    PatternCase("[😀-😎]", "😏", false),
    PatternCase("[a-😀]+", "aé€😀", true),
    PatternCase("[\\x{7F}-\\x{80}]+", "\u{7F}\u{80}", true),
    PatternCase("[\\x{7FF}-\\x{800}]+", "\u{7FF}\u{800}", true),
    PatternCase("[\\x{FFFF}-\\x{10000}]+", "\u{FFFF}\u{10000}", true),
    PatternCase("[\\x{D7FF}-\\x{E000}]+", "\u{D7FF}\u{E000}", true),
    PatternCase("\\x{10FFFF}", "\u{10FFFF}", true),
    PatternCase("\\x{10FFFF}", "\u{10FFFE}", false),
  ])
  func `matching counts Unicode scalars`(_ one: PatternCase) throws {
    #expect(try TextPattern(one.pattern).matches(one.text) == one.matches)
  }

  @Test(arguments: [
    PatternCase("\\p{L}+", "Größenwahn東京Жλ", true),
    PatternCase("\\p{L}", "1", false),
    PatternCase("\\pL\\pN", "é٣", true),
    PatternCase("\\p{Lu}\\p{Ll}+", "Éric", true),
    PatternCase("\\p{Lu}", "é", false),
    PatternCase("\\p{Lt}", "ǅ", true),
    PatternCase("\\p{Nd}+", "0٣९", true),
    PatternCase("\\p{Nd}", "½", false),
    PatternCase("\\p{No}", "½", true),
    PatternCase("\\p{P}+", "!?«»—_", true),
    PatternCase("\\p{Sc}+", "$€£", true),
    PatternCase("\\p{S}+", "+€😀", true),
    PatternCase("\\p{Z}+", " \u{A0}\u{2028}", true),
    PatternCase("\\p{Zs}", "\u{2028}", false),
    PatternCase("\\p{M}", "\u{301}", true),
    PatternCase("\\p{Cc}", "\u{85}", true),
    PatternCase("\\p{Co}", "\u{10FFFD}", true),
    PatternCase("\\p{Cn}", "\u{10FFFF}", true),
    PatternCase("\\P{L}", "1", true),
    PatternCase("\\P{L}", "é", false),
    PatternCase("\\p{^L}", "1", true),
    PatternCase("\\P{^L}", "é", true),
    PatternCase("[\\p{L}' -]+", "Jean-François d'Ârtagnan", true),
    PatternCase("[^\\p{L}]+", "123", true),
    PatternCase("\\p{Alphabetic}+", "aⅣ", true),
    PatternCase("\\p{L}", "Ⅳ", false),
    PatternCase("\\p{ASCII}", "\u{7F}", true),
    PatternCase("\\p{ASCII}", "\u{80}", false),
    PatternCase("\\p{Any}+", "a\n😀", true),
    PatternCase("\\P{Any}*", "", true),
    PatternCase("\\P{Any}", "a", false),
  ])
  func `properties come from the Unicode tables`(_ one: PatternCase) throws {
    #expect(try TextPattern(one.pattern).matches(one.text) == one.matches)
  }

  @Test func `a category has the scalars that the standard library gives it`() throws {
    let letters = try TextPattern("\\p{L}")
    let digits = try TextPattern("\\p{Nd}")
    // Every 7th scalar, to visit all blocks in a fraction of the time.
    for value in stride(from: UInt32(0), through: 0x10FFFF, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      let category = scalar.properties.generalCategory
      let isLetter =
        [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]
        .contains(category)
      guard letters.matches(text) == isLetter else {
        Issue.record("\\p{L} disagrees on U+\(String(value, radix: 16))")
        return
      }
      guard digits.matches(text) == (category == .decimalNumber) else {
        Issue.record("\\p{Nd} disagrees on U+\(String(value, radix: 16))")
        return
      }
    }
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC3, 0x28], [0xC3, 0xC3], [0xE0, 0x80],
      [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF0, 0x28, 0x8C, 0xBC],
      [0xF0, 0x9F, 0x28, 0x80], [0xF0, 0x9F, 0x98, 0x28], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 never match`(_ bytes: [UInt8]) throws {
    for source in ["(?s).*", "[^a]*", "\\p{Any}*", "(?s)(.|é|€|😀)*"] {
      let pattern = try TextPattern(source)
      for text in [bytes, [0x61] + bytes, bytes + [0x61], [0xC3, 0xA9] + bytes] {
        #expect(!text.withUnsafeBufferPointer { pattern.matches($0) }, "\(source) on \(text)")
      }
    }
  }

  @Test func `a scalar at every border of UTF-8 matches itself alone`() throws {
    let borders: [UInt32] = [
      0x0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x3FFFF,
      0x40000, 0xFFFFF, 0x100000, 0x10FFFF,
    ]
    let scalars = borders.compactMap(Unicode.Scalar.init)
    for scalar in scalars {
      let pattern = try TextPattern("\\x{\(String(scalar.value, radix: 16))}")
      for other in scalars {
        #expect(pattern.matches(String(other)) == (scalar == other))
      }
    }
  }

  @Test func `an empty buffer is the empty text`() throws {
    let empty = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    #expect(try TextPattern("a*").matches(empty))
    #expect(try !TextPattern("a+").matches(empty))
  }
}
