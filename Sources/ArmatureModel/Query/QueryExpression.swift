/// What may stand in a condition in place of a value: a property, or something computed of them.
///
/// Comparing two of them, or one with a constant, makes a ``FetchPredicate``. Few generic operators
/// over this protocol serve all kinds of expressions, so that long conditions type-check quickly.
public protocol QueryExpression: Sendable {
  /// What two expressions must have in common to be compared.
  associatedtype Comparand
  /// The expression as data.
  var fetchExpression: FetchExpression { get }
}

/// An expression whose values have an order.
public protocol OrderedQueryExpression: QueryExpression {}

/// An expression that yields text.
public protocol TextQueryExpression: QueryExpression {}

/// An expression that arithmetic is possible with.
public protocol NumericQueryExpression: QueryExpression {
  /// What arithmetic on the expression makes.
  associatedtype Computed
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
public protocol DynamicQueryExpression: OrderedQueryExpression, TextQueryExpression,
  NumericQueryExpression
where Comparand == DynamicExpression, Computed == DynamicExpression {}

extension DynamicQueryExpression {
  /// Wraps the result of arithmetic.
  public static func computed(_ expression: FetchExpression) -> DynamicExpression {
    DynamicExpression(expression)
  }

  /// The text in lowercase, by Unicode's rules without those of a language.
  public func lowercased() -> DynamicExpression { apply(.lowercase) }

  /// The text in uppercase, by Unicode's rules without those of a language.
  public func uppercased() -> DynamicExpression { apply(.uppercase) }

  private func apply(_ function: FetchExpression.Function) -> DynamicExpression {
    DynamicExpression(.function(function, [fetchExpression]))
  }

  /// Equal to one of some values; no value is equal to none of them.
  public func `in`(_ values: some Sequence<some PropertyConvertible>) -> FetchPredicate {
    .comparison(fetchExpression, .in, .values(values))
  }

  /// Equal to one of the values, or objects, that another expression leads to.
  public func `in`(_ values: some DynamicQueryExpression) -> FetchPredicate {
    .comparison(fetchExpression, .in, values.fetchExpression)
  }
}

/// Numbers, with which a condition can compute.
public protocol ArithmeticValue {}
extension Int: ArithmeticValue {}
extension Int16: ArithmeticValue {}
extension Int32: ArithmeticValue {}
extension Int64: ArithmeticValue {}
extension Double: ArithmeticValue {}
extension Float: ArithmeticValue {}
