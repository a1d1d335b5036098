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
