extension FetchExpression {
  /// Returns the objects that satisfy the condition of a closure.
  func filtered(_ condition: (FetchPath) -> FetchPredicate) -> FetchExpression {
    .subquery(self, where: Self.resolved(condition))
  }

  /// Returns a predicate on the objects, from a closure for one of them.
  func quantified(
    _ quantifier: FetchPredicate.Quantifier, _ condition: (FetchPath) -> FetchPredicate
  ) -> FetchPredicate {
    let condition = Self.resolved(condition)
    if let short = short(quantifier, condition) { return short }
    let matches = FetchExpression.subquery(self, where: quantifier == .all ? !condition : condition)
    return .comparison(
      .aggregate(.count, of: matches), quantifier == .any ? .greater : .equal, .constant(.int(0)))
  }

  /// Returns the condition that a closure creates. Its paths start at each of the objects.
  private static func resolved(_ condition: (FetchPath) -> FetchPredicate) -> FetchPredicate {
    FetchPath.Mark.unique { mark in
      condition(FetchPath(mark: mark)).mapPaths { path, depth in
        var path = path
        if path.mark == mark {
          path.mark = nil
          path.level = depth
        } else if path.mark == nil, path.level >= depth {
          // The path starts outside the closure, which adds one subquery.
          path.level += 1
        }
        return path
      }
    }
  }

  /// Returns a predicate such as `ANY books.pages > 100`. A test of a single property of the objects needs no subquery.
  private func short(
    _ quantifier: FetchPredicate.Quantifier, _ condition: FetchPredicate
  ) -> FetchPredicate? {
    guard case .keyPath = self,
      case .comparison(.keyPath(let tested), let comparison, let right, let options, .one) =
        condition, tested.level == 0, tested.mark == nil, comparison != .search
    else { return nil }
    // Quantifiers do not apply to `CONTAINS` unless it searches for text, since the left side may be several objects.
    if comparison == .contains {
      guard case .constant(.string) = right else { return nil }
    }
    var readsObjects = false
    let outside = right.mapPaths { path, depth in
      guard path.mark == nil, path.level >= depth else { return path }
      if path.level == depth { readsObjects = true }
      return FetchPath(path.names, level: path.level - 1)
    }
    if readsObjects { return nil }
    return .comparison(
      appending(tested.names), comparison, outside, options: options, quantifier: quantifier)
  }
}

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
