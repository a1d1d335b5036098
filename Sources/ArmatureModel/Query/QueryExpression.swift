/// An expression in a condition: a property, or a value computed from properties.
///
/// Comparing two expressions, or an expression with a constant, creates a ``FetchPredicate``. A few generic operators
/// cover all kinds of expressions, so long conditions type-check quickly.
public protocol QueryExpression: Sendable {
  /// The type of the expression's value, and of the constants in comparisons with it.
  associatedtype Comparand
  /// The kind that two expressions must share in comparisons and arithmetic.
  associatedtype ComparisonKind = Comparand
  /// The expression as data.
  var fetchExpression: FetchExpression { get }
}

extension QueryExpression {
  /// Unavailable: conditions define how absent values compare.
  @available(
    *, unavailable,
    message:
      "conditions have no ??: a missing value is == nil, and neither less nor greater than any value"
  )
  public static func ?? <Value>(left: Self, right: Value) -> Self { left }
}
