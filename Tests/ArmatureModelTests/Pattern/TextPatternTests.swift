import ArmatureModel
import Testing

/// A match with its expected result.
struct PatternCase: CustomTestStringConvertible {
  let pattern: String
  let text: String
  let matches: Bool

  init(_ pattern: String, _ text: String, _ matches: Bool) {
    self.pattern = pattern
    self.text = text
    self.matches = matches
  }

  var testDescription: String {
    "\(pattern) \(matches ? "matches" : "does not match") \(text.debugDescription)"
  }
}

@Suite struct TextPatternTests {
  @Test(arguments: [
    PatternCase("", "", true),
    PatternCase("", "a", false),
    PatternCase("abc", "abc", true),
    PatternCase("abc", "ab", false),
    PatternCase("abc", "abcd", false),
    PatternCase("abc", "xabc", false),
    PatternCase("a|bc", "a", true),
    PatternCase("a|bc", "bc", true),
    PatternCase("a|bc", "abc", false),
    PatternCase("a|ab", "ab", true),
    PatternCase("a|", "", true),
    PatternCase("|a", "a", true),
    PatternCase("(|)", "", true),
    PatternCase("()", "a", false),
    PatternCase("(a|b)(c|d)", "bd", true),
    PatternCase("(?:ab)+", "ababab", true),
    PatternCase("(?:ab)+", "ababa", false),
    PatternCase("(?<year>\\d{4})-(?<month2>\\d\\d)", "2024-05", true),
    PatternCase("}", "}", true),
    PatternCase("]", "]", true),
    PatternCase("a-b,c", "a-b,c", true),
  ])
  func `literals, groups and alternatives match the whole text`(_ one: PatternCase) throws {
    #expect(try TextPattern(one.pattern).matches(one.text) == one.matches)
  }

  @Test(arguments: [
    PatternCase("a*", "", true),
    PatternCase("a*", "aaa", true),
    PatternCase("a*", "aab", false),
    PatternCase("a+", "", false),
    PatternCase("a+", "a", true),
    PatternCase("a?", "", true),
    PatternCase("a?", "aa", false),
    PatternCase("a{3}", "aa", false),
    PatternCase("a{3}", "aaa", true),
    PatternCase("a{3}", "aaaa", false),
    PatternCase("a{2,}", "a", false),
    PatternCase("a{2,}", "aaaaaaa", true),
    PatternCase("a{2,4}", "a", false),
    PatternCase("a{2,4}", "aa", true),
    PatternCase("a{2,4}", "aaaa", true),
    PatternCase("a{2,4}", "aaaaa", false),
    PatternCase("a{0}", "", true),
    PatternCase("a{0}", "a", false),
    PatternCase("(a{0}){9}b", "b", true),
    PatternCase("a{1}", "a", true),
    PatternCase("a{0,1}b", "b", true),
    PatternCase("(a?){3}", "", true),
    PatternCase("(a?){3}", "aaa", true),
    PatternCase("(a?){3}", "aaaa", false),
    PatternCase("(a*)*", "aaa", true),
    PatternCase("(a*)+b", "b", true),
    PatternCase("(a|b?)+", "abba", true),
    PatternCase("((a{2}){2}){2}", "aaaaaaaa", true),
    PatternCase("((a{2}){2}){2}", "aaaaaaa", false),
    PatternCase("a*?b", "aab", true),
    PatternCase("a+?", "aaa", true),
    PatternCase("a??", "", true),
    PatternCase("a{2,3}?", "aaa", true),
    PatternCase("(ab){2}c{1,2}", "ababcc", true),
    PatternCase(".{1000}", String(repeating: "x", count: 1000), true),
    PatternCase(".{1000}", String(repeating: "x", count: 999), false),
  ])
  func `repetitions count what they repeat`(_ one: PatternCase) throws {
    #expect(try TextPattern(one.pattern).matches(one.text) == one.matches)
  }

  @Test(arguments: [
    PatternCase("[abc]", "b", true),
    PatternCase("[abc]", "d", false),
    PatternCase("[a-cx-z]+", "abcxyz", true),
    PatternCase("[a-cx-z]+", "d", false),
    PatternCase("[^a-c]", "d", true),
    PatternCase("[^a-c]", "b", false),
    PatternCase("[^a-c]", "", false),
    PatternCase("[^a]", "\n", true),
    PatternCase("[]a]+", "]a", true),
    PatternCase("[^]a]", "b", true),
    PatternCase("[^]a]", "]", false),
    PatternCase("[-a]+", "a-", true),
    PatternCase("[a-]+", "a-", true),
    PatternCase("[a-c-e]+", "b-e", true),
    PatternCase("[a-c-e]", "d", false),
    PatternCase("[\\w-]+", "a-b", true),
    PatternCase("[\\w-.]+", "a-b.c", true),
    PatternCase("[\\]\\\\^-]+", "]\\^-", true),
    PatternCase("[.*+?(){}|$]+", ".*+?(){}|$", true),
    PatternCase("[.]", "x", false),
    PatternCase("[a&b]+", "a&b", true),
    PatternCase("[\\d.]+", "3.14", true),
    PatternCase("[^\\d\\s]+", "ab", true),
    PatternCase("[^\\d\\s]+", "a b", false),
    PatternCase("[\\x41-\\u0043]+", "ABC", true),
    PatternCase("[\\D]", "5", false),
    PatternCase("[\\w\\W]+", "a \n", true),
    PatternCase("[ a]+", "a a", true),
  ])
  func `classes match one scalar of a set`(_ one: PatternCase) throws {
    #expect(try TextPattern(one.pattern).matches(one.text) == one.matches)
  }

