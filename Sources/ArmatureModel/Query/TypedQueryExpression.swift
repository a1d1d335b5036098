/// An expression whose type is known to the compiler.
public protocol TypedQueryExpression: QueryExpression {
  /// The type of constants that the expression can equal. It is an optional type if the value may be missing.
  associatedtype Constant
  /// Returns a constant in the form in which predicates store it.
  static func attributeValue(of constant: Constant) -> AttributeValue
}
