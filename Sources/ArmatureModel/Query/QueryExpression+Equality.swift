extension QueryExpression {
  /// Returns a predicate that holds if one expression equals another.
  public static func == <Other: QueryExpression>(
    left: Self, right: Other
  ) -> FetchPredicate where ComparisonKind == Other.ComparisonKind {
    .comparison(left.fetchExpression, .equal, right.fetchExpression)
  }
  /// Returns a predicate that holds if one expression differs from another.
  public static func != <Other: QueryExpression>(
    left: Self, right: Other
  ) -> FetchPredicate where ComparisonKind == Other.ComparisonKind {
    .comparison(left.fetchExpression, .notEqual, right.fetchExpression)
  }
}

extension TypedQueryExpression {
  /// Returns a predicate that holds if the expression equals a constant.
  public static func == (left: Self, right: Constant) -> FetchPredicate {
    .comparison(left.fetchExpression, .equal, .constant(attributeValue(of: right)))
  }
  /// Returns a predicate that holds if a constant equals the expression.
  public static func == (left: Constant, right: Self) -> FetchPredicate {
    .comparison(.constant(attributeValue(of: left)), .equal, right.fetchExpression)
  }
  /// Returns a predicate that holds if the expression differs from a constant.
  public static func != (left: Self, right: Constant) -> FetchPredicate {
    .comparison(left.fetchExpression, .notEqual, .constant(attributeValue(of: right)))
  }
  /// Returns a predicate that holds if a constant differs from the expression.
  public static func != (left: Constant, right: Self) -> FetchPredicate {
    .comparison(.constant(attributeValue(of: left)), .notEqual, right.fetchExpression)
  }
}

extension DynamicQueryExpression {
  /// Returns a predicate that holds if the expression equals a constant of any type.
  public static func == (left: Self, right: some PropertyConvertible) -> FetchPredicate {
    .comparison(left.fetchExpression, .equal, .value(right))
  }
  /// Returns a predicate that holds if a constant of any type equals the expression.
  public static func == (left: some PropertyConvertible, right: Self) -> FetchPredicate {
    .comparison(.value(left), .equal, right.fetchExpression)
  }
  /// Returns a predicate that holds if the expression equals a property of an object, or if both have no value.
  public static func == (left: Self, right: PropertyValue?) -> FetchPredicate {
    .comparison(left.fetchExpression, .equal, FetchExpression(right))
  }
  /// Returns a predicate that holds if the expression differs from a constant of any type.
  public static func != (left: Self, right: some PropertyConvertible) -> FetchPredicate {
    .comparison(left.fetchExpression, .notEqual, .value(right))
  }
  /// Returns a predicate that holds if a constant of any type differs from the expression.
  public static func != (left: some PropertyConvertible, right: Self) -> FetchPredicate {
    .comparison(.value(left), .notEqual, right.fetchExpression)
  }
  /// Returns a predicate that holds if the expression differs from a property of an object.
  public static func != (left: Self, right: PropertyValue?) -> FetchPredicate {
    .comparison(left.fetchExpression, .notEqual, FetchExpression(right))
  }
}

extension FetchExpression {
  /// Creates a constant from the value of a property. An object is represented by its ID.
  init(_ value: PropertyValue?) {
    self.init(value.flatMap(AttributeValue.from) ?? .null)
  }
}
