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
  /// Otherwise it is like ``derived(from:)``.
  ///
  /// - Parameters:
  ///   - entity: The entity with the attribute.
  ///   - value: The expression for the value, as in a condition. The closure is called when a model is built.
  public func derived<Entity: EntityType, Expression: TypedQueryExpression>(
    in entity: Entity.Type, _ value: @escaping @Sendable (Query<Entity>) -> Expression
  ) -> Self where Expression.ComparisonKind == Value.ComparisonKind {
    derived(by: { value(Query<Entity>()).fetchExpression })
  }
}
