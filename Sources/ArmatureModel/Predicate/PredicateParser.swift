/// A parser for predicates and expressions. It reads the text once, without backtracking.
///
/// Values and predicates are both parsed as parts, which operators join by their precedence. Parentheses may therefore
/// contain either of them. The nesting of parts is limited by ``Nesting``.
final class PredicateParser {
  private var lexer: PredicateLexer
  private(set) var token: PredicateToken
  /// The end of the previous token, in bytes.
  private var lastEnd = 0
  /// The arguments, and the number of arguments used so far.
  let arguments: [(any PropertyConvertible)?]
  var usedArguments = 0
  /// Whether an argument is a composite, which may itself be nested deeply.
  var hasDeepArguments = false
  /// The variable names of the enclosing subqueries, outermost first.
  var scopes: [String] = []
  private var nesting = 0

  /// A predicate or a value, with its start and nesting depth.
  struct Part {
    enum Content {
      case condition(FetchPredicate)
      case value(FetchExpression)
    }

    var content: Content
    var start: Int
    var depth: Int
    /// Whether the part is written as a literal. A cast of a literal is another constant.
    var isLiteral = false
  }

  init(
    _ text: String, _ arguments: [(any PropertyConvertible)?]
  ) throws(PredicateParsingError) {
    lexer = PredicateLexer(text)
    self.arguments = arguments
    token = try lexer.next()
  }

  /// Parses the whole text.
  func parse() throws(PredicateParsingError) -> Part {
    let part = try part(0)
    if token.kind != .end { throw surplusMistake() }
    if usedArguments < arguments.count {
      throw PredicateParsingError(
        token.range.lowerBound,
        "Expected a place for each argument, but there"
          + " \(arguments.count == 1 ? "is 1 argument" : "are \(arguments.count) arguments"), and"
          + " \(usedArguments == 0 ? "no places" : "places for \(usedArguments)").",
        remedy: "Write %@ outside of quotes.")
    }
    return part
  }

  // MARK: - Tokens

  func advance() throws(PredicateParsingError) {
    lastEnd = token.range.upperBound
    token = try lexer.next()
  }

  func text(_ range: Range<Int>) -> String { lexer.text(range) }

  var tokenText: String { text(token.range) }

  func expect(_ sign: Unicode.Scalar, _ purpose: String) throws(PredicateParsingError) {
    guard token.isSign(sign) else { throw expected("\"\(sign)\" \(purpose)") }
    try advance()
  }

  /// Returns an error about the current token.
  func expected(_ what: String, remedy: String? = nil) -> PredicateParsingError {
    let found = token.kind == .end ? "the text ends" : "found \(tokenText.quotedForMessage)"
    return PredicateParsingError(
      token.range.lowerBound, "Expected \(what), but \(found).", remedy: remedy)
  }

  /// The source text of a part, up to the end of the last token.
  private func source(_ part: Part) -> String { text(part.start..<lastEnd).quotedForMessage }

  // MARK: - Nesting

  /// Reads a nested part.
  ///
  /// - Throws: An error if the part is nested too deep.
  func nested(_ minimum: Int = 0) throws(PredicateParsingError) -> Part {
    nesting += 1
    try check(depth: nesting, at: token.range.lowerBound)
    let part = try part(minimum)
    nesting -= 1
    return part
  }

  private func check(depth: Int, at offset: Int) throws(PredicateParsingError) {
    if depth > Nesting.depthLimit { throw .tooDeep(offset) }
  }

  func part(
    _ content: Part.Content, from start: Int, around parts: [Part] = []
  ) throws(PredicateParsingError) -> Part {
    let depth = 1 + (parts.lazy.map(\.depth).max() ?? 0)
    try check(depth: depth, at: start)
    return Part(content: content, start: start, depth: depth)
  }

  // MARK: - Operators

