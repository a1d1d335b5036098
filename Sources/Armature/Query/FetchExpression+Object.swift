package import ArmatureModel

extension FetchExpression {
  /// The value of the expression about an object, to whose entity it belongs; `null` for several.
  package func value(for object: ManagedObject) -> AttributeValue {
    PredicateEvaluator(object: object).value(of: self)
  }
}
