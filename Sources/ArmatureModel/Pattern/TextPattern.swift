/// A regular expression that matches whole strings in linear time.
///
/// ```swift
/// let isbn = try TextPattern("97[89]-[0-9]{10}")
/// print(isbn.matches("978-3161484100"))  // true
/// print(isbn.matches("ISBN 978-3161484100"))  // false
/// ```
///
/// A pattern is compiled once, when you create it. To match a string, it looks at each Unicode scalar once and never
/// goes back, so hostile input cannot make a match slow. For example, `^(a+)+$` matches a million characters in
/// milliseconds. Syntax that would need more than one pass is rejected with a ``SyntaxError``.
///
/// The syntax is a subset of ICU's syntax, which Core Data uses for `MATCHES`:
///
/// | Syntax | Matches |
/// |---|---|
/// | `a`, `é`, `\.` | the character itself; `\` quotes any character except ASCII letters and digits |
/// | `}` `]` | themselves if they close nothing; ICU rejects such a `}` |
/// | `\t` `\n` `\r` `\f` `\e` `\a` | tab, line feed, carriage return, form feed, escape, bell |
/// | `\xhh` `\x{h…}` `\uhhhh` `\Uhhhhhhhh` | the scalar of that hexadecimal number |
/// | `\Q…\E` | the text between them, literally |
/// | `.` | any scalar except a line terminator (U+000A–U+000D, U+0085, U+2028, U+2029) |
/// | `\d` `\w` `\s` | ASCII only: `[0-9]`, `[A-Za-z0-9_]`, `[\t\n\x0B\f\r ]` |
/// | `\h` `\v` | horizontal white space (tab and `\p{Zs}`), a line terminator |
/// | `\D` `\W` `\S` `\H` `\V` | any scalar that the lowercase letter does not match |
/// | `\p{Lu}` `\pL` `\P{N}` `\p{^S}` | a general category, its first letter, or its opposite |
/// | `\p{Alphabetic}` `\p{ASCII}` `\p{Any}` | the scalars with that property |
/// | `[abc]` `[a-zà-ÿ]` `[^\d,]` | one of these scalars, or any other scalar after `^` |
/// | `(…)` `(?:…)` `(?<name>…)` | a group; nothing is captured |
/// | `a\|b` | one or the other |
/// | `*` `+` `?` `{3}` `{3,}` `{3,5}` | repetition, with bounds of at most 1,000 |
/// | `*?` `+?` `??` `{3,5}?` | the same: lazy quantifiers do not change matches of a whole text |
/// | `^` `$` `\A` `\z` `\Z` | nothing; valid only at the edges, which a match of the whole text implies |
/// | `(?i)` `(?s)` `(?is)` | at the start only: ignore case, let `.` match line terminators |
///
/// Patterns match Unicode scalars and not characters. For example, `.` matches only half of a flag emoji, and a
/// composed `é` in a pattern does not match a decomposed `é` in a string. With `(?s)`, a `.` matches only one of the
/// two scalars of the line break `\r\n`, whereas ICU treats them as one.
///
/// The flag `(?i)` uses Unicode's simple case folding, which maps each scalar to a single scalar, so `ß` does not match
/// `ss`. The flag applies to literal characters and ranges, but not to `\w` or `\p{Lu}`.
///
/// Three forms are accepted by ICU but rejected here: half of a surrogate pair (`\uD800`), a `\E` without a `\Q`, and a
/// repetition of an edge (`^*`).
///
/// The syntax `\p{…}` and `(?i)` uses the Unicode data of Swift's standard library. If a newer version of Unicode has
/// added a scalar, the scalar counts as unassigned (`\p{Cn}`).
///
/// Nearly all patterns need only one table look-up for each scalar. This even applies to a list of 10,000 words.
/// However, patterns such as `.{1,50}, .{1,50}` must follow many possibilities at once. They need a step for each
/// possibility, with at most 1,000 steps for each scalar. The slowest patterns take up to 8 seconds for a megabyte of
/// text. If your strings can be that long, check their length first.
///
/// Patterns that exceed these limits are rejected:
///
/// | What | At most |
/// |---|---|
/// | the source | 200,000 bytes |
/// | a bound of a repetition | 1,000 |
/// | nested groups | 200 |
/// | scalars, alternatives and repetitions, with repeated parts counted each time | 250,000 |
/// | the same, if possibilities multiply | 1,000 |
/// | the table | 4,194,304 cells (16 MB): states times kinds of scalars |
///
/// Two patterns are equal if their sources have the same scalars.
public struct TextPattern: Sendable {
  /// The source of the pattern, unchanged.
  public let source: String

