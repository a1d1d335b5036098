/// What may stand in a condition in place of a value: a property, or something computed of them.
///
/// Comparing two of them, or one with a constant, makes a ``FetchPredicate``. Few generic operators
/// over this protocol serve all kinds of expressions, so that long conditions type-check quickly.
public protocol QueryExpression: Sendable {
  /// What the expression yields, and the constants are with which it is compared.
  associatedtype Comparand
  /// What two expressions must have in common to be compared, or computed with.
  associatedtype ComparisonKind = Comparand
  /// The expression as data.
  var fetchExpression: FetchExpression { get }
}

extension QueryExpression {
  /// Refuses an operator; conditions say what holds for absent values.
  @available(
    *, unavailable,
    message:
      "conditions have no ??: absent values are == nil, and neither less nor greater than any"
  )
  public static func ?? <Value>(left: Self, right: Value) -> Self { left }
}
