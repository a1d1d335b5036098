import ArmatureModel
import Foundation

/// Random patterns and texts: matches must be the same as with ICU.
///
/// Where the two differ on purpose, such as in `\d`, ICU receives the documented equivalent.
enum PatternFuzz {
  /// A part of a pattern, in this library's notation and in ICU's.
  private struct Part {
    var ours = ""
    var theirs = ""
    /// Whether the part can match the empty text: ICU gives up on some repetitions of such parts.
    var mayBeEmpty = true
  }

  private static let atoms: [(ours: String, theirs: String)] = [
    ("a", "a"), ("b", "b"), ("k", "k"), ("é", "é"), ("😀", "😀"), (".", "."), ("[ab]", "[ab]"),
    ("[^a]", "[^a]"), ("[a-é]", "[a-é]"), ("[^é€]", "[^é€]"), ("[b-😀]", "[b-😀]"),
    ("\\x{E9}", "\\x{E9}"), ("\\.", "\\."), ("(?:)", "(?:)"), ("[.\\]]", "[.\\]]"),
    ("\\d", "[0-9]"), ("\\D", "[^0-9]"), ("\\w", "[A-Za-z0-9_]"), ("\\W", "[^A-Za-z0-9_]"),
    ("\\s", "[\\t\\n\\x0B\\f\\r ]"), ("\\S", "[^\\t\\n\\x0B\\f\\r ]"), ("\\h", "[\\t\\p{Zs}]"),
    ("\\v", "[\\n-\\r\\u0085\\u2028\\u2029]"), ("\\p{L}", "\\p{L}"), ("\\p{Lu}", "\\p{Lu}"),
    ("\\P{L}", "\\P{L}"), ("\\p{N}", "\\p{N}"), ("\\p{Alphabetic}", "\\p{Alphabetic}"),
    ("\\p{S}", "\\p{S}"), ("[\\p{P}a]", "[\\p{P}a]"), ("\\Qa.b\\E", "\\Qa.b\\E"),
    ("[^\\d,]", "[^0-9,]"),
  ]
  private static let quantifiers = [
    "*", "+", "?", "{2}", "{0,2}", "{1,}", "{2,3}", "*?", "+?", "??", "{1,2}?",
  ]
  private static let units = [
    "a", "b", "c", "A", "B", "k", "K", "\u{212A}", "é", "É", "€", "😀", ".", "]", "\n", "\r",
    "\u{85}", "\u{2028}", " ", "\u{A0}", "5", "٣", "_", "-", ",",
  ]

  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let flags = choices.pick(["", "", "", "(?i)", "(?s)", "(?is)"])
    // Unlike in ICU, ignoring case does not affect classes.
    let atoms =
      flags.contains("i") ? Self.atoms.filter { !$0.ours.contains(/\\(w|W|p\{Lu)/) } : Self.atoms
    let part = pattern(of: atoms, depth: 2, &choices)
    let source = flags + part.ours
    trace.note("pattern \(source)")
    let pattern: TextPattern
    do {
      pattern = try TextPattern(source)
    } catch {
      return "it is refused: \(error)"
    }
    let other = try NSRegularExpression(pattern: "\(flags)(?:\(part.theirs))\\z")
    for _ in 0..<4 {
      var text = ""
      for _ in 0..<choices.below(6) { text += try unit(&choices) }
      // ICU's dot matches these two together.
      if flags.contains("s"), text.unicodeScalars.contains("\r") { continue }
      let range = NSRange(location: 0, length: text.utf16.count)
      let isExpected = other.firstMatch(in: text, options: .anchored, range: range) != nil
      trace.note("text \(text.debugDescription)")
      guard pattern.matches(text) != isExpected else { continue }
      return "it must \(isExpected ? "" : "not ")match, but does \(isExpected ? "not" : "so")"
    }
    return nil
  }

  private static let assigned = Result { try NSRegularExpression(pattern: "\\P{Cn}") }

  private static func unit(_ choices: inout Choices) throws -> String {
    if !choices.oneIn(8) { return choices.pick(units) }
    guard let scalar = Unicode.Scalar(UInt32(choices.below(0x30000))) else { return "ж" }
    let text = String(Character(scalar))
    // ICU may know characters of a newer Unicode version than this library.
    let range = NSRange(location: 0, length: text.utf16.count)
    let isKnown = try assigned.get().firstMatch(in: text, range: range) != nil
    return isKnown || scalar.properties.generalCategory == .unassigned ? text : "ж"
  }

  private static func pattern(
    of atoms: [(ours: String, theirs: String)], depth: Int, _ choices: inout Choices
  ) -> Part {
    var all = Part(mayBeEmpty: false)
    for branch in 0...choices.below(3) {
      if branch > 0 {
        all.ours += "|"
        all.theirs += "|"
      }
      var isEmpty = true
      for _ in 0..<(1 + choices.below(3)) {
        let (ours, theirs) = choices.pick(atoms)
        var atom = Part(ours: ours, theirs: theirs, mayBeEmpty: ours == "(?:)")
        if depth > 0, choices.oneIn(4) {
          atom = pattern(of: atoms, depth: depth - 1, &choices)
          let open = choices.pick(["(", "(?:"])
          atom.ours = "\(open)\(atom.ours))"
          atom.theirs = "\(open)\(atom.theirs))"
        }
        if !atom.mayBeEmpty, choices.oneIn(3) {
          let quantifier = choices.pick(quantifiers)
          atom.ours += quantifier
          atom.theirs += quantifier
          atom.mayBeEmpty =
            "*?{".contains(quantifier.prefix(1)) && !quantifier.hasPrefix("{2")
            && !quantifier.hasPrefix("{1")
        }
        all.ours += atom.ours
        all.theirs += atom.theirs
        isEmpty = isEmpty && atom.mayBeEmpty
      }
      all.mayBeEmpty = all.mayBeEmpty || isEmpty
    }
    return all
  }
}
