#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PredicateParser {
  /// Reads a value without operators, or a predicate in parentheses.
  func operand() throws(PredicateParsingError) -> Part {
    // Parentheses are handled separately, since they can be nested.
    try properties(of: token.isSign("(") ? parenthesized() : primary())
  }

  private func primary() throws(PredicateParsingError) -> Part {
    let start = token.range.lowerBound
    switch token.kind {
    case .word: return try word(from: start)
    case .name(let name):
      try advance()
      return try path([name], from: start)
    case .selector:
      let name = tokenText
      try advance()
      return try call(name, from: start)
    case .variable(let name):
      try advance()
      guard let index = scopes.lastIndex(of: name) else {
        return try part(.value(.variable(name)), from: start)
      }
      return try part(
        .value(.keyPath(FetchPath([], level: scopes.count - 1 - index))), from: start)
    case .text(let text):
      try advance()
      return try literal(.string(text), from: start)
    case .number: return try number(isNegative: false, from: start)
    case .specifier: return try argument(from: start)
    // The aggregate itself is read in the next step.
    case .aggregate: return try path([], from: start)
    case .infix where token.infix == .arithmetic(.subtract): return try negative(from: start)
    case .infix, .end: throw expected("a value")
    case .sign:
      if token.isSign("{") { return try braces(from: start) }
      if token.isSign("~") { return try complement(from: start) }
      throw expected("a value")
    }
  }

  func literal(_ value: AttributeValue, from start: Int) throws(PredicateParsingError) -> Part {
    var part = try part(.value(.constant(value)), from: start)
    part.isLiteral = true
    return part
  }

  /// Returns a path that starts at the object of the whole predicate.
  func path(_ names: [String], from start: Int) throws(PredicateParsingError) -> Part {
    try part(.value(.keyPath(FetchPath(names, level: scopes.count))), from: start)
  }

  // MARK: - Words

  private func word(from start: Int) throws(PredicateParsingError) -> Part {
    let keyword = token.keyword
    let name = tokenText
    switch keyword {
    case .infix(.combination)?: try advance()
    case .infix?, .not?, .quantifier?:
      throw expected("a value", remedy: "Write a property of that name as #\(name).")
    default: try advance()
    }
    switch keyword {
    case .value(let value)?: return try literal(value, from: start)
    case .holds(let holds)?: return try part(.condition(.constant(holds)), from: start)
    case .object?: return try path([], from: start)
    default:
      // Only in capitals, since a property may have the name and be a list: search[0].
      if token.isSign("(") || name == "SEARCH" && token.isSign("[") {
        return try call(name, from: start)
      }
      return try path([name], from: start)
    }
  }

  // MARK: - Signs

  private func parenthesized() throws(PredicateParsingError) -> Part {
    let start = token.range.lowerBound
    try advance()
    var inner = try nested()
    if token.isSign(",") {
      throw expected("\")\"", remedy: "Write a list in braces: {1, 2}.")
    }
    try expect(")", "that closes the parenthesis")
    inner.start = start
    inner.isLiteral = false
    return inner
  }

  /// Reads a minus sign with its operand. The result is a negative number, or a subtraction from 0.
  private func negative(from start: Int) throws(PredicateParsingError) -> Part {
    try advance()
    if token.kind == .number { return try number(isNegative: true, from: start) }
    let inner = try signed()
    return try part(
      .value(.arithmetic(.constant(.int(0)), .subtract, value(inner))), from: start,
      around: [inner])
  }

  private func complement(from start: Int) throws(PredicateParsingError) -> Part {
    try advance()
    let inner = try signed()
    return try part(
      .value(.function(.onesComplement, [value(inner)])), from: start, around: [inner])
  }

  private func signed() throws(PredicateParsingError) -> Part {
    try nested(PredicateOperator.signPrecedence)
  }

  /// Reads a list or a composite: `{1, 2}`, `{"city": "Rome"}`, `{:}`.
  private func braces(from start: Int) throws(PredicateParsingError) -> Part {
    try advance()
    if token.isSign(":") {
      try advance()
      try expect("}", "that closes an empty composite")
      return try literal(.composite([:]), from: start)
    }
    var parts: [Part] = []
    while !token.isSign("}") {
      let next = try nested()
      if parts.isEmpty, token.isSign(":") { return try composite(key: next, from: start) }
      parts.append(next)
      guard token.isSign(",") else { break }
      try advance()
    }
    try expect("}", "or \",\" in a list")
    var values: [FetchExpression] = []
    for part in parts { values.append(try value(part)) }
    var list = try part(.value(.list(values)), from: start, around: parts)
    list.isLiteral = parts.allSatisfy(\.isLiteral)
    return list
  }

  private func composite(
    key first: Part, from start: Int
  ) throws(PredicateParsingError) -> Part {
    var elements: [String: AttributeValue] = [:]
    var parts: [Part] = []
    var key = first
    while true {
      guard case .value(.constant(.string(let name))) = key.content else {
        throw PredicateParsingError(
          key.start, "Expected the name of an element in quotes, but found none.")
      }
      try expect(":", "after the name of an element")
      let element = try nested()
      guard case .value(.constant(let value)) = element.content else {
        throw PredicateParsingError(
          element.start, "Expected a constant in a composite, but found none.")
      }
      guard elements.updateValue(value, forKey: name) == nil else {
        throw PredicateParsingError(
          key.start, "Expected one \(name.quotedForMessage), but there are two.")
      }
      parts.append(element)
      guard token.isSign(",") else { break }
      try advance()
      key = try nested()
    }
    try expect("}", "or \",\" in a composite")
    var part = try part(.value(.constant(.composite(elements))), from: start, around: parts)
    part.isLiteral = true
    return part
  }
}

extension PredicateParser {
  /// Reads the number at the current token.
  ///
  /// A number without a point and an exponent is an integer. Any other number is a floating-point number. If a
  /// floating-point number would lose digits, it is an exact decimal.
  func number(isNegative: Bool, from start: Int) throws(PredicateParsingError) -> Part {
    let text = (isNegative ? "-" : "") + tokenText
    guard let value = AttributeValue(number: text) else {
      throw PredicateParsingError(
        token.range.lowerBound,
        "Expected a number, but \(text.quotedForMessage) cannot be represented.")
    }
    try advance()
    return try literal(value, from: start)
  }
}

extension AttributeValue {
  fileprivate init?(number text: String) {
    if let number = Int64(text) {
      self = .int(number)
      return
    }
    if let number = Int64(based: text) {
      self = .int(number)
      return
    }
    let double = Double(text).flatMap { $0.isFinite ? $0 : nil }
    // Up to 15 digits are always exact in floating-point.
    if text.utf8.count > 15, let decimal = try? DecimalText.parse(text),
      double.flatMap({ try? DecimalText.parse("\($0)") }) != decimal
    {
      self = .decimal(decimal)
      return
    }
    guard let double, !text.utf8.contains(UInt8(ascii: "x")) else { return nil }
    self = .double(double)
  }
}

extension Int64 {
  /// Reads an integer such as `0xFF`, `0o17` or `-0b101`.
  fileprivate init?(based text: String) {
    let isNegative = text.hasPrefix("-")
    let digits = text.dropFirst(isNegative ? 1 : 0)
    guard digits.first == "0", let letter = digits.dropFirst().first?.lowercased(),
      let radix = ["x": 16, "o": 8, "b": 2][letter]
    else { return nil }
    self.init((isNegative ? "-" : "") + digits.dropFirst(2), radix: radix)
  }
}
