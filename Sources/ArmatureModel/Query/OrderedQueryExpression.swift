/// An expression whose values have an order.
public protocol OrderedQueryExpression: QueryExpression {}

extension OrderedQueryExpression {
  /// Returns a predicate that holds if one expression is less than another.
  public static func < <Other: OrderedQueryExpression>(
    left: Self, right: Other
  ) -> FetchPredicate where ComparisonKind == Other.ComparisonKind {
    .comparison(left.fetchExpression, .less, right.fetchExpression)
  }
  /// Returns a predicate that holds if one expression is at most another.
  public static func <= <Other: OrderedQueryExpression>(
    left: Self, right: Other
  ) -> FetchPredicate where ComparisonKind == Other.ComparisonKind {
    .comparison(left.fetchExpression, .lessOrEqual, right.fetchExpression)
  }
  /// Returns a predicate that holds if one expression is greater than another.
  public static func > <Other: OrderedQueryExpression>(
    left: Self, right: Other
  ) -> FetchPredicate where ComparisonKind == Other.ComparisonKind {
    .comparison(left.fetchExpression, .greater, right.fetchExpression)
  }
  /// Returns a predicate that holds if one expression is at least another.
  public static func >= <Other: OrderedQueryExpression>(
    left: Self, right: Other
  ) -> FetchPredicate where ComparisonKind == Other.ComparisonKind {
    .comparison(left.fetchExpression, .greaterOrEqual, right.fetchExpression)
  }
}

extension TypedQueryExpression where Comparand: Comparable & AttributeConvertible {
  /// Returns a predicate that holds if the expression is less than a constant.
  public static func < (left: Self, right: Comparand) -> FetchPredicate {
    .comparison(left.fetchExpression, .less, .constant(right.attributeValue))
  }
  /// Returns a predicate that holds if a constant is less than the expression.
  public static func < (left: Comparand, right: Self) -> FetchPredicate {
    .comparison(.constant(left.attributeValue), .less, right.fetchExpression)
  }
  /// Returns a predicate that holds if the expression is at most a constant.
  public static func <= (left: Self, right: Comparand) -> FetchPredicate {
    .comparison(left.fetchExpression, .lessOrEqual, .constant(right.attributeValue))
  }
  /// Returns a predicate that holds if a constant is at most the expression.
  public static func <= (left: Comparand, right: Self) -> FetchPredicate {
    .comparison(.constant(left.attributeValue), .lessOrEqual, right.fetchExpression)
  }
  /// Returns a predicate that holds if the expression is greater than a constant.
  public static func > (left: Self, right: Comparand) -> FetchPredicate {
    .comparison(left.fetchExpression, .greater, .constant(right.attributeValue))
  }
  /// Returns a predicate that holds if a constant is greater than the expression.
  public static func > (left: Comparand, right: Self) -> FetchPredicate {
    .comparison(.constant(left.attributeValue), .greater, right.fetchExpression)
  }
  /// Returns a predicate that holds if the expression is at least a constant.
  public static func >= (left: Self, right: Comparand) -> FetchPredicate {
    .comparison(left.fetchExpression, .greaterOrEqual, .constant(right.attributeValue))
  }
  /// Returns a predicate that holds if a constant is at least the expression.
  public static func >= (left: Comparand, right: Self) -> FetchPredicate {
    .comparison(.constant(left.attributeValue), .greaterOrEqual, right.fetchExpression)
  }
}

extension DynamicQueryExpression {
  /// Returns a predicate that holds if the expression is less than a constant of any type.
  public static func < (left: Self, right: some PropertyConvertible) -> FetchPredicate {
    .comparison(left.fetchExpression, .less, .value(right))
  }
  /// Returns a predicate that holds if a constant of any type is less than the expression.
  public static func < (left: some PropertyConvertible, right: Self) -> FetchPredicate {
    .comparison(.value(left), .less, right.fetchExpression)
  }
  /// Returns a predicate that holds if the expression is at most a constant of any type.
  public static func <= (left: Self, right: some PropertyConvertible) -> FetchPredicate {
    .comparison(left.fetchExpression, .lessOrEqual, .value(right))
  }
  /// Returns a predicate that holds if a constant of any type is at most the expression.
  public static func <= (left: some PropertyConvertible, right: Self) -> FetchPredicate {
    .comparison(.value(left), .lessOrEqual, right.fetchExpression)
  }
  /// Returns a predicate that holds if the expression is greater than a constant of any type.
  public static func > (left: Self, right: some PropertyConvertible) -> FetchPredicate {
    .comparison(left.fetchExpression, .greater, .value(right))
  }
  /// Returns a predicate that holds if a constant of any type is greater than the expression.
  public static func > (left: some PropertyConvertible, right: Self) -> FetchPredicate {
    .comparison(.value(left), .greater, right.fetchExpression)
  }
  /// Returns a predicate that holds if the expression is at least a constant of any type.
  public static func >= (left: Self, right: some PropertyConvertible) -> FetchPredicate {
    .comparison(left.fetchExpression, .greaterOrEqual, .value(right))
  }
  /// Returns a predicate that holds if a constant of any type is at least the expression.
  public static func >= (left: some PropertyConvertible, right: Self) -> FetchPredicate {
    .comparison(.value(left), .greaterOrEqual, right.fetchExpression)
  }
  /// Returns a predicate that holds if the expression is less than a property of an object.
  ///
  /// It does not hold if the property has no value.
  public static func < (left: Self, right: PropertyValue?) -> FetchPredicate {
    .comparison(left.fetchExpression, .less, FetchExpression(right))
  }
  /// Returns a predicate that holds if the expression is at most a property of an object.
  ///
  /// It does not hold if the property has no value.
  public static func <= (left: Self, right: PropertyValue?) -> FetchPredicate {
    .comparison(left.fetchExpression, .lessOrEqual, FetchExpression(right))
  }
  /// Returns a predicate that holds if the expression is greater than a property of an object.
  ///
  /// It does not hold if the property has no value.
  public static func > (left: Self, right: PropertyValue?) -> FetchPredicate {
    .comparison(left.fetchExpression, .greater, FetchExpression(right))
  }
  /// Returns a predicate that holds if the expression is at least a property of an object.
  ///
  /// It does not hold if the property has no value.
  public static func >= (left: Self, right: PropertyValue?) -> FetchPredicate {
    .comparison(left.fetchExpression, .greaterOrEqual, FetchExpression(right))
  }
}
