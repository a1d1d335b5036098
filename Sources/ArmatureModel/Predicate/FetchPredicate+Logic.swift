extension FetchPredicate {
  /// Returns a predicate that holds if both predicates hold.
  ///
  /// A chain such as `a && b && c` becomes one list of three predicates. A predicate `.constant(true)` is dropped.
  ///
  /// - Complexity: O(*n*) in the length of both lists. To join thousands of predicates, use
  ///   `FetchPredicate.and(conditions)`.
  public static func && (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
    switch (left, right) {
    case (.constant(true), let other), (let other, .constant(true)): other
    case (.and(let a), .and(let b)): .and(a + b)
    case (.and(let a), _): .and(a + [right])
    case (_, .and(let b)): .and([left] + b)
    default: .and([left, right])
    }
  }

  /// Returns a predicate that holds if at least one of the predicates holds.
  ///
  /// A chain such as `a || b || c` becomes one list of three predicates. A predicate `.constant(false)` is dropped.
  ///
  /// - Complexity: O(*n*) in the length of both lists. To join thousands of predicates, use
  ///   `FetchPredicate.or(conditions)`.
  public static func || (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
    switch (left, right) {
    case (.constant(false), let other), (let other, .constant(false)): other
    case (.or(let a), .or(let b)): .or(a + b)
    case (.or(let a), _): .or(a + [right])
    case (_, .or(let b)): .or([left] + b)
    default: .or([left, right])
    }
  }

  /// Returns the negation of a predicate. A double negation is removed.
  public static prefix func ! (predicate: FetchPredicate) -> FetchPredicate {
    switch predicate {
    case .not(let inner): inner
    case .constant(let holds): .constant(!holds)
    default: .not(predicate)
    }
  }

  /// The counted expression and the expected result, if the predicate only tests whether a count is 0.
  ///
  /// For example, `SUBQUERY(books, $b, $b.pages > 100).@count > 0` can stop at the first matching book.
  package var existence: (of: FetchExpression, isWanted: Bool)? {
    guard
      case .comparison(
        .aggregate(.count, let values), let comparison, .constant(let bound), _, .one) =
        self
    else { return nil }
    switch (comparison, bound) {
    case (.greater, .int(0)), (.notEqual, .int(0)), (.greaterOrEqual, .int(1)):
      return (values, true)
    case (.equal, .int(0)), (.lessOrEqual, .int(0)), (.less, .int(1)): return (values, false)
    default: return nil
    }
  }
}
