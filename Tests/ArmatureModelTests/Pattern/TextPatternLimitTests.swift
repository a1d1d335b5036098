import TestSupport
import Testing

@testable import ArmatureModel

@Suite struct TextPatternLimitTests {
  /// A pattern of repeated parts, described by its parts because the full text is very long.
  struct Case: CustomTestStringConvertible {
    let source: String
    let testDescription: String
    let message: String

    init(_ parts: [(String, count: Int)], _ message: String = "") {
      source = parts.map { String(repeating: $0, count: $1) }.joined()
      testDescription = parts.map { $1 == 1 ? $0 : "\($1) × \($0)" }.joined(separator: " + ")
      self.message = message
    }

    init(_ source: String, times count: Int = 1, _ message: String = "") {
      self.init([(source, count)], message)
    }
  }

  private static let tooLarge =
    "The pattern needs too many states to be matched in linear time and bounded memory. "
    + "Repeat less, or check the length of the text by a length rule."
  private static let tooLong =
    "The pattern must have at most 200000 bytes. Write two pattern rules, or a custom rule."
  private static let tooDeep =
    #""(" at offset 200 opens a group inside 200 others, which is too deep. "#
    + "Remove groups that repeat nothing."
  private static let noRepetition =
    #""{" at offset 1 must open a repetition such as "{2}", "{2,}" or "{2,5}", but does not. "#
    + #"Write "\{" for the character."#

  private static let hostile: [Case] = [
    Case("(((a{1000}){1000}){1000})", tooLarge),
    Case("((a{0,1000}){0,1000}){0,1000}", tooLarge),
    Case("(((((a?){10}){10}){10}){10}){10}", tooLarge),
    Case("(.*a){1000}", tooLarge),
    Case("(a|b)*a(a|b){500}", tooLarge),
    Case("(?:[^a][^b]?){1000}", tooLarge),
    Case("a?", times: 9_999, tooLarge),
    Case("(", times: 1_000_000, tooLong),
    Case("a", times: 1_000_000, tooLong),
    Case("[", times: 1_000_000, tooLong),
    Case("(", times: 100_000, tooDeep),
    Case([("(", 6_000), ("a", 1), (")*", 6_000)], tooDeep),
    Case("a{1", times: 6_000, noRepetition),
  ]

  @Test(arguments: hostile)
  func `a hostile pattern is refused`(_ one: Case) {
    do {
      _ = try TextPattern(one.source)
      Issue.record("The pattern was accepted.")
    } catch {
      #expect(error.description == one.message)
    }
  }

  private static let large: [Case] = [
    Case("a{1000}"),
    Case("(?:a{100}){50}"),
    Case("(\\w{1,64} ){1,30}"),
    Case("[^\\p{L}\\p{N}]{2,1000}"),
    Case("(((a*)*)*)*b"),
    Case("((((a{0}){1000}){1000}){1000}){1000}"),
    Case("(((|){1000}){1000}){1000}"),
    Case("((()*)*)*"),
    Case([("(", 200), ("a", 1), (")*", 200)]),
    Case([("(|", 200), (")", 200)]),
    Case("a|", times: 3_000),
    Case("()", times: 9_000),
    Case([("[", 1), ("a-z", 6_000), ("]", 1)]),
    Case("[^é]", times: 4_000),
  ]

  @Test(arguments: large)
  func `a large pattern within the limits is accepted`(_ one: Case) throws {
    #expect(try !TextPattern(one.source).matches("?"))
  }

  @Test(arguments: [
    ("^(a+)+$", "a", "", true),
    ("^(a+)+$", "a", "!", false),
    ("^(a|a)*$", "a", "!", false),
    ("^(a*)*b$", "a", "", false),
    ("(.*)*x", "a", "x", true),
    ("(a?){300}a*", "a", "", true),
    ("^(\\p{L}+)+$", "ж", "", true),
  ])
  func `a pattern with nested repetitions ends in linear time`(
    _ source: String, _ unit: String, _ end: String, _ matches: Bool
  ) throws {
    // A backtracking matcher would practically never end.
    let text = String(repeating: unit, count: 1_000_000) + end
    #expect(try TextPattern(source).matches(text) == matches)
  }

  @Test(arguments: [
    ("(a|b)*a(a|b){15}", "abababababababab", true),
    ("(a|b)*a(a|b){15}", "babababababababa", false),
    (".{1,50}, .{1,50}, .{1,50}", "Musterstraße 12, 12345 Musterstadt, Deutschland", true),
    (".{1,50}, .{1,50}, .{1,50}", "Musterstraße 12, Deutschland", false),
    (".{0,60}é.{60}", String(repeating: "é", count: 121), true),
    (".{0,60}é.{60}", String(repeating: "é", count: 122), false),
    (".{0,60}é.{60}", "", false),
  ])
  func `a pattern whose states multiply runs as a simulation`(
    _ source: String, _ text: String, _ matches: Bool
  ) throws {
    var parser = try TextPattern.Parser(source)
    let program = try TextPattern.Program(parser.parse(), sets: parser.sets.all)
    guard case .simulation = try TextPattern.Automaton(program) else {
      Issue.record("\(source) runs as a table")
      return
    }
    #expect(try TextPattern(source).matches(text) == matches)
  }

  @Test func `a simulation of 20,000 scalars keeps to its states`() throws {
    let pattern = try TextPattern("(a|b)*a(a|b){15}")
    let text = String(repeating: "a", count: 20_000)
    #expect(pattern.matches(text))
    #expect(!pattern.matches(text + "b" + String(repeating: "b", count: 15)))
    #expect(!pattern.matches(text + "c"))
  }

  @Test(arguments: ["", "(?i)"])
  func `a list of 10,000 words is one table`(flags: String) throws {
    var random = SplitMix64(seed: 10_000)
    let letters = Array("abcdefghijklmnopqrstuvwxyzäöüß")
    let words = (0..<10_000).map { _ in
      String((0..<(3 + random.below(10))).map { _ in random.pick(letters) })
    }
    let pattern = try TextPattern(flags + words.joined(separator: "|"))
    let known = Set(words)
    for word in words {
      #expect(pattern.matches(word))
      let shorter = String(word.dropLast())
      #expect(pattern.matches(shorter) == known.contains(shorter))
      #expect(pattern.matches(word.uppercased()) == (!flags.isEmpty && !word.contains("ß")))
    }
    #expect(!pattern.matches("") && !pattern.matches("#") && !pattern.matches(words[0] + words[1]))
  }

  @Test func `a class of 65,000 characters with gaps is within the limits`() throws {
    let members = stride(from: UInt32(0x10000), to: 0x2FFFF, by: 2).compactMap(Unicode.Scalar.init)
      .prefix(45_000)
    var source = "["
    source.unicodeScalars.append(contentsOf: members)
    let pattern = try TextPattern(source + "]+")
    #expect(pattern.matches(String(String.UnicodeScalarView(members.suffix(1_000)))))
    #expect(!pattern.matches("\u{10001}") && !pattern.matches("a"))
  }

  @Test func `a repetition of alternatives between any texts is a table`() throws {
    var parser = try TextPattern.Parser(".*(a|b){300}.*")
    let program = try TextPattern.Program(parser.parse(), sets: parser.sets.all)
    if case .simulation = try TextPattern.Automaton(program) { Issue.record("It is a simulation.") }
    let pattern = try TextPattern(".*(a|b){300}.*")
    let part = String(repeating: "ab", count: 149)
    #expect(!pattern.matches(String(repeating: "\(part)c", count: 3_000)))
    #expect(pattern.matches(String(repeating: "\(part)c", count: 3_000) + part + "ba"))
  }
}
