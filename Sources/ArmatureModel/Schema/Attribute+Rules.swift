#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Attribute where Value.Base: MeasurableValue {
  /// Requires that the length is within bounds.
  ///
  /// The length is the number of characters of text (grapheme clusters: 👨‍👩‍👧 is one), bytes of data, or values of a
  /// list.
  public func length(
    _ bounds: some RangeExpression<Int>, severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self {
    adding(.length(bounds), severity, message)
  }
}

extension Attribute where Value.Base == String {
  /// Requires that the whole text matches a pattern. ``TextPattern`` describes the syntax and the limits.
  public func matching(
    _ pattern: String, severity: ValidationRule.Severity = .error, message: String? = nil
  ) -> Self {
    adding(.pattern(pattern), severity, message)
  }
}

// Disfavoured, so that literal bounds of a decimal attribute are exact.

extension Attribute where Value: Comparable {
  /// Requires a value within bounds. NaN is in no range.
  @_disfavoredOverload public func range(
    _ bounds: some RangeExpression<Value>, severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self {
    adding(.range(bounds), severity, message)
  }
}

extension Attribute {
  /// Requires that a present value is within bounds. NaN is in no range.
  @_disfavoredOverload public func range<Wrapped: Comparable & AttributeConvertible>(
    _ bounds: some RangeExpression<Wrapped>, severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self where Value == Wrapped? {
    adding(.range(bounds), severity, message)
  }

  /// Requires one of the given values.
  @_disfavoredOverload public func oneOf(
    _ values: [Value], severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self {
    adding(.membership(values), severity, message)
  }

  /// Requires that a present value is one of the given values.
  @_disfavoredOverload public func oneOf<Wrapped>(
    _ values: [Wrapped], severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self where Value == Wrapped? {
    adding(.membership(values), severity, message)
  }

  /// Requires that a closure accepts the value. The name states the rule, such as "is a palindrome".
  ///
  /// If the closure throws an error, the value is rejected, and the message contains the text of the error.
  ///
  /// - Parameters:
  ///   - name: The rule in words.
  ///   - severity: The severity of a failure.
  ///   - message: The message about a failure, in place of the built-in one. It is a template, as in rules of
  ///     entities.
  ///   - check: A closure that returns true if the value is valid.
  public func rule(
    _ name: String, severity: ValidationRule.Severity = .error, message: String? = nil,
    check: @escaping @Sendable (Value) throws -> Bool
  ) -> Self {
    var rule = ValidationRule(.custom(name: name, properties: [description.name]))
    rule.check = .value { value in
      // The type check reports values of another type.
      guard let value = Value(attributeValue: value) else { return true }
      return try check(value)
    }
    return adding(rule, severity, message)
  }
}

extension Attribute where Value.Base == Decimal {
  /// Requires that a present value is within bounds, which are exact as written.
  public func range(
    _ bounds: some RangeExpression<DecimalLiteral>, severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self {
    let bounds = RuleBounds(bounds)
    return adding(
      ValidationRule(
        .range(
          minimum: (bounds.minimum?.value).map(AttributeValue.decimal),
          maximum: (bounds.maximum?.value).map(AttributeValue.decimal),
          excludesMaximum: bounds.excludesMaximum)), severity, message)
  }

  /// Requires that a present value is one of the given values, which are exact as written.
  public func oneOf(
    _ values: [DecimalLiteral], severity: ValidationRule.Severity = .error, message: String? = nil
  ) -> Self {
    adding(ValidationRule(.membership(values.map { .decimal($0.value) })), severity, message)
  }
}

extension Attribute {
  /// Requires that no other object of the entity has the same value.
  ///
  /// An identifying attribute is always unique, with the severity of an error.
  public func unique(severity: ValidationRule.Severity = .error) -> Self {
    var copy = self
    copy.uniqueness = description.isIdentifying ? .error : severity
    return copy
  }

  /// Declares that the value identifies the object in loaded data. The attribute is also unique.
  ///
  /// Other records refer to an object by the value of its only identifying attribute. If an entity has several
  /// identifying attributes, each is unique and reports name an object by all of them, but other records cannot refer
  /// to it by value.
  public func identifying() -> Self {
    with { $0.isIdentifying = true }.unique()
  }

  /// Expects a value of an optional attribute. An absent value is a warning.
  ///
  /// The Swift type declares required attributes: for the severity of an error, write `String` in place of `String?`.
  public func required(severity: ValidationRule.Severity) -> Self {
    adding(ValidationRule(.required), severity)
  }

  /// Silences warnings of the given kinds about the attribute.
  public func silencing(_ codes: ModelIssue.Code...) -> Self { with { $0.silenced += codes } }

  /// Declares that the value stays in memory.
  ///
  /// It is tracked and validated, but never stored, exported, or loaded from data.
  public func transient() -> Self { with { $0.isTransient = true } }

  /// Allows a store to keep large data in a separate file.
  ///
  /// This is for attributes of data only. `SQLiteStore` does so for values larger than 100 KiB; other stores do not.
  /// The values are the same in both cases. The database cannot compare values in files, so the context evaluates
  /// conditions on the value, except those for its presence. Core Data: “Allows External Storage”.
  public func storedExternally() -> Self {
    with { $0.allowsExternalBinaryDataStorage = true }
  }

  /// Computes the value at each save. A value that you set is replaced.
  ///
  /// A save fails if a required attribute has no computed value: because of a division by zero, a number out of
  /// range, or an absent operand.
  ///
  /// - Parameter expression: The expression that computes the value: `.keyPath(["author", "name"])`, or arithmetic on
  ///   a query, `(line.price * line.pieces).fetchExpression` with `let line = DynamicQuery()`.
  public func derived(from expression: FetchExpression) -> Self {
    with { $0.derivation = expression }
  }

  /// Sets the key of the value in JSON.
  public func key(_ key: String) -> Self { with { $0.key = key } }

  /// Declares the name of the attribute in an earlier version of the model.
  public func renamed(from name: String) -> Self { with { $0.renamingIdentifier = name } }

  /// Changes the fingerprint of the attribute without any other change to its declaration.
  public func version(_ modifier: String) -> Self { with { $0.versionHashModifier = modifier } }

  /// Adds information for tools.
  public func userInfo(_ info: [String: String]) -> Self {
    with { $0.userInfo.merge(info) { $1 } }
  }
}
