/// A regular expression that a whole text must match, decided in linear time for every text.
///
/// A pattern is compiled once, when it is made. A match then looks at each Unicode scalar of the
/// text once and never goes back, so no text can make it slow: `^(a+)+$` decides a million
/// characters in milliseconds. What cannot be matched that way is a ``SyntaxError``, never a
/// slow match.
///
/// ```swift
/// let isbn = try TextPattern("97[89]-[0-9]{10}")
/// print(isbn.matches("978-3161484100"))  // true
/// print(isbn.matches("ISBN 978-3161484100"))  // false
/// ```
///
/// The syntax is a subset of ICU's, the one that Core Data's `MATCHES` uses:
///
/// | Syntax | Matches |
/// |---|---|
/// | `a`, `é`, `\.` | the character itself; `\` quotes whatever is not an ASCII letter or digit |
/// | `}` `]` | themselves where they close nothing, also `}`, which ICU refuses |
/// | `\t` `\n` `\r` `\f` `\e` `\a` | tab, line feed, carriage return, form feed, escape, bell |
/// | `\xhh` `\x{h…}` `\uhhhh` `\Uhhhhhhhh` | the scalar of that hexadecimal number |
/// | `\Q…\E` | the text between them, literally |
/// | `.` | any scalar but a line terminator (U+000A–U+000D, U+0085, U+2028, U+2029) |
/// | `\d` `\w` `\s` | ASCII only: `[0-9]`, `[A-Za-z0-9_]`, `[\t\n\x0B\f\r ]` |
/// | `\h` `\v` | horizontal white space (tab and `\p{Zs}`), a line terminator |
/// | `\D` `\W` `\S` `\H` `\V` | any scalar that the small letter does not match |
/// | `\p{Lu}` `\pL` `\P{N}` `\p{^S}` | a general category, its first letter, or its opposite |
/// | `\p{Alphabetic}` `\p{ASCII}` `\p{Any}` | the scalars with that property |
/// | `[abc]` `[a-zà-ÿ]` `[^\d,]` | one of these scalars, or none of these after `^` |
/// | `(…)` `(?:…)` `(?<name>…)` | a group; nothing is captured |
/// | `a\|b` | one or the other |
/// | `*` `+` `?` `{3}` `{3,}` `{3,5}` | repetition, with bounds of at most 1,000 |
/// | `*?` `+?` `??` `{3,5}?` | the same: which text a part takes cannot change a whole match |
/// | `^` `$` `\A` `\z` `\Z` | nothing; allowed at the edges, where a whole match implies them |
/// | `(?i)` `(?s)` `(?is)` | at the start only: ignore case, let `.` match line terminators |
///
/// The unit is the Unicode scalar, not the character: `.` matches half of a flag, and a composed
/// `é` in a pattern does not match a decomposed one in a text. With `(?s)` a `.` is one of the two
/// scalars of a line break `\r\n`, of which ICU takes both at once. `(?i)` uses Unicode's simple case
/// folding (one scalar for one scalar, so `ß` does not match `ss`) and concerns the characters and
/// ranges that are written out, not `\w` or `\p{Lu}`.
///
/// What ICU takes and patterns refuse: half of a surrogate pair (`\uD800`), a `\E` without `\Q`, and
/// a repetition of an edge (`^*`). `\p{…}` and `(?i)` go by the Unicode data of Swift's standard
/// library, as the rest of Swift does; the scalars that a newer version of Unicode assigns count as
/// unassigned (`\p{Cn}`).
///
/// Nearly every pattern takes one table lookup per scalar, also a list of 10,000 words. The
/// exceptions are patterns that must follow many possibilities at once, such as `.{1,50}, .{1,50}`:
/// they take a step for each, at most 1,000 per scalar. The worst of them take up to 8 seconds for a
/// megabyte: look at the length of texts that may be so long before.
///
/// Sizes are limited, beyond which a pattern is refused:
///
/// | What | At most |
/// |---|---|
/// | the source | 200,000 bytes |
/// | a bound of a repetition | 1,000 |
/// | groups inside of each other | 200 |
/// | scalars, alternatives and repetitions, all copies written out | 250,000 |
/// | the same, if possibilities multiply | 1,000 |
/// | the table | 4,194,304 cells (16 MB): states times kinds of scalars |
///
/// Patterns are equal if their sources are the same scalars.
public struct TextPattern: Sendable {
  /// The text the pattern was made from, unchanged.
  public let source: String

