/// An expression in a condition. It is either a property or a value that is computed from properties.
///
/// If you compare an expression with a constant or another expression, you get a ``FetchPredicate``. The operators are
/// generic over all kinds of expressions, so there are only a few of them, and long conditions type-check quickly.
public protocol QueryExpression: Sendable {
  /// The type of the expression's value, and of the constants in comparisons with it.
  associatedtype Comparand
  /// The kind of value. Two expressions must be of the same kind to be compared or used in arithmetic.
  associatedtype ComparisonKind = Comparand
  /// The expression as data.
  var fetchExpression: FetchExpression { get }
}

extension QueryExpression {
  /// Unavailable: conditions define how missing values are compared.
  @available(
    *, unavailable,
    message:
      "conditions have no ??: a missing value is == nil, and neither less nor greater than any value"
  )
  public static func ?? <Value>(left: Self, right: Value) -> Self { left }
}

/// An expression that can be the end of a key path from `$0`, such as `\.writer.name`.
///
/// Placeholders for unknown names do not conform to this protocol. Within a key path, the compiler does not check
/// whether a member is unavailable.
public protocol KeyPathExpression: QueryExpression {}

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

// Swift's own operations for membership, in addition to `in`. The sequence operations are disfavoured, since a range
// is also a sequence.

extension Sequence {
  /// Returns a predicate that holds if a value is in the sequence: `["a", "b"].contains($0.title)`.
  @_disfavoredOverload public func contains<Value>(
    _ value: QueryValue<Value>
  ) -> FetchPredicate where Value.Base == Element { value.in(self) }

  /// Returns a predicate that holds if a value of any type is in the sequence.
  @_disfavoredOverload public func contains(
    _ value: some DynamicQueryExpression
  ) -> FetchPredicate where Element: PropertyConvertible { value.in(self) }
}

extension RangeExpression where Bound: AttributeConvertible {
  /// Returns a predicate that holds if a value is in the range: `(1...9).contains($0.pages)`.
  public func contains<Value>(
    _ value: QueryValue<Value>
  ) -> FetchPredicate where Value.Base == Bound { contains(value.fetchExpression) }

  /// Returns a predicate that holds if a value of any type is in the range.
  public func contains(_ value: some DynamicQueryExpression) -> FetchPredicate {
    contains(value.fetchExpression)
  }

  private func contains(_ value: FetchExpression) -> FetchPredicate {
    let bounds = RuleBounds(self)
    let tests = [
      bounds.minimum.map { bound in
        FetchPredicate.comparison(value, .greaterOrEqual, .constant(bound.attributeValue))
      },
      bounds.maximum.map { bound in
        .comparison(
          value, bounds.excludesMaximum ? .less : .lessOrEqual, .constant(bound.attributeValue))
      },
    ].compactMap(\.self)
    return tests.dropFirst().reduce(tests.first ?? .constant(true)) { $0 && $1 }
  }
}
