import TestSupport
import Testing

@testable import ArmatureModel

@Suite struct TextPatternDifferentialTests {
  private static let atoms = [
    "a", "b", "é", "€", "😀", ".", "[ab]", "[^a]", "[a-é]", "[^é€]", "[b-😀]", "\\x{E9}", "\\.",
    "[^b-é]", "(?:)", "[.\\]]",
  ]
  private static let quantifiers = [
    "*", "+", "?", "{2}", "{0,2}", "{1,}", "{2,3}", "*?", "+?", "??",
  ]
  private static let units = ["a", "b", "c", "é", "€", "😀", ".", "]", "\n"]

  private static func pattern(
    depth: Int, using generator: inout SplitMix64
  ) -> String {
    let branches = (0..<Int.random(in: 1...2, using: &generator)).map { _ in
      (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        let isGroup = depth > 0 && Int.random(in: 0..<3, using: &generator) == 0
        let atom =
          isGroup
          ? "(" + pattern(depth: depth - 1, using: &generator) + ")"
          : atoms.randomElement(using: &generator) ?? "a"
        let isRepeated = Int.random(in: 0..<3, using: &generator) == 0
        return atom + (isRepeated ? quantifiers.randomElement(using: &generator) ?? "" : "")
      }.joined()
    }
    return branches.joined(separator: "|")
  }

  private static func text(using generator: inout SplitMix64) -> String {
    (0..<Int.random(in: 0...5, using: &generator))
      .map { _ in units.randomElement(using: &generator) ?? "a" }.joined()
  }

  @Test(arguments: 0..<8)
  func `random patterns match what Swift's Regex matches`(_ seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    var matches = 0
    for _ in 0..<60 {
      let source = Self.pattern(depth: 2, using: &generator)
      let pattern = try TextPattern(source)
      let regex = try Regex(source).matchingSemantics(.unicodeScalar)
      for _ in 0..<10 {
        let text = Self.text(using: &generator)
        let expected = try regex.wholeMatch(in: text) != nil
        #expect(
          pattern.matches(text) == expected, "\(source) on \(text.debugDescription), seed \(seed)")
        if expected { matches += 1 }
      }
    }
    // The comparison would mean little if almost nothing matched.
    #expect(matches > 30)
  }

  @Test(arguments: 0..<4)
  func `tables and simulations agree on random patterns`(_ seed: Int) throws {
    var generator = SplitMix64(seed: 1_000 + UInt64(seed))
    var compared = 0
    for _ in 0..<60 {
      let source = Self.pattern(depth: 2, using: &generator)
      var parser = try TextPattern.Parser(source)
      let program = try TextPattern.Program(parser.parse(), sets: parser.sets.all)
      let alphabet = try TextPattern.Alphabet(program.sets)
      let simulation = TextPattern.Simulation(program, alphabet)
      guard let rows = TextPattern.SubsetConstruction.rows(of: program, over: alphabet) else {
        continue
      }
      let table = TextPattern.TransitionTable<UInt16>(rows, alphabet)
      let largeTable = TextPattern.TransitionTable<UInt32>(rows, alphabet)
      compared += 1
      for _ in 0..<20 {
        var text = Self.text(using: &generator) + Self.text(using: &generator)
        let found = text.withUTF8 {
          [table.matches($0), largeTable.matches($0), simulation.matches($0)]
        }
        #expect(Set(found).count == 1, "\(source) on \(text.debugDescription)")
      }
    }
    #expect(compared > 40)
  }

  // Small tables read two bytes at a time, large ones a single byte.
  @Test(arguments: [3, 4, 900])
  func `tables of any size find each byte at each place`(_ limit: Int) throws {
    let pattern = try TextPattern("[a-zé]{1,\(limit)}-[0-9é]{1,\(limit)}")
    for head in 0...5 {
      for tail in 0...5 {
        let letters = Array(repeating: "a", count: head)
        let digits = Array(repeating: "7", count: tail)
        let parts = letters + ["-"] + digits
        let isMatch = (1...limit).contains(head) && (1...limit).contains(tail)
        #expect(pattern.matches(parts.joined()) == isMatch)
        for place in parts.indices where place != head {
          for (other, isAllowed) in [("é", true), ("ü", false), ("_", false), ("\0", false)] {
            var changed = parts
            changed[place] = other
            #expect(
              pattern.matches(changed.joined()) == (isMatch && isAllowed),
              "\(changed.joined().debugDescription) with parts of up to \(limit)")
          }
        }
      }
    }
  }
}
