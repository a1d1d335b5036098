/// An expression of a type that the compiler knows.
public protocol TypedQueryExpression: QueryExpression {
  /// The type of constants that the expression can equal. It is optional if the value may be absent.
  associatedtype Constant
  /// Returns a constant as predicates store it.
  static func attributeValue(of constant: Constant) -> AttributeValue
}
