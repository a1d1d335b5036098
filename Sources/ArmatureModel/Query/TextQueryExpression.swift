/// An expression that yields text.
public protocol TextQueryExpression: QueryExpression {}

// This is a constrained extension of the wider protocol, for which the compiler also considers dynamic members. So
// `$0.like > 3` is a comparison with a property named `like`.

extension QueryExpression where Self: TextQueryExpression {
  /// Returns a predicate that holds if the text starts with another text.
  ///
  /// Texts are compared by their bytes, unless you pass options.
  public func hasPrefix(
    _ prefix: String, options: FetchPredicate.Options = []
  ) -> FetchPredicate {
    compare(.beginsWith, .constant(.string(prefix)), options)
  }

  /// Returns a predicate that holds if the text starts with the text of another expression.
  public func hasPrefix(
    _ prefix: some TextQueryExpression, options: FetchPredicate.Options = []
  ) -> FetchPredicate {
    compare(.beginsWith, prefix.fetchExpression, options)
  }

  /// Returns a predicate that holds if the text ends with another text.
  ///
  /// Texts are compared by their bytes, unless you pass options.
  public func hasSuffix(
    _ suffix: String, options: FetchPredicate.Options = []
  ) -> FetchPredicate {
    compare(.endsWith, .constant(.string(suffix)), options)
  }

  /// Returns a predicate that holds if the text ends with the text of another expression.
  public func hasSuffix(
    _ suffix: some TextQueryExpression, options: FetchPredicate.Options = []
  ) -> FetchPredicate {
    compare(.endsWith, suffix.fetchExpression, options)
  }

  /// Returns a predicate that holds if the text contains another text.
  ///
  /// Texts are compared by their bytes, unless you pass options.
  public func contains(
    _ part: String, options: FetchPredicate.Options = []
  ) -> FetchPredicate {
    compare(.contains, .constant(.string(part)), options)
  }

  /// Returns a predicate that holds if the text contains the text of another expression.
  public func contains(
    _ part: some TextQueryExpression, options: FetchPredicate.Options = []
  ) -> FetchPredicate {
    compare(.contains, part.fetchExpression, options)
  }

  /// Tests whether the whole string matches a pattern with wildcards, and returns the test as a predicate.
  ///
  /// In the pattern, `*` matches any sequence of characters, and `?` matches one Unicode scalar. A `\` makes the next
  /// character literal.
  ///
  /// The model reports an issue if the pattern is too large. It also reports an issue if the pattern contains no
  /// wildcard but a `%`, which is a wildcard only in SQL.
  public func like(_ pattern: String, options: FetchPredicate.Options = []) -> FetchPredicate {
    compare(.like, .constant(.string(pattern)), options)
  }

  /// Returns a predicate that holds if the whole text matches a regular expression.
  ///
  /// ``TextPattern`` describes the syntax. The model reports an issue if the pattern is invalid.
  public func matches(_ pattern: String, options: FetchPredicate.Options = []) -> FetchPredicate {
    compare(.matches, .constant(.string(pattern)), options)
  }

  /// Returns a predicate that holds if the text equals another text, compared with the given options.
  public func equals(_ text: String, options: FetchPredicate.Options) -> FetchPredicate {
    compare(.equal, .constant(.string(text)), options)
  }

  /// Returns a predicate that holds if the text equals the text of another expression, compared with the given options.
  public func equals(
    _ text: some TextQueryExpression, options: FetchPredicate.Options
  ) -> FetchPredicate {
    compare(.equal, text.fetchExpression, options)
  }

  /// Unavailable: use `== ""`.
  @available(*, unavailable, message: "use == \"\" for empty text, and != \"\" for other text")
  public var isEmpty: FetchPredicate {
    neverCalled()
  }

  private func compare(
    _ comparison: FetchPredicate.Comparison, _ other: FetchExpression,
    _ options: FetchPredicate.Options
  ) -> FetchPredicate {
    .comparison(fetchExpression, comparison, other, options: options)
  }
}