  /// Reads operands joined by operators of at least a given precedence.
  func part(_ minimum: Int) throws(PredicateParsingError) -> Part {
    var left = try prefixed(minimum)
    while let infix = token.infix, infix.precedence >= minimum {
      switch infix {
      case .and, .or: left = try join(left, infix)
      case .comparison(let comparison): left = try compare(left, comparison, .one, from: left.start)
      case .arithmetic(let operation):
        let leftValue = try value(left)
        try advance()
        let right = try part(infix.precedence + 1)
        left = try part(
          .value(.arithmetic(leftValue, operation, value(right))), from: left.start,
          around: [left, right])
      case .combination(let combination):
        let leftValue = try value(left)
        try advance()
        let right = try part(infix.precedence + 1)
        left = try part(
          .value(.combination(leftValue, combination, value(right))), from: left.start,
          around: [left, right])
      }
    }
    return left
  }

  private func prefixed(_ minimum: Int) throws(PredicateParsingError) -> Part {
    let start = token.range.lowerBound
    if minimum <= PredicateOperator.notPrecedence {
      if case .not? = token.keyword { return try negation(from: start) }
      if token.isSign("!") { return try negation(from: start) }
    }
    if minimum <= PredicateOperator.comparisonPrecedence,
      case .quantifier(let quantifier)? = token.keyword
    {
      try advance()
      let left = try part(PredicateOperator.comparisonPrecedence + 1)
      guard case .comparison(let comparison)? = token.infix else {
        throw expected("a comparison after the operand of a quantifier", remedy: operatorRemedy)
      }
      return try compare(left, comparison, quantifier, from: start)
    }
    return try operand()
  }

  private func negation(from start: Int) throws(PredicateParsingError) -> Part {
    try advance()
    let inner = try nested(PredicateOperator.notPrecedence)
    return try part(.condition(.not(condition(inner))), from: start, around: [inner])
  }

  /// Reads the rest of a chain into one list.
  private func join(
    _ first: Part, _ infix: PredicateOperator
  ) throws(PredicateParsingError) -> Part {
    var parts = [first]
    var conditions = [try condition(first)]
    while token.infix == infix {
      try advance()
      let next = try part(infix.precedence + 1)
      parts.append(next)
      conditions.append(try condition(next))
    }
    return try part(
      .condition(infix == .and ? .and(conditions) : .or(conditions)), from: first.start,
      around: parts)
  }

  private func compare(
    _ left: Part, _ comparison: FetchPredicate.Comparison,
    _ quantifier: FetchPredicate.Quantifier, from start: Int
  ) throws(PredicateParsingError) -> Part {
    var leftValue = try value(left)
    try advance()
    let options = try options()
    let right = try part(PredicateOperator.comparisonPrecedence + 1)
    var rightValue = try value(right)
    if case .comparison? = token.infix {
      throw expected(
        "AND, OR or the end after a comparison", remedy: rightValue.remedyForSecondComparison)
    }
    if comparison == .between, !rightValue.mayBeBounds {
      throw PredicateParsingError(
        right.start, "Expected two bounds after BETWEEN, but found something else.",
        remedy: "Bounds are a list: {1, 9}.")
    }
    // These two operators compare a list as one value; the others take several values.
    if quantifier == .one, comparison == .equal || comparison == .notEqual {
      leftValue = leftValue.asListValue ?? leftValue
      rightValue = rightValue.asListValue ?? rightValue
    }
    return try part(
      .condition(
        .comparison(leftValue, comparison, rightValue, options: options, quantifier: quantifier)),
      from: start, around: [left, right])
  }

  /// Reads the option letters in brackets after a comparison.
  func options() throws(PredicateParsingError) -> FetchPredicate.Options {
    var options: FetchPredicate.Options = []
    guard token.isSign("[") else { return options }
    try advance()
    let letters = token.kind == .word ? tokenText : ""
    for letter in letters.unicodeScalars {
      switch letter {
      case "c", "C": options.insert(.caseInsensitive)
      case "d", "D": options.insert(.diacriticInsensitive)
      case "v", "V": options.insert(.numeric)
      case "p", "P": options.insert(.partsOfWords)
      // Text is never normalised before it is compared.
      case "n", "N": break
      case "l", "L":
        throw PredicateParsingError(
          token.range.lowerBound, "Expected the letters c, d, v, n or p, but found l.",
          remedy: "Text is compared in the same way in all languages: write [cd].")
      default:
        throw expected("the letters c, d, v, n or p between brackets")
      }
    }
    if letters.isEmpty { throw expected("the letters c, d, v, n or p between brackets") }
    try advance()
    try expect("]", "after the options of a comparison")
    return options
  }

