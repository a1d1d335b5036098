import ArmatureModel

/// Evaluates predicates and expressions on one object, by walking the tree.
///
/// Rules whose leaves are simple comparisons run as a compiled program instead; see
/// `CompiledPredicate`. Both give the same answers.
struct PredicateEvaluator {
  let object: ManagedObject
  var variables: [String: AttributeValue] = [:]

  func holds(_ predicate: FetchPredicate) -> Bool {
    switch predicate {
    case .constant(let value): value
    case .comparison(let left, let comparison, let right):
      comparison.holds(value(of: left), value(of: right))
    case .text(let text, let test, let other, let ignoringCase):
      test.holds(value(of: text), value(of: other), ignoringCase: ignoringCase)
    case .membership(let expression, let values):
      values.contains { FetchPredicate.Comparison.equal.holds(value(of: expression), $0) }
    case .and(let parts): parts.allSatisfy(holds)
    case .or(let parts): parts.contains(where: holds)
    case .not(let part): !holds(part)
    case .quantified(let quantifier, let path, let condition):
      quantifier.holds(over: objects(along: path)) {
        PredicateEvaluator(object: $0, variables: variables).holds(condition)
      }
    }
  }

  func value(of expression: FetchExpression) -> AttributeValue {
    switch expression {
    case .constant(let value): value
    case .variable(let name): variables[name] ?? .null
    case .keyPath(let path): value(along: path)
    case .arithmetic(let left, let operation, let right):
      operation.value(of: value(of: left), value(of: right))
    case .aggregate(let aggregate, let path): aggregate.value(of: values(along: path))
    case .length(let text):
      if case .string(let text) = value(of: text) { .int(Int64(text.count)) } else { .null }
    }
  }

  private func value(along path: [String]) -> AttributeValue {
    if path.count == 1, let slot = object.runtime.slot(named: path[0]), slot.kind != .objects {
      return object.currentValue(slot)
    }
    return values(along: path).first ?? .null
  }

  private func values(along path: [String]) -> [AttributeValue] {
    // Models are checked: a path that leads nowhere does not get here.
    (try? object.values(along: path, of: path.joined(separator: "."))) ?? []
  }

  private func objects(along path: [String]) -> [ManagedObject] {
    var objects = [object]
    for name in path {
      objects = objects.flatMap { object in
        object.runtime.slot(named: name).map { object.related($0) } ?? []
      }
    }
    return objects
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
