extension QueryExpression where Comparand: TextValue {
  /// The text starts with another, byte by byte.
  ///
  /// Ignoring case compares characters by their simple lowercase.
  public func hasPrefix(
    _ prefix: some QueryTextOperand, ignoringCase: Bool = false
  ) -> FetchPredicate {
    .text(fetchExpression, .beginsWith, prefix.textExpression, ignoringCase: ignoringCase)
  }

  /// The text ends with another, byte by byte.
  ///
  /// Ignoring case compares characters by their simple lowercase.
  public func hasSuffix(
    _ suffix: some QueryTextOperand, ignoringCase: Bool = false
  ) -> FetchPredicate {
    .text(fetchExpression, .endsWith, suffix.textExpression, ignoringCase: ignoringCase)
  }

  /// The text contains another, byte by byte.
  ///
  /// Ignoring case compares characters by their simple lowercase.
  public func contains(
    _ part: some QueryTextOperand, ignoringCase: Bool = false
  ) -> FetchPredicate {
    .text(fetchExpression, .contains, part.textExpression, ignoringCase: ignoringCase)
  }

  /// The text matches a pattern as a whole; ``TextPattern`` lists the syntax.
  ///
  /// An invalid pattern is an issue of the model that the condition belongs to.
  public func matches(_ pattern: String, ignoringCase: Bool = false) -> FetchPredicate {
    .text(
      fetchExpression, .matches, .constant(.string(pattern)), ignoringCase: ignoringCase)
  }
}

/// What a text can be tested against: text, or an expression that yields text.
public protocol QueryTextOperand {
  /// The operand as data.
  var textExpression: FetchExpression { get }
}

extension String: QueryTextOperand {
  /// A constant.
  public var textExpression: FetchExpression { .constant(.string(self)) }
}

extension DynamicQuery: QueryTextOperand {
  /// The property.
  public var textExpression: FetchExpression { fetchExpression }
}

extension QueryVariable: QueryTextOperand {
  /// The variable.
  public var textExpression: FetchExpression { fetchExpression }
}

extension QueryValue: QueryTextOperand where Value: TextValue {
  /// The property.
  public var textExpression: FetchExpression { fetchExpression }
}
