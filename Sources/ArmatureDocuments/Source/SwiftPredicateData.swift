import ArmatureModel

/// Writes conditions and expressions as calls that create them.
struct SwiftPredicateData {
  private(set) var needsFoundation = false

  mutating func text(_ predicate: FetchPredicate) -> String {
    switch predicate {
    case .constant(let value): ".constant(\(value))"
    case .and(let parts): ".and(\(list(parts)))"
    case .or(let parts): ".or(\(list(parts)))"
    case .not(let part): ".not(\(text(part)))"
    case .comparison(let left, let comparison, let right, let options, let quantifier):
      ".comparison(\(text(left)), .\(comparison.swiftWord), \(text(right))"
        + (options.isEmpty ? "" : ", options: .init(rawValue: \(options.rawValue))")
        + (quantifier == .one ? ")" : ", quantifier: .\(quantifier))")
    }
  }

  /// Returns the requirement of a rule as source. Returns `nil` if it is a closure, or does not concern a single value.
  mutating func text(_ requirement: ValidationRule.Requirement) -> String? {
    switch requirement {
    case .required: return ".required"
    case .length(let least, let most):
      return
        ".length(minimum: \(least.map { "\($0)" } ?? "nil"), maximum: \(most.map { "\($0)" } ?? "nil"))"
    case .range(let least, let most, let excludes):
      let texts = [least, most].map { value in value.map { text($0) } ?? "nil" }
      return ".range(minimum: \(texts[0]), maximum: \(texts[1]), excludesMaximum: \(excludes))"
    case .pattern(let pattern): return ".pattern(\(pattern.swiftLiteral))"
    case .format(let format): return ".format(.\(format))"
    case .schema(let schema):
      return SwiftLiteral(.json(schema), .json).text.map { ".schema(\($0))" }
    case .membership(let values):
      var texts: [String] = []
      for value in values { texts.append(text(value)) }
      return ".membership([\(texts.joined(separator: ", "))])"
    case .unique, .count, .predicate, .document, .custom: return nil
    }
  }

  private mutating func list(_ parts: [FetchPredicate]) -> String {
    var texts: [String] = []
    for part in parts { texts.append(text(part)) }
    return "[\(texts.joined(separator: ", "))]"
  }

  private mutating func list(_ parts: [FetchExpression]) -> String {
    var texts: [String] = []
    for part in parts { texts.append(text(part)) }
    return "[\(texts.joined(separator: ", "))]"
  }

  mutating func text(_ expression: FetchExpression) -> String {
    switch expression {
    case .keyPath(let path):
      path.level == 0
        ? ".keyPath([\(names(path.names))])"
        : ".keyPath(FetchPath([\(names(path.names))], level: \(path.level)))"
    case .constant(let value): ".constant(\(text(value)))"
    case .list(let parts): ".list(\(list(parts)))"
    case .variable(let name): ".variable(\(name.swiftLiteral))"
    case .properties(let path, let base):
      ".properties([\(names(path))], of: \(text(base)))"
    case .arithmetic(let left, let operation, let right):
      ".arithmetic(\(text(left)), .\(operation), \(text(right)))"
    case .function(let function, let arguments):
      ".function(.\(function), \(list(arguments)))"
    case .aggregate(let aggregate, let base):
      ".aggregate(.\(aggregate), of: \(text(base)))"
    case .subquery(let base, let condition):
      ".subquery(\(text(base)), where: \(text(condition)))"
    case .conditional(let condition, let value, let otherwise):
      ".conditional(\(text(condition)), \(text(value)), otherwise: \(text(otherwise)))"
    case .combination(let left, let combination, let right):
      ".combination(\(text(left)), .\(combination), \(text(right)))"
    case .element(let position, let base):
      ".element(.\(position), of: \(text(base)))"
    }
  }

  private func names(_ names: [String]) -> String {
    names.map(\.swiftLiteral).joined(separator: ", ")
  }

  private mutating func text(_ value: AttributeValue) -> String {
    guard let type = value.naturalType else { return ".null" }
    let literal = SwiftLiteral(value, type)
    needsFoundation = needsFoundation || literal.needsFoundation
    guard let text = literal.text else { return ".null" }
    switch value {
    case .bool: return ".bool(\(text))"
    case .int: return ".int(\(text))"
    case .double: return ".double(\(text))"
    case .decimal: return ".decimal(\(text))"
    case .string: return ".string(\(text))"
    case .date: return ".date(\(text))"
    case .data: return ".data(\(text))"
    case .uuid: return ".uuid(\(text))"
    case .url: return ".url(\(text))"
    case .calendarDate: return ".calendarDate(\(text))"
    case .json: return ".json(\(text))"
    default: return ".null"
    }
  }
}

extension FetchPredicate.Comparison {
  /// The name of the case, in backticks if it is a keyword.
  fileprivate var swiftWord: String { self == .in ? "`in`" : "\(self)" }
}
