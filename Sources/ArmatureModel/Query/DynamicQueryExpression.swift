/// An expression whose type is known only when it is checked against a model.
public protocol DynamicQueryExpression: OrderedQueryExpression, TextQueryExpression,
  NumericQueryExpression
where
  Comparand == DynamicExpression, ComparisonKind == DynamicExpression,
  Computed == DynamicExpression
{}

extension DynamicQueryExpression {
  /// Returns an expression for the result of arithmetic.
  public static func computed(_ expression: FetchExpression) -> DynamicExpression {
    DynamicExpression(expression)
  }
}

// The comment on `TextQueryExpression` explains why the extension is constrained.

extension QueryExpression where Self: DynamicQueryExpression {
  /// Returns the text in lowercase, by Unicode's language-independent rules.
  public func lowercased() -> DynamicExpression { apply(.lowercase) }

  /// Returns the text in uppercase, by Unicode's language-independent rules.
  public func uppercased() -> DynamicExpression { apply(.uppercase) }

  private func apply(_ function: FetchExpression.Function) -> DynamicExpression {
    DynamicExpression(.function(function, [fetchExpression]))
  }

  /// Returns a predicate that holds if the expression equals one of the values.
  ///
  /// As with `==`, a missing value equals only `nil`.
  public func `in`(_ values: some Sequence<some PropertyConvertible>) -> FetchPredicate {
    .comparison(fetchExpression, .in, .values(values))
  }

  /// Returns a predicate that holds if the expression equals one of the values of another expression.
  public func `in`(_ values: some DynamicQueryExpression) -> FetchPredicate {
    .comparison(fetchExpression, .in, values.fetchExpression)
  }
}
