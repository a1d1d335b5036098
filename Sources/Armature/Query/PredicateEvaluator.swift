import ArmatureModel

/// Evaluates predicates and expressions on one object, by walking the tree.
///
/// Rules whose leaves are simple comparisons run as a compiled program instead; see
/// `CompiledPredicate`. Both give the same answers.
struct PredicateEvaluator {
  /// The object, and inside quantifiers those of the quantifiers around it; the innermost is last.
  private let scopes: [ManagedObject]
  /// The patterns of text tests, compiled beforehand, by their source.
  private let patterns: [String: TextPattern]

  init(object: ManagedObject, patterns: [String: TextPattern] = [:]) {
    self.init(scopes: [object], patterns: patterns)
  }

  private init(scopes: [ManagedObject], patterns: [String: TextPattern]) {
    self.scopes = scopes
    self.patterns = patterns
  }

  func holds(_ predicate: FetchPredicate) -> Bool {
    switch predicate {
    case .constant(let value): value
    case .comparison(let left, let comparison, let right):
      comparison.holds(value(of: left), value(of: right))
    case .text(let text, let test, let other, let ignoringCase):
      test.holds(value(of: text), value(of: other), ignoringCase: ignoringCase)
        ?? matches(value(of: text), value(of: other), ignoringCase)
    case .membership(let expression, let values):
      contains(value(of: expression), in: values)
    case .and(let parts): parts.allSatisfy(holds)
    case .or(let parts): parts.contains(where: holds)
    case .not(let part): !holds(part)
    case .quantified(let quantifier, let path, let condition):
      quantifier.holds(over: objects(along: path)) { object in
        PredicateEvaluator(scopes: scopes + [object], patterns: patterns).holds(condition)
      }
    }
  }

  private func contains(_ value: AttributeValue, in values: [AttributeValue]) -> Bool {
    values.contains { $0.isSame(as: value) }
  }

  private func matches(
    _ text: AttributeValue, _ source: AttributeValue, _ ignoringCase: Bool
  ) -> Bool {
    guard case .string(let text) = text, case .string(let source) = source else { return false }
    let key = ignoringCase ? "(?i)" + source : source
    guard let pattern = patterns[key] ?? (try? TextPattern(key)) else { return false }
    return pattern.matches(text)
  }

  func value(of expression: FetchExpression) -> AttributeValue {
    switch expression {
    case .constant(let value): value
    // Variables are bound by fetch requests; a rule has none.
    case .variable: .null
    case .keyPath(let path): value(along: path)
    case .arithmetic(let left, let operation, let right):
      operation.apply(value(of: left), value(of: right))
    case .aggregate(let aggregate, let path): aggregate.value(of: values(along: path))
    case .length(let text):
      if case .string(let text) = value(of: text) { .int(Int64(text.count)) } else { .null }
    }
  }

  /// The object that a path starts from.
  private func start(of path: FetchPath) -> ManagedObject {
    scopes[max(0, scopes.count - 1 - path.level)]
  }

  private func value(along path: FetchPath) -> AttributeValue {
    let object = start(of: path)
    if path.names.isEmpty { return .object(object.objectID) }
    if path.names.count == 1, let property = object.runtime.property(named: path.names[0]), property.kind != .objects
    {
      return object.currentValue(property)
    }
    return values(along: path).first ?? .null
  }

  private func values(along path: FetchPath) -> [AttributeValue] {
    // Models are checked: a path that leads nowhere does not get here.
    (try? start(of: path).values(along: path.names, of: path.description)) ?? []
  }

  private func objects(along path: FetchPath) -> [ManagedObject] {
    path.names.reduce([start(of: path)]) { objects, name in
      objects.flatMap { object in
        object.runtime.property(named: name).map { object.related($0.place) } ?? []
      }
    }
  }
}

extension FetchPredicate.Quantifier {
  fileprivate func holds<Element>(
    over elements: [Element], _ condition: (Element) -> Bool
  ) -> Bool {
    switch self {
    case .any: elements.contains(where: condition)
    case .all: elements.allSatisfy(condition)
    case .none: !elements.contains(where: condition)
    }
  }
}

extension FetchPredicate {
  /// The patterns of the text tests with a constant pattern, compiled, by their source.
  var compiledPatterns: [String: TextPattern] {
    switch self {
    case .text(_, .matches, .constant(.string(let source)), let ignoringCase):
      let key = ignoringCase ? "(?i)" + source : source
      return (try? TextPattern(key)).map { [key: $0] } ?? [:]
    case .and(let parts), .or(let parts):
      return parts.reduce(into: [:]) { $0.merge($1.compiledPatterns) { first, _ in first } }
    case .not(let part), .quantified(_, _, let part): return part.compiledPatterns
    case .constant, .comparison, .text, .membership: return [:]
    }
  }
}
