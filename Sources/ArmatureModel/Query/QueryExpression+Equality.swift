extension QueryExpression {
  /// One expression equals another.
  public static func == <Other: QueryExpression>(
    left: Self, right: Other
  ) -> FetchPredicate where ComparisonKind == Other.ComparisonKind {
    .comparison(left.fetchExpression, .equal, right.fetchExpression)
  }
  /// One expression differs from another.
  public static func != <Other: QueryExpression>(
    left: Self, right: Other
  ) -> FetchPredicate where ComparisonKind == Other.ComparisonKind {
    .comparison(left.fetchExpression, .notEqual, right.fetchExpression)
  }
}

extension TypedQueryExpression {
  /// The expression equals a constant.
  public static func == (left: Self, right: Constant) -> FetchPredicate {
    .comparison(left.fetchExpression, .equal, .constant(attributeValue(of: right)))
  }
  /// A constant equals the expression.
  public static func == (left: Constant, right: Self) -> FetchPredicate {
    .comparison(.constant(attributeValue(of: left)), .equal, right.fetchExpression)
  }
  /// The expression differs from a constant.
  public static func != (left: Self, right: Constant) -> FetchPredicate {
    .comparison(left.fetchExpression, .notEqual, .constant(attributeValue(of: right)))
  }
  /// A constant differs from the expression.
  public static func != (left: Constant, right: Self) -> FetchPredicate {
    .comparison(.constant(attributeValue(of: left)), .notEqual, right.fetchExpression)
  }
}

extension DynamicQueryExpression {
  /// The expression equals a constant of any type.
  public static func == (left: Self, right: some PropertyConvertible) -> FetchPredicate {
    .comparison(left.fetchExpression, .equal, .value(right))
  }
  /// A constant of any type equals the expression.
  public static func == (left: some PropertyConvertible, right: Self) -> FetchPredicate {
    .comparison(.value(left), .equal, right.fetchExpression)
  }
  /// The expression equals a property of some object, or `nil`.
  public static func == (left: Self, right: PropertyValue?) -> FetchPredicate {
    .comparison(left.fetchExpression, .equal, FetchExpression(right))
  }
  /// The expression differs from a constant of any type.
  public static func != (left: Self, right: some PropertyConvertible) -> FetchPredicate {
    .comparison(left.fetchExpression, .notEqual, .value(right))
  }
  /// A constant of any type differs from the expression.
  public static func != (left: some PropertyConvertible, right: Self) -> FetchPredicate {
    .comparison(.value(left), .notEqual, right.fetchExpression)
  }
  /// The expression differs from a property of some object, or `nil`.
  public static func != (left: Self, right: PropertyValue?) -> FetchPredicate {
    .comparison(left.fetchExpression, .notEqual, FetchExpression(right))
  }
}

extension FetchExpression {
  /// The value of a property; objects as their identities.
  init(_ value: PropertyValue?) {
    self.init(value.flatMap(AttributeValue.from) ?? .null)
  }
}