  @Test(arguments: [
    PatternCase("\\d+", "0189", true),
    PatternCase("\\d", "٣", false),
    PatternCase("\\D", "٣", true),
    PatternCase("\\w+", "aZ_09", true),
    PatternCase("\\w", "é", false),
    PatternCase("\\W", "é", true),
    PatternCase("\\s+", " \t\n\u{0B}\u{0C}\r", true),
    PatternCase("\\s", "\u{A0}", false),
    PatternCase("\\S+", "ab", true),
    PatternCase("\\h+", "\t \u{A0}\u{3000}", true),
    PatternCase("\\h", "\n", false),
    PatternCase("\\H", "\n", true),
    PatternCase("\\v+", "\n\r\u{2028}", true),
    PatternCase("\\V", "\n", false),
    PatternCase("\\t\\n\\r\\f\\e\\a", "\t\n\r\u{0C}\u{1B}\u{07}", true),
    PatternCase("\\x41\\u0042\\U00000043\\x{1F600}", "ABC😀", true),
    PatternCase("\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\^\\$\\\\\\/\\-", ".*+?()[]{}|^$\\/-", true),
    PatternCase("\\.", "x", false),
    PatternCase("\\ \\é", " é", true),
    PatternCase("\\Qa.b*\\E+", "a.b***", true),
    PatternCase("\\Qa.b", "a.b", true),
    PatternCase("\\Qa.b", "axb", false),
    PatternCase("x\\Q\\Ey", "xy", true),
    PatternCase("\\Q\\d\\E", "\\d", true),
  ])
  func `escapes stand for sets and characters`(_ one: PatternCase) throws {
    #expect(try TextPattern(one.pattern).matches(one.text) == one.matches)
  }

  @Test(arguments: [
    PatternCase("^a$", "a", true),
    PatternCase("^$", "", true),
    PatternCase("^a", "a", true),
    PatternCase("a$", "a\n", false),
    PatternCase("^(a|b)$", "b", true),
    PatternCase("^a|b$", "b", true),
    PatternCase("^a|b$", "ab", false),
    PatternCase("(^a|^b)c", "bc", true),
    PatternCase("(^)(a)($)", "a", true),
    PatternCase("(^a)?b", "b", true),
    PatternCase("^^(?:^a)$$", "a", true),
    PatternCase("\\Aab\\z", "ab", true),
    PatternCase("ab\\Z", "ab", true),
  ])
  func `anchors at the edges change nothing`(_ one: PatternCase) throws {
    #expect(try TextPattern(one.pattern).matches(one.text) == one.matches)
  }

  @Test(arguments: [
    PatternCase("(?i)straße-12", "STRAßE-12", true),
    PatternCase("(?i)straße", "STRASSE", false),
    PatternCase("(?i)[a-f]+", "AbCdEf", true),
    PatternCase("(?i)[^a]", "A", false),
    PatternCase("(?i)k", "\u{212A}", true),
    PatternCase("(?i)\u{212A}\u{212A}", "kK", true),
    PatternCase("(?i)ſſ", "sS", true),
    PatternCase("(?i)s", "ſ", true),
    PatternCase("(?i)ÀÉÎ", "àéî", true),
    PatternCase("(?i)[à-ö]+", "ÀÖ", true),
    PatternCase("(?i)λόγος", "ΛΌΓΟΣ", true),
    PatternCase("(?i)Москва", "мОСКВА", true),
    PatternCase("(?i)i", "İ", false),
    PatternCase("(?i)ı", "I", false),
    PatternCase("(?i)\\p{Lu}", "a", false),
    PatternCase("(?i)\\w+", "ſ", false),
    PatternCase("(?i)[\\d]", "5", true),
    PatternCase("abc", "ABC", false),
    PatternCase("(?i)_@\\[`", "_@{`", false),
    PatternCase("(?s).", "\n", true),
    PatternCase("(?is)a.b", "A\nB", true),
    PatternCase("(?si)a.b", "A\nB", true),
    PatternCase("(?i)", "", true),
  ])
  func `flags at the start ignore case and line ends`(_ one: PatternCase) throws {

    #expect(try TextPattern(one.pattern).matches(one.text) == one.matches)
  }

  @Test func `equality and hash follow the scalars of the source`() throws {
    let composed = try TextPattern("\u{E9}")
    let decomposed = try TextPattern("e\u{301}")
    #expect(composed != decomposed)
    #expect(try composed == TextPattern("\u{E9}"))
    #expect(try composed.hashValue == TextPattern("\u{E9}").hashValue)
    #expect(Set([composed, decomposed, composed]).count == 2)
    #expect(try TextPattern("^a$") != TextPattern("a"))
  }

  @Test func `a pattern describes itself by its source`() throws {
    let pattern = try TextPattern("(?i)^[a-z]{2}$")
    #expect(pattern.description == "(?i)^[a-z]{2}$")
    #expect(pattern.source == "(?i)^[a-z]{2}$")
  }
}