  private let automaton: Automaton

  /// Compiles a pattern. This usually takes microseconds. If you use a pattern often, create it once and keep it.
  ///
  /// - Parameter source: The source of the pattern, which can have at most 200,000 bytes of UTF-8. An empty source
  ///   matches the empty string.
  /// - Throws: ``SyntaxError`` if the source is invalid or uses unsupported syntax.
  /// - Complexity: O(*n*) in the size of the pattern after its repetitions are expanded. In some patterns, the number
  ///   of states multiplies. If it exceeds a fixed limit, the pattern is rejected.
  public init(_ source: String) throws(SyntaxError) {
    var parser = try Parser(source)
    let tree = try parser.parse()
    let program = try Program(tree, sets: parser.sets.all)
    self.source = source
    self.automaton = try Automaton(program)
  }

  /// Returns whether the pattern matches the whole text.
  ///
  /// - Complexity: O(*n*) in the number of bytes of the text.
  public func matches(_ text: String) -> Bool {
    let fast = text.utf8.withContiguousStorageIfAvailable { matches($0) }
    if let fast { return fast }
    // Only text that another runtime stores, such as bridged text on Apple platforms.
    var native = text
    return native.withUTF8 { matches($0) }
  }

  /// Returns whether the pattern matches all of the bytes. Invalid UTF-8 never matches.
  package func matches(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    automaton.matches(utf8)
  }
}

extension TextPattern: Hashable {
  /// Returns whether the sources have the same scalars.
  ///
  /// Sources are not compared with `==` on strings. It ignores canonical differences, but sources with such differences
  /// match different texts.
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
  /// The limits on the size of a pattern, which bound compiling and matching.
  enum Limit {
    static let sourceBytes = 200_000
    static let depth = 200
    static let repetition = 1_000
    /// The maximum number of instructions. Each copy of a repeated part counts.
    static let instructions = 250_000
    /// The maximum number of instructions in a simulation. Each scalar takes at most this number of steps.
    static let simulatedInstructions = 1_000
    /// The maximum number of entries in the table of sets and classes.
    static let memberships = 1_000_000
    /// The maximum number of cells in a table with 16-bit offsets.
    static let smallCells = 65_536
    /// The maximum number of cells in a transition table: 16 MB.
    static let cells = 4_194_304
    /// The maximum number of steps for creating a transition table. If more steps are needed, states multiply.
    static let subsetSteps = 1_500_000
    /// The additional steps for each instruction.
    static let stepsPerInstruction = 20
  }

  /// The compiled form of a pattern.
  enum Automaton: Sendable {
    /// One table lookup per scalar, for nearly all patterns.
    case table(TransitionTable<UInt16>)
    /// A larger table, for long lists of words.
    case largeTable(TransitionTable<UInt32>)
    /// A simulation, for patterns that would need too large a table. It follows a set of states at each scalar.
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

    /// Returns true if all of the bytes match. Invalid UTF-8 never matches.
    @inline(__always) func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      switch self {
      case .table(let table): table.matches(bytes)
      case .largeTable(let table): table.matches(bytes)
      case .simulation(let simulation): simulation.matches(bytes)
      }
    }
  }
}
