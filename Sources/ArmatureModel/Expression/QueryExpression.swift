/// What may stand in a condition in place of a value: a property, or a figure made of properties.
///
/// Comparing two of them, or one with a constant, makes a ``FetchPredicate``. Few generic operators
/// over this protocol serve all kinds of expressions, so that long conditions type-check quickly.
public protocol QueryExpression: Sendable {
  /// What two expressions must have in common to be compared.
  associatedtype Comparand
  /// What arithmetic on the expression makes.
  associatedtype Computed
  /// The expression as data.
  var fetchExpression: FetchExpression { get }
  /// Wraps the result of arithmetic.
  static func computed(_ expression: FetchExpression) -> Computed
}

/// An expression whose type the compiler knows.
public protocol TypedQueryExpression: QueryExpression {
  /// The values that it can be equal to; an optional type where it may have no value.
  associatedtype Constant
  /// A value as a predicate keeps it.
  static func attributeValue(of constant: Constant) -> AttributeValue
}

/// An expression whose type is known only when the model is built.
public protocol DynamicQueryExpression: QueryExpression
where Comparand == UntypedValue, Computed == DynamicExpression {}

extension DynamicQueryExpression {
  /// Wraps the result of arithmetic.
  public static func computed(_ expression: FetchExpression) -> DynamicExpression {
    DynamicExpression(expression)
  }
}

/// The type of a value whose type is not known: it takes part in everything, and has no values.
public enum UntypedValue: Comparable, ArithmeticValue, TextValue {}

/// Numbers, with which a condition can compute.
public protocol ArithmeticValue {}
extension Int: ArithmeticValue {}
extension Int16: ArithmeticValue {}
extension Int32: ArithmeticValue {}
extension Int64: ArithmeticValue {}
extension Double: ArithmeticValue {}
extension Float: ArithmeticValue {}

extension PropertyConvertible {
  /// The value as a predicate keeps it; objects as their identities.
  var predicateValue: AttributeValue { propertyValue.flatMap(AttributeValue.from) ?? .null }
}
