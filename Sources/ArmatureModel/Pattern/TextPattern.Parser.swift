extension TextPattern {
  /// A parser that creates a syntax tree and a list of sets from the source of a pattern.
  ///
  /// Open groups are on a stack of the parser's own, so no source can overflow the stack of the thread.
  struct Parser {
    let scalars: [Unicode.Scalar]
    var position = 0
    var sets = SetList()
    private(set) var ignoresCase = false
    private var dotMatchesAll = false
    private var groups: [Group] = [Group(start: 0)]

    /// The parsed part of an open group. The first group is the whole pattern.
    private struct Group {
      let start: Int
      var alternatives: [Node] = []
      var parts: [Node] = []
      /// Whether a quantifier may follow.
      var isRepeatable = false

      var node: Node { .choosing(alternatives + [.joining(parts)]) }
    }

    init(_ source: String) throws(SyntaxError) {
      guard source.utf8.count <= Limit.sourceBytes else { throw SyntaxError(.tooLong) }
      scalars = Array(source.unicodeScalars)
    }

    /// Parses the whole source. Call it only once.
    mutating func parse() throws(SyntaxError) -> Node {
      try parseFlags()
      while let scalar = peek() {
        switch scalar {
        case "(": try openGroup()
        case ")": try closeGroup()
        case "|": beginAlternative()
        case "*", "+", "?", "{": try parseQuantifier()
        case "[":
          let set = try parseClass()
          append(set)
        case "\\": try parseEscape()
        case "^": appendEdge(.start, from: position, length: 1)
        case "$": appendEdge(.end, from: position, length: 1)
        case ".":
          position += 1
          append(dotMatchesAll ? .all : .allButLineTerminators)
        default:
          position += 1
          append(literal: scalar)
        }
      }
      if groups.count > 1, let group = groups.last {
        throw error(.unclosedGroup, from: group.start, to: group.start + 1)
      }
      let tree = groups[0].node
      if let place = tree.firstInnerEdge() {
        throw error(.innerAnchor, from: place.lowerBound, to: place.upperBound + 1)
      }
      return tree
    }
  }
}

// MARK: - Reading and collecting

extension TextPattern.Parser {
  /// Returns the scalar at a distance from the position, or `nil` beyond the end.
  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  /// Skips the next scalar and returns `true` if it is the given one. Otherwise returns `false`.
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == scalar else { return false }
    position += 1
    return true
  }

  func error(
    _ kind: TextPattern.SyntaxError.Kind, from start: Int, to end: Int? = nil
  ) -> TextPattern.SyntaxError {
    var prefix = String.UnicodeScalarView()
    prefix.append(contentsOf: scalars[..<start])
    var part = String.UnicodeScalarView()
    part.append(contentsOf: scalars[start..<min(end ?? position, scalars.count)].prefix(40))
    return TextPattern.SyntaxError(kind, offset: String(prefix).count, part: String(part))
  }

  mutating func append(literal scalar: Unicode.Scalar) {
    let set = TextPattern.ScalarSet(scalar)
    append(ignoresCase ? TextPattern.CaseFolding.closure(of: set) : set)
  }

  mutating func append(_ set: TextPattern.ScalarSet) {
    append(.set(sets.index(of: set)), isRepeatable: true)
  }

  mutating func appendEdge(_ edge: TextPattern.Node.Edge, from start: Int, length: Int) {
    position = start + length
    append(.edge(edge, start...(position - 1)), isRepeatable: false)
  }

  private mutating func append(_ node: TextPattern.Node, isRepeatable: Bool) {
    groups[groups.count - 1].parts.append(node)
    groups[groups.count - 1].isRepeatable = isRepeatable
  }

  /// Replaces the last part by a repetition of it.
  mutating func repeatLast(
    atLeast: Int, atMost: Int?, from start: Int
  ) throws(TextPattern.SyntaxError) {
    let group = groups.count - 1
    guard groups[group].isRepeatable, let part = groups[group].parts.popLast() else {
      throw error(.nothingToRepeat, from: start)
    }
    groups[group].parts.append(.repeating(part, atLeast: atLeast, atMost: atMost))
    groups[group].isRepeatable = false
  }
}

// MARK: - Groups

extension TextPattern.Parser {
  private mutating func beginAlternative() {
    position += 1
    let group = groups.count - 1
    groups[group].alternatives.append(.joining(groups[group].parts))
    groups[group].parts = []
    groups[group].isRepeatable = false
  }

