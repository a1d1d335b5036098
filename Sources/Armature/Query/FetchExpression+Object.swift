package import ArmatureModel

extension FetchExpression {
  /// The value of the expression for an object of an entity that it suits; `null` for several values.
  package func value(for object: ManagedObject) -> AttributeValue { value(in: [object]) }

  /// The value of the expression inside subqueries, about an object of each; the innermost is last.
  package func value(in scopes: [ManagedObject]) -> AttributeValue {
    PredicateEvaluator(scopes).value(of: self)
  }

  /// The values that the expression yields inside subqueries, one for each way.
  package func values(in scopes: [ManagedObject]) -> [AttributeValue] {
    PredicateEvaluator(scopes).elements(of: self)
  }
}

extension ManagedObject {
  final func derivedValue(of attribute: AttributeDescription) -> AttributeValue? {
    guard let derivation = attribute.derivation, let property = runtime.property(named: attribute.name)
    else { return nil }
    // What it is derived from may be derived, and not be computed either.
    let value = graph?.context?.withDerivedValues { self.attribute(property.place) } ?? .null
    if !value.isNull { return value }
    return PredicateEvaluator(object: self).value(of: derivation).converted(to: attribute.type)
  }
}

extension FetchPredicate {
  /// Whether a condition that was checked holds inside subqueries; the innermost object is last.
  package func holds(in scopes: [ManagedObject]) -> Bool {
    PredicateEvaluator(scopes).holds(self)
  }
}

extension PredicateEvaluator {
  fileprivate init(_ scopes: [ManagedObject]) {
    self.init(
      scopes: scopes, patterns: CompiledPatterns(), date: EvaluationDate(scopes.last?.graph),
      isSaved: false)
  }
}