  private let automaton: Automaton

  /// Compiles a pattern, which mostly takes microseconds: make it once, match often.
  ///
  /// - Parameter source: At most 200,000 bytes of UTF-8. An empty one matches the empty text.
  /// - Throws: ``SyntaxError`` if the source is invalid or outside of the supported syntax.
  /// - Complexity: O(*n*) for the size of the pattern with its repetitions written out, as far as
  ///   the states do not multiply; a fixed limit ends the compilation where they do.
  public init(_ source: String) throws(SyntaxError) {
    var parser = try Parser(source)
    let tree = try parser.parse()
    let program = try Program(tree, sets: parser.sets.all)
    self.source = source
    self.automaton = try Automaton(program)
  }

  /// Returns whether the pattern matches the text from its start to its end.
  ///
  /// - Complexity: O(*n*) for the number of bytes in the text.
  public func matches(_ text: String) -> Bool {
    let fast = text.utf8.withContiguousStorageIfAvailable { matches($0) }
    if let fast { return fast }
    // Only text that another runtime stores, such as a bridged one on Apple platforms.
    var native = text
    return native.withUTF8 { matches($0) }
  }

  /// Returns whether the pattern matches all of the bytes; those that are no UTF-8 never match.
  package func matches(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    automaton.matches(utf8)
  }
}

extension TextPattern: Hashable {
  /// Returns whether the sources are the same scalars.
  ///
  /// `==` on strings would be wrong: canonically equivalent sources match different texts.
  public static func == (left: TextPattern, right: TextPattern) -> Bool {
    left.source.utf8.elementsEqual(right.source.utf8)
  }

  /// Hashes the bytes of the source.
  public func hash(into hasher: inout Hasher) {
    for byte in source.utf8 { hasher.combine(byte) }
  }
}

extension TextPattern: CustomStringConvertible {
  /// The source of the pattern.
  public var description: String { source }
}

extension TextPattern {
  /// The sizes beyond which a pattern is refused, so that compiling and matching stay bounded.
  enum Limit {
    static let sourceBytes = 200_000
    static let depth = 200
    static let repetition = 1_000
    /// The instructions of a program; each copy of a repeated part counts.
    static let instructions = 250_000
    /// The instructions of a program that runs as a simulation: its steps per scalar.
    static let simulatedInstructions = 1_000
    /// The entries of the table that says which set has which class of scalars.
    static let memberships = 1_000_000
    /// The cells of a transition table whose offsets fit 16 bits.
    static let smallCells = 65_536
    /// The cells of a transition table: 16 MB.
    static let cells = 4_194_304
    /// The steps spent on making a transition table; more means that states multiply.
    static let subsetSteps = 1_500_000
    /// The further steps for each instruction.
    static let stepsPerInstruction = 20
  }

  /// The compiled form that decides matches.
  enum Automaton: Sendable {
    /// One table lookup per scalar; nearly every pattern.
    case table(TransitionTable<UInt16>)
    /// The same with a larger table, for long lists of words.
    case largeTable(TransitionTable<UInt32>)
    /// A set of states per scalar, for patterns whose table would be too large.
    case simulation(Simulation)

    init(_ program: Program) throws(SyntaxError) {
      let alphabet = try Alphabet(program.sets)
      if let rows = SubsetConstruction.rows(of: program, over: alphabet) {
        self =
          rows.next.count <= Limit.smallCells
          ? .table(TransitionTable(rows, alphabet)) : .largeTable(TransitionTable(rows, alphabet))
      } else if program.instructions.count <= Limit.simulatedInstructions {
        self = .simulation(Simulation(program, alphabet))
      } else {
        throw SyntaxError(.tooLarge)
      }
    }

    /// Returns whether all of the bytes match; those that are no UTF-8 never do.
    @inline(__always) func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      switch self {
      case .table(let table): table.matches(bytes)
      case .largeTable(let table): table.matches(bytes)
      case .simulation(let simulation): simulation.matches(bytes)
      }
    }
  }
}
