/// An expression whose type is known to the compiler.
public protocol TypedQueryExpression: QueryExpression {
  /// The type of constants that the expression can equal. It is an optional type if the value may be missing.
  associatedtype Constant
  /// Returns a constant in the form in which predicates store it.
  static func attributeValue(of constant: Constant) -> AttributeValue
}

// The compiler answers unsupported comparisons with the messages of these operators. Since they are unavailable, the
// compiler considers them only if nothing else fits, and no call to them compiles, so their bodies never run. The
// general operators are disfavoured, since the messages about absent values say more.

extension TypedQueryExpression {
  /// Unavailable: use a value of the property's type.
  @available(
    *, unavailable,
    message:
      "a property is compared with a value of its own type; give an untyped member its type first: let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func == <Other>(left: Self, right: Other) -> FetchPredicate {
    neverCalled()
  }

  /// Unavailable: use a value of the property's type.
  @available(
    *, unavailable,
    message:
      "a property is compared with a value of its own type; give an untyped member its type first: let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func != <Other>(left: Self, right: Other) -> FetchPredicate {
    neverCalled()
  }

  /// Unavailable: use a value of the property's type.
  @available(
    *, unavailable,
    message:
      "a property is compared with a value of its own type; give an untyped member its type first: let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func < <Other>(left: Self, right: Other) -> FetchPredicate {
    neverCalled()
  }

  /// Unavailable: use a value of the property's type.
  @available(
    *, unavailable,
    message:
      "a property is compared with a value of its own type; give an untyped member its type first: let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func <= <Other>(left: Self, right: Other) -> FetchPredicate {
    neverCalled()
  }

  /// Unavailable: use a value of the property's type.
  @available(
    *, unavailable,
    message:
      "a property is compared with a value of its own type; give an untyped member its type first: let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func > <Other>(left: Self, right: Other) -> FetchPredicate {
    neverCalled()
  }

  /// Unavailable: use a value of the property's type.
  @available(
    *, unavailable,
    message:
      "a property is compared with a value of its own type; give an untyped member its type first: let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func >= <Other>(left: Self, right: Other) -> FetchPredicate {
    neverCalled()
  }

  /// Unavailable: a required property always has a value.
  @available(
    *, unavailable,
    message: "the property is required, and never nil: its type is not optional"
  )
  public static func == (left: Self, right: Never?) -> FetchPredicate { neverCalled() }

  /// Unavailable: a required property always has a value.
  @available(
    *, unavailable,
    message: "the property is required, and never nil: its type is not optional"
  )
  public static func != (left: Self, right: Never?) -> FetchPredicate { neverCalled() }

  /// Unavailable: unwrap the value first.
  @available(
    *, unavailable,
    message:
      "the property is required, but the value may be nil: unwrap it first, as in let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func == (left: Self, right: Constant?) -> FetchPredicate {
    neverCalled()
  }

  /// Unavailable: unwrap the value first.
  @available(
    *, unavailable,
    message:
      "the property is required, but the value may be nil: unwrap it first, as in let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func != (left: Self, right: Constant?) -> FetchPredicate {
    neverCalled()
  }

  /// Unavailable: unwrap the value first.
  @available(
    *, unavailable,
    message:
      "the property is required, but the value may be nil: unwrap it first, as in let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func < (left: Self, right: Constant?) -> FetchPredicate {
    neverCalled()
  }

  /// Unavailable: unwrap the value first.
  @available(
    *, unavailable,
    message:
      "the property is required, but the value may be nil: unwrap it first, as in let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func <= (left: Self, right: Constant?) -> FetchPredicate {
    neverCalled()
  }

  /// Unavailable: unwrap the value first.
  @available(
    *, unavailable,
    message:
      "the property is required, but the value may be nil: unwrap it first, as in let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func > (left: Self, right: Constant?) -> FetchPredicate {
    neverCalled()
  }

  /// Unavailable: unwrap the value first.
  @available(
    *, unavailable,
    message:
      "the property is required, but the value may be nil: unwrap it first, as in let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func >= (left: Self, right: Constant?) -> FetchPredicate {
    neverCalled()
  }
}

/// A placeholder for an unknown property. It lets the compiler report the unknown name, even in code that accepts a
/// value of any type.
///
/// No value of this type exists, because each member that returns it is unavailable. The type conforms to the protocols
/// for literals and comparisons, because the compiler would otherwise report a missing conformance instead of the
/// unknown name.
public struct NoSuchProperty {
  private let none: Never

  private static func make() -> Self { programmerError("There are no values of NoSuchProperty.") }
}

extension NoSuchProperty: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByStringInterpolation, ExpressibleByNilLiteral
{
  /// Traps, because no value of this type exists.
  public init(integerLiteral value: Int) { self = .make() }
  /// Traps, because no value of this type exists.
  public init(floatLiteral value: Double) { self = .make() }
  /// Traps, because no value of this type exists.
  public init(booleanLiteral value: Bool) { self = .make() }
  /// Traps, because no value of this type exists.
  public init(stringLiteral value: String) { self = .make() }
  /// Traps, because no value of this type exists.
  public init(nilLiteral: ()) { self = .make() }
}

extension NoSuchProperty: Comparable, AdditiveArithmetic {
  /// Traps, because no value of this type exists.
  public static var zero: Self { make() }

  /// Never called, because no value of this type exists.
  public static func == (left: Self, right: Self) -> Bool {
    switch left.none {}
  }

  /// Never called, because no value of this type exists.
  public static func < (left: Self, right: Self) -> Bool {
    switch left.none {}
  }

  /// Never called, because no value of this type exists.
  public static func + (left: Self, right: Self) -> Self { left }

  /// Never called, because no value of this type exists.
  public static func - (left: Self, right: Self) -> Self { left }
}
