/// An expression whose type the compiler knows.
public protocol TypedQueryExpression: QueryExpression {
  /// The values that it can be equal to; an optional type where it may have no value.
  associatedtype Constant
  /// A value as a predicate keeps it.
  static func attributeValue(of constant: Constant) -> AttributeValue
}
