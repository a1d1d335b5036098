extension Attribute {
  /// Computes the value of the attribute from other properties of a typed entity.
  ///
  /// The compiler checks the names and types of these properties:
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
  /// Apart from this check, the method is the same as ``derived(from:)``.
  ///
  /// - Parameters:
  ///   - entity: The entity that declares the attribute.
  ///   - value: The expression for the value, written as in a condition. The closure is called when a model is created.
  public func derived<Entity: EntityType, Expression: TypedQueryExpression>(
    in entity: Entity.Type, _ value: @escaping @Sendable (Query<Entity>) -> Expression
  ) -> Self where Expression.ComparisonKind == Value.ComparisonKind {
    derived(by: { value(Query<Entity>()).fetchExpression })
  }
}
