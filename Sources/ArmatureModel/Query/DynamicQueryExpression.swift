/// An expression whose type is known only when the model is built.
public protocol DynamicQueryExpression: OrderedQueryExpression, TextQueryExpression,
  NumericQueryExpression
where
  Comparand == DynamicExpression, ComparisonKind == DynamicExpression,
  Computed == DynamicExpression
{}

extension DynamicQueryExpression {
  /// Wraps the result of arithmetic.
  public static func computed(_ expression: FetchExpression) -> DynamicExpression {
    DynamicExpression(expression)
  }
}

// Why the extension is constrained is said at `TextQueryExpression`.

extension QueryExpression where Self: DynamicQueryExpression {
  /// The text in lowercase, by Unicode's rules without those of a language.
  public func lowercased() -> DynamicExpression { apply(.lowercase) }

  /// The text in uppercase, by Unicode's rules without those of a language.
  public func uppercased() -> DynamicExpression { apply(.uppercase) }

  private func apply(_ function: FetchExpression.Function) -> DynamicExpression {
    DynamicExpression(.function(function, [fetchExpression]))
  }

  /// Equal to one of some values, as `==` has it: an absent value only to an absent one.
  public func `in`(_ values: some Sequence<some PropertyConvertible>) -> FetchPredicate {
    .comparison(fetchExpression, .in, .values(values))
  }

  /// Equal to one of the values, or objects, that another expression leads to.
  public func `in`(_ values: some DynamicQueryExpression) -> FetchPredicate {
    .comparison(fetchExpression, .in, values.fetchExpression)
  }
}
