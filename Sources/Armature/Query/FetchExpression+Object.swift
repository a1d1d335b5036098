package import ArmatureModel

extension FetchExpression {
  /// Returns the value of the expression for an object; `null` for several values. The entity of the object must have
  /// the expression's properties.
  package func value(for object: ManagedObject) -> AttributeValue { value(in: [object]) }

  /// Returns the value of the expression inside subqueries, with an object for each; the innermost comes last.
  package func value(in scopes: [ManagedObject]) -> AttributeValue {
    PredicateEvaluator(scopes).value(of: self)
  }

  /// Returns the values of the expression inside subqueries, one for each path.
  package func values(in scopes: [ManagedObject]) -> [AttributeValue] {
    PredicateEvaluator(scopes).elements(of: self)
  }
}

extension ManagedObject {
  final func derivedValue(of attribute: AttributeDescription) -> AttributeValue? {
    guard let derivation = attribute.derivation,
      let property = runtime.property(named: attribute.name)
    else { return nil }
    // A save computes the values in order if one is derived from others that are not computed either.
    if readsDerivedValues(derivation) {
      let value = graph?.context?.withDerivedValues { self.attribute(property.place) } ?? .null
      if !value.isNull { return value }
    }
    return PredicateEvaluator(object: self).value(of: derivation).converted(to: attribute.type)
  }

  /// Whether an expression reads derived attributes, of this or other objects.
  private final func readsDerivedValues(_ expression: FetchExpression) -> Bool {
    expression.paths.contains { path in
      var entity = runtime.entity.name
      for name in path {
        guard let property = runtime.tree.property(named: name, of: entity) else { return false }
        if property.asAttribute?.derivation != nil { return true }
        guard let relationship = property.asRelationship else { return false }
        entity = relationship.destination
      }
      return false
    }
  }
}

extension FetchPredicate {
  /// Returns whether a checked condition holds inside subqueries; the innermost object comes last.
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
