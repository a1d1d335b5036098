/// An expression in a condition, which is a property or a value computed from properties.
///
/// A comparison of two expressions creates a ``FetchPredicate``, and so does a comparison of an expression with a
/// constant. The operators are generic over all kinds of expressions, so there are only a few of them. This lets long
/// conditions type-check quickly.
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
