// Comparisons that the compiler answers with a sentence where nothing else fits. Being unavailable, they are
// not looked at while anything fits, and no call of them compiles, so that their bodies never run.
// Disfavoured: of two sentences, that about absence says more.

extension TypedQueryExpression {
  /// Refuses what is of another type.
  @available(
    *, unavailable,
    message:
      "a property is compared with what has its own type; an untyped member has one as soon as it is said: let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func == <Other>(left: Self, right: Other) -> FetchPredicate {
    fatalError()
  }

  /// Refuses what is of another type.
  @available(
    *, unavailable,
    message:
      "a property is compared with what has its own type; an untyped member has one as soon as it is said: let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func != <Other>(left: Self, right: Other) -> FetchPredicate {
    fatalError()
  }

  /// Refuses what is of another type.
  @available(
    *, unavailable,
    message:
      "a property is compared with what has its own type; an untyped member has one as soon as it is said: let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func < <Other>(left: Self, right: Other) -> FetchPredicate {
    fatalError()
  }

  /// Refuses what is of another type.
  @available(
    *, unavailable,
    message:
      "a property is compared with what has its own type; an untyped member has one as soon as it is said: let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func <= <Other>(left: Self, right: Other) -> FetchPredicate {
    fatalError()
  }

  /// Refuses what is of another type.
  @available(
    *, unavailable,
    message:
      "a property is compared with what has its own type; an untyped member has one as soon as it is said: let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func > <Other>(left: Self, right: Other) -> FetchPredicate {
    fatalError()
  }

  /// Refuses what is of another type.
  @available(
    *, unavailable,
    message:
      "a property is compared with what has its own type; an untyped member has one as soon as it is said: let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func >= <Other>(left: Self, right: Other) -> FetchPredicate {
    fatalError()
  }

  /// Refuses what never holds.
  @available(
    *, unavailable,
    message: "the property is required, and so never absent: its type is not optional"
  )
  public static func == (left: Self, right: Never?) -> FetchPredicate { fatalError() }

  /// Refuses what always holds.
  @available(
    *, unavailable,
    message: "the property is required, and so never absent: its type is not optional"
  )
  public static func != (left: Self, right: Never?) -> FetchPredicate { fatalError() }

  /// Refuses a value that may be absent.
  @available(
    *, unavailable,
    message:
      "the property is required, and the value may be absent: unwrap it first, as in let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func == (left: Self, right: Constant?) -> FetchPredicate {
    fatalError()
  }

  /// Refuses a value that may be absent.
  @available(
    *, unavailable,
    message:
      "the property is required, and the value may be absent: unwrap it first, as in let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func != (left: Self, right: Constant?) -> FetchPredicate {
    fatalError()
  }

  /// Refuses a value that may be absent.
  @available(
    *, unavailable,
    message:
      "the property is required, and the value may be absent: unwrap it first, as in let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func < (left: Self, right: Constant?) -> FetchPredicate {
    fatalError()
  }

  /// Refuses a value that may be absent.
  @available(
    *, unavailable,
    message:
      "the property is required, and the value may be absent: unwrap it first, as in let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func <= (left: Self, right: Constant?) -> FetchPredicate {
    fatalError()
  }

  /// Refuses a value that may be absent.
  @available(
    *, unavailable,
    message:
      "the property is required, and the value may be absent: unwrap it first, as in let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func > (left: Self, right: Constant?) -> FetchPredicate {
    fatalError()
  }

  /// Refuses a value that may be absent.
  @available(
    *, unavailable,
    message:
      "the property is required, and the value may be absent: unwrap it first, as in let pages: Int = book.pages ?? 0"
  )
  @_disfavoredOverload public static func >= (left: Self, right: Constant?) -> FetchPredicate {
    fatalError()
  }
}