  private mutating func openGroup() throws(TextPattern.SyntaxError) {
    let start = position
    position += 1
    if skip("?") { try parseGroupKind(from: start) }
    // The first entry is the whole pattern and does not count.
    guard groups.count <= TextPattern.Limit.depth else {
      throw error(.tooDeep, from: start, to: start + 1)
    }
    groups.append(Group(start: start))
  }

  private mutating func closeGroup() throws(TextPattern.SyntaxError) {
    guard groups.count > 1, let group = groups.popLast() else {
      throw error(.unmatchedParenthesis, from: position, to: position + 1)
    }
    position += 1
    append(group.node, isRepeatable: true)
  }

  /// Reads the text after `(?` up to the content of the group.
  private mutating func parseGroupKind(from start: Int) throws(TextPattern.SyntaxError) {
    let scalar = peek()
    position += 1
    switch scalar {
    case ":":
      return
    case "=", "!":
      throw error(.lookAround, from: start)
    case ">":
      throw error(.atomicGroup, from: start)
    case "<":
      if skip("=") || skip("!") { throw error(.lookAround, from: start) }
      try parseGroupName(from: start)
    case "i", "s", "m", "w", "x", "-":
      while let next = peek(), next != ")" && next != ":" { position += 1 }
      throw error(.flag, from: start, to: position + 1)
    default:
      throw error(.unknownGroup, from: start)
    }
  }

  private mutating func parseGroupName(from start: Int) throws(TextPattern.SyntaxError) {
    let nameStart = position
    while let scalar = peek(), scalar != ">" {
      let isLetter = scalar.properties.isAlphabetic && scalar.isASCII
      let isLaterDigit = ("0"..."9").contains(scalar) && position > nameStart
      guard isLetter || isLaterDigit else {
        throw error(.invalidGroupName, from: start, to: position + 1)
      }
      position += 1
    }
    guard position > nameStart, skip(">") else {
      throw error(.invalidGroupName, from: start, to: position + 1)
    }
  }

  /// Reads the flags at the start of the pattern.
  private mutating func parseFlags() throws(TextPattern.SyntaxError) {
    guard peek() == "(", peek(1) == "?", let first = peek(2), first == "i" || first == "s" else {
      return
    }
    position = 2
    while let scalar = peek(), scalar == "i" || scalar == "s" {
      position += 1
      if scalar == "i" { ignoresCase = true } else { dotMatchesAll = true }
    }
    guard skip(")") else {
      while let next = peek(), next != ")" && next != ":" { position += 1 }
      throw error(.flag, from: 0, to: position + 1)
    }
  }
}

extension TextPattern.Parser {
  /// Reads a quantifier and applies it to the previous part.
  mutating func parseQuantifier() throws(TextPattern.SyntaxError) {
    let start = position
    let bounds = try parseBounds()
    if peek() == "+" {
      throw error(.possessiveQuantifier, from: start, to: position + 1)
    }
    try repeatLast(atLeast: bounds.atLeast, atMost: bounds.atMost, from: start)
    // Lazy and greedy quantifiers match the same whole texts.
    _ = skip("?")
  }

  private mutating func parseBounds() throws(TextPattern.SyntaxError) -> (
    atLeast: Int, atMost: Int?
  ) {
    if skip("*") { return (0, nil) }
    if skip("+") { return (1, nil) }
    if skip("?") { return (0, 1) }
    let start = position
    position += 1
    let atLeast = parseNumber()
    let hasComma = skip(",")
    let atMost = hasComma ? parseNumber() : atLeast
    guard let atLeast, skip("}") else {
      throw error(.invalidRepetition, from: start, to: start + 1)
    }
    guard max(atLeast, atMost ?? 0) <= TextPattern.Limit.repetition else {
      throw error(.repetitionTooLarge, from: start)
    }
    if let atMost, atMost < atLeast { throw error(.reversedRepetition, from: start) }
    return (atLeast, atMost)
  }

  /// Reads a decimal number. Returns `nil` if there are no digits. A number above the limit is not exact.
  private mutating func parseNumber() -> Int? {
    var number: Int?
    while let scalar = peek(), ("0"..."9").contains(scalar) {
      number = min((number ?? 0) * 10 + Int(scalar.value - 0x30), TextPattern.Limit.repetition + 1)
      position += 1
    }
    return number
  }
}