  // MARK: - Kinds of parts

  func value(_ part: Part) throws(PredicateParsingError) -> FetchExpression {
    if case .value(let value) = part.content { return value }
    throw PredicateParsingError(
      part.start, "Expected a value, but \(source(part)) is a condition.")
  }

  func condition(_ part: Part) throws(PredicateParsingError) -> FetchPredicate {
    guard case .value(let value) = part.content else {
      if case .condition(let condition) = part.content { return condition }
      return .constant(true)
    }
    var remedy: String?
    if case .keyPath = value { remedy = "Compare it: == TRUE." }
    // The next word is more likely the error: `pages is 3`, `pages equals 3`.
    if case .word = token.kind, let operatorRemedy {
      throw expected("a comparison", remedy: operatorRemedy)
    }
    throw PredicateParsingError(
      part.start, "Expected a condition, but \(source(part)) is a value.", remedy: remedy)
  }

  // MARK: - Remedies

  private func surplusMistake() -> PredicateParsingError {
    expected("AND, OR or the end", remedy: operatorRemedy)
  }

  /// A suggestion for a word in the place of an operator.
  private var operatorRemedy: String? {
    if token.kind == .specifier { return "Write a remainder as modulus:by:(a, b)." }
    guard token.kind == .word else { return nil }
    if case .not? = token.keyword { return "Write NOT before the whole comparison." }
    let word = tokenText.uppercased()
    if let meant = Self.foreignWords[word] ?? nearMiss(word, in: PredicateKeyword.infixWords) {
      return "Did you mean \(meant)?"
    }
    return nil
  }

  /// Operators of other languages, with the equivalent operators of predicates.
  private static let foreignWords = [
    "IS": "== or !=", "EQUALS": "==", "EQ": "==", "NE": "!=", "LT": "<", "GT": ">",
    "STARTSWITH": "BEGINSWITH", "HASPREFIX": "BEGINSWITH", "HASSUFFIX": "ENDSWITH",
    "INCLUDES": "CONTAINS", "REGEXP": "MATCHES", "MOD": "modulus:by:(a, b)",
  ]
}

extension FetchExpression {
  /// Whether the expression is two values, or may be.
  fileprivate var mayBeBounds: Bool {
    switch self {
    case .list(let parts): parts.count == 2
    case .constant(.list), .constant(.objects): true
    case .constant: false
    default: true
    }
  }

  /// A suggestion for the right side of a comparison if another comparison follows.
  fileprivate var remedyForSecondComparison: String {
    switch self {
    case .arithmetic(_, .bitwiseAnd, _): "& joins bits; join conditions with && or AND."
    case .arithmetic(_, .bitwiseOr, _): "| joins bits; join conditions with || or OR."
    default: "Join comparisons with AND: 1 < pages AND pages < 9."
    }
  }

  /// The expression as a value of a list attribute, if all elements of the list are constants that the attribute can
  /// have.
  var asListValue: FetchExpression? {
    guard case .list(let parts) = self else { return nil }
    var values: [AttributeValue] = []
    for part in parts {
      guard case .constant(let value) = part, value.isPlain else { return nil }
      values.append(value)
    }
    return .constant(.list(values))
  }
}

/// A syntax error in the text of a predicate, at a byte offset.
///
/// This is a class because each call reserves stack space for the errors that it may throw, and the parser is deeply
/// recursive.
final class PredicateParsingError: Error {
  let offset: Int
  /// The expected text and the actual text.
  let reason: String
  let remedy: String?

  init(_ offset: Int, _ reason: String, remedy: String? = nil) {
    self.offset = offset
    self.reason = reason
    self.remedy = remedy
  }

  static func tooDeep(_ offset: Int) -> PredicateParsingError {
    PredicateParsingError(
      offset,
      "Expected at most \(Nesting.depthLimit) nested parts, but this is deeper."
    )
  }
}
