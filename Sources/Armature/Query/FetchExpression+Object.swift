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
  /// The value that a derived attribute has as objects are now; `nil` for any other attribute.
  final func derivedValue(of attribute: AttributeDescription) -> AttributeValue? {
    attribute.derivation.flatMap {
      PredicateEvaluator(object: self).value(of: $0).converted(to: attribute.type)
    }
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
