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
