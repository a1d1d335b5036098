/// An expression that yields text.
public protocol TextQueryExpression: QueryExpression {}

// A constrained extension of the wider protocol: beside its members the compiler also looks for a
// dynamic one, so that `$0.like > 3` is a comparison with a property called `like`.

extension QueryExpression where Self: TextQueryExpression {
  /// The text starts with another, byte by byte unless options say otherwise.
  public func hasPrefix(
    _ prefix: String, options: FetchPredicate.Options = []
  ) -> FetchPredicate {
    compare(.beginsWith, .constant(.string(prefix)), options)
  }

  /// The text starts with that of another expression.
  public func hasPrefix(
    _ prefix: some TextQueryExpression, options: FetchPredicate.Options = []
  ) -> FetchPredicate {
    compare(.beginsWith, prefix.fetchExpression, options)
  }

  /// The text ends with another, byte by byte unless options say otherwise.
  public func hasSuffix(
    _ suffix: String, options: FetchPredicate.Options = []
  ) -> FetchPredicate {
    compare(.endsWith, .constant(.string(suffix)), options)
  }

  /// The text ends with that of another expression.
  public func hasSuffix(
    _ suffix: some TextQueryExpression, options: FetchPredicate.Options = []
  ) -> FetchPredicate {
    compare(.endsWith, suffix.fetchExpression, options)
  }

  /// The text contains another, byte by byte unless options say otherwise.
  public func contains(
    _ part: String, options: FetchPredicate.Options = []
  ) -> FetchPredicate {
    compare(.contains, .constant(.string(part)), options)
  }

  /// The text contains that of another expression.
  public func contains(
    _ part: some TextQueryExpression, options: FetchPredicate.Options = []
  ) -> FetchPredicate {
    compare(.contains, part.fetchExpression, options)
  }

  /// The text as a whole is like a pattern in which `*` is any text and `?` any Unicode scalar.
  ///
  /// A `\` takes the sign behind it literally. A pattern that is too large, or has the `%` of SQL and
  /// no wildcard, is an issue of the model that the condition belongs to.
  public func like(_ pattern: String, options: FetchPredicate.Options = []) -> FetchPredicate {
    compare(.like, .constant(.string(pattern)), options)
  }

  /// The text as a whole matches a regular expression; ``TextPattern`` lists the syntax.
  ///
  /// An invalid pattern is an issue of the model that the condition belongs to.
  public func matches(_ pattern: String, options: FetchPredicate.Options = []) -> FetchPredicate {
    compare(.matches, .constant(.string(pattern)), options)
  }

  /// The text equals another, compared with options.
  public func equals(_ text: String, options: FetchPredicate.Options) -> FetchPredicate {
    compare(.equal, .constant(.string(text)), options)
  }

  /// The text equals that of another expression, compared with options.
  public func equals(
    _ text: some TextQueryExpression, options: FetchPredicate.Options
  ) -> FetchPredicate {
    compare(.equal, text.fetchExpression, options)
  }

  /// Refuses a word; a comparison says it.
  @available(*, unavailable, message: "an empty text is == \"\", one that is not != \"\"")
  public var isEmpty: FetchPredicate {
    // Unavailable: no call of it compiles.
    fatalError()
  }

  private func compare(
    _ comparison: FetchPredicate.Comparison, _ other: FetchExpression,
    _ options: FetchPredicate.Options
  ) -> FetchPredicate {
    .comparison(fetchExpression, comparison, other, options: options)
  }
}
