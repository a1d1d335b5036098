extension Attribute {
  /// Derives the value from other properties of a typed entity; the compiler checks names and types.
  ///
  /// ```swift
  /// struct Line: EntityType {
  ///   static let schema = Line()
  ///   let price = Attribute<Decimal>()
  ///   let bill = ToOne<Bill>()
  /// }
  /// struct Bill: EntityType {
  ///   static let schema = Bill()
  ///   let lines = ToMany<Line>(inverse: \.bill)
  ///   let total = Attribute<Decimal>().derived(in: Bill.self) { $0.lines.sum(\.price) }
  /// }
  /// ```
  /// The rest is as with ``derived(from:)``.
  ///
  /// - Parameters:
  ///   - entity: The entity that has the attribute.
  ///   - value: What the value is, as in a condition. It is called when a model is built.
  public func derived<Entity: EntityType, Expression: TypedQueryExpression>(
    in entity: Entity.Type, _ value: @escaping @Sendable (Query<Entity>) -> Expression
  ) -> Self where Expression.ComparisonKind == Value.ComparisonKind {
    derived(by: { value(Query<Entity>()).fetchExpression })
  }
}
