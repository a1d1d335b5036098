extension PredicateParser {
  /// Reads a format specifier and returns its argument.
  func argument(from start: Int) throws(PredicateParsingError) -> Part {
    if tokenText == "%K" {
      let (names, aggregate) = try argumentPath(allowsAggregate: true)
      try advance()
      let path = try path(names == ["SELF"] ? [] : names, from: start)
      guard let aggregate else { return path }
      return try part(
        .value(.aggregate(aggregate, of: value(path))), from: start, around: [path])
    }
    let place = try place()
    let value = try nextArgument()
    if !place.takes(value) { throw mismatch(value, place.phrase) }
    try advance()
    if case .composite = value { hasDeepArguments = true }
    var part = try part(.value(FetchExpression(value).withListParts), from: start)
    part.isLiteral = true
    return part
  }

  /// Returns the names in the argument of the current `%K`, and the aggregate among them.
  func argumentPath(
    allowsAggregate: Bool
  ) throws(PredicateParsingError) -> (names: [String], aggregate: FetchExpression.Aggregate?) {
    let value = try nextArgument()
    guard case .string(let text) = value else { throw mismatch(value, "the name of a property") }
    var names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var aggregate: FetchExpression.Aggregate?
    if allowsAggregate, let index = names.firstIndex(where: { $0.hasPrefix("@") }) {
      aggregate = FetchExpression.Aggregate(rawValue: names[index])
      if aggregate != nil, aggregate != .count || index == names.count - 1 {
        names.remove(at: index)
      }
    }
    if names.contains(where: { $0.isEmpty || $0.hasPrefix("@") }) {
      throw mismatch(
        value, "names separated by points" + (allowsAggregate ? ", and one aggregate," : ""))
    }
    return (names, aggregate)
  }

  private func nextArgument() throws(PredicateParsingError) -> AttributeValue {
    guard usedArguments < arguments.count else {
      throw PredicateParsingError(
        token.range.lowerBound,
        "Expected an argument for \(tokenText.quotedForMessage), but there"
          + (arguments.isEmpty
            ? " are none." : " \(arguments.count == 1 ? "is" : "are") only \(arguments.count)."))
    }
    let argument = arguments[usedArguments]
    usedArguments += 1
    return argument?.propertyValue.flatMap(AttributeValue.from) ?? .null
  }

  /// The type of argument that the letter of a specifier requires.
  private enum Place {
    case any, whole, fraction, text

    var phrase: String {
      switch self {
      case .any: "a value"
      case .whole: "a whole number"
      case .fraction: "a number with a fraction"
      case .text: "text"
      }
    }

    func takes(_ value: AttributeValue) -> Bool {
      switch (self, value) {
      // C, which defines these letters, has no Boolean values.
      case (.any, _), (.whole, .int), (.whole, .bool): true
      case (.fraction, .double), (.fraction, .decimal), (.text, .string): true
      default: false
      }
    }
  }

  private func place() throws(PredicateParsingError) -> Place {
    switch tokenText.dropFirst().drop(while: { "hlqzjtL".contains($0) }) {
    case "@": return .any
    case "d", "D", "i", "u", "U", "x", "X", "o", "O": return .whole
    case "f", "F", "e", "E", "g", "G", "a", "A": return .fraction
    case "s", "S": return .text
    default:
      throw expected(
        "%@, %K, %d, %f, %s or a similar specifier",
        remedy: tokenText == "%%" ? "Write a remainder as modulus:by:(a, b)." : nil)
    }
  }

  private func mismatch(_ value: AttributeValue, _ what: String) -> PredicateParsingError {
    PredicateParsingError(
      token.range.lowerBound,
      "Expected \(what) for \(tokenText.quotedForMessage), but argument \(usedArguments) is"
        + " \(PredicateKind(value).phrase).",
      remedy: tokenText.hasSuffix("K") ? nil : "Use %@ for a value of any type.")
  }
}

extension FetchExpression {
  /// The expression in the form of a list, if the expression is the value of a list attribute.
  fileprivate var withListParts: FetchExpression {
    guard case .constant(.list(let values)) = self else { return self }
    return .list(values.map(FetchExpression.constant))
  }
}
