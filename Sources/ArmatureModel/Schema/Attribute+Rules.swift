#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Attribute where Value.Base: MeasurableValue {
  /// Requires that the length is within bounds.
  ///
  /// The length is the number of characters in a text, bytes in data, or values in a list. A character is a grapheme
  /// cluster: 👨‍👩‍👧 is one.
  public func length(
    _ bounds: some RangeExpression<Int>, severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self {
    adding(.length(bounds), severity, message)
  }
}

extension Attribute where Value.Base == String {
  /// Requires that the whole text matches a regular expression. ``TextPattern`` describes the syntax and the limits.
  public func matching(
    _ pattern: String, severity: ValidationRule.Severity = .error, message: String? = nil
  ) -> Self {
    adding(.pattern(pattern), severity, message)
  }

  /// Requires that the text has a standard form, such as `.email`. ``TextFormat`` lists all forms.
  public func format(
    _ format: TextFormat, severity: ValidationRule.Severity = .error, message: String? = nil
  ) -> Self {
    adding(.format(format), severity, message)
  }
}

extension Attribute where Value.Base == URL {
  /// Requires that the URL has the form of a URI, which starts with a scheme, or of a reference.
  ///
  /// Only `.uri` and `.uriReference` are formats of URLs.
  public func format(
    _ format: TextFormat, severity: ValidationRule.Severity = .error, message: String? = nil
  ) -> Self {
    adding(.format(format), severity, message)
  }
}

extension Attribute {
  /// Requires that the value satisfies a JSON Schema.
  ///
  /// The value is a JSON value, a number, text or Boolean value, or a list of these.
  ///
  /// ```swift
  /// let sizes = Attribute("sizes", JSONValue?.self).schema(["type": "array", "items": ["minimum": 0]])
  /// ```
  /// Each part that the schema rejects is a failure of its own, with its path and its position. ``JSONSchema`` describes
  /// the supported keywords.
  public func schema(
    _ schema: JSONValue, severity: ValidationRule.Severity = .error, message: String? = nil
  ) -> Self {
    adding(.schema(schema), severity, message)
  }
}

// Disfavoured, so that literal bounds of a decimal attribute are exact.

extension Attribute where Value: Comparable {
  /// Requires that the value is within bounds. NaN is never within bounds.
  @_disfavoredOverload public func range(
    _ bounds: some RangeExpression<Value>, severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self {
    adding(.range(bounds), severity, message)
  }
}

extension Attribute {
  /// Requires that the value is within bounds, if it is not `nil`. NaN is never within bounds.
  @_disfavoredOverload public func range<Wrapped: Comparable & AttributeConvertible>(
    _ bounds: some RangeExpression<Wrapped>, severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self where Value == Wrapped? {
    adding(.range(bounds), severity, message)
  }

  /// Requires that the value is one of the given values.
  @_disfavoredOverload public func oneOf(
    _ values: [Value], severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self {
    adding(.membership(values), severity, message)
  }

  /// Requires that the value is one of the given values, if it is not `nil`.
  @_disfavoredOverload public func oneOf<Wrapped>(
    _ values: [Wrapped], severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self where Value == Wrapped? {
    adding(.membership(values), severity, message)
  }

  /// Requires that a closure accepts the value.
  ///
  /// Use a closure for a check that the other rules cannot express. If the closure throws an error, the value is
  /// invalid, and the description of the error is added to the message.
  ///
  /// - Parameters:
  ///   - name: A statement that says what must be true, such as "is a palindrome".
  ///   - severity: The severity of a failure.
  ///   - message: The message for a failure, which replaces the built-in message. It can contain placeholders, as in
  ///     the rules of entities.
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
  /// Requires that the value is within bounds, if it is not `nil`. The decimal bounds are exact as written.
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

  /// Requires that the value is one of the given values, if it is not `nil`. The decimal values are exact as written.
  public func oneOf(
    _ values: [DecimalLiteral], severity: ValidationRule.Severity = .error, message: String? = nil
  ) -> Self {
    adding(ValidationRule(.membership(values.map { .decimal($0.value) })), severity, message)
  }
}

extension Attribute {
  /// Requires that no other object of the entity has the same value.
  ///
  /// For an identifying attribute, uniqueness is always required, and the severity is an error.
  public func unique(severity: ValidationRule.Severity = .error) -> Self {
    var copy = self
    copy.uniqueness = description.isIdentifying ? .error : severity
    return copy
  }

  /// Declares that the value identifies the object in loaded data. The attribute is then also unique.
  ///
  /// If an entity has one identifying attribute, other records can refer to its objects by the value of this attribute.
  /// For example, a record of a book can contain the name of its author.
  ///
  /// An entity can also have several identifying attributes. Each of them is unique, and reports use all of them to
  /// name an object, but other records cannot refer to the object by a value.
  public func identifying() -> Self {
    with { $0.isIdentifying = true }.unique()
  }

  /// Declares that an optional attribute should have a value. A missing value is reported as a warning.
  ///
  /// To report an error instead, declare the attribute as required: use `String` in place of `String?`.
  public func required(severity: ValidationRule.Severity) -> Self {
    adding(ValidationRule(.required), severity)
  }

  /// Silences warnings of the given kinds that concern the attribute.
  public func silencing(_ codes: ModelIssue.Code...) -> Self { with { $0.silenced += codes } }

  /// Declares that the value exists only in memory.
  ///
  /// The value is tracked and validated, but never stored, exported or loaded from data.
  public func transient() -> Self { with { $0.isTransient = true } }

  /// Allows a store to keep large data in a separate file. Only attributes of the type data support this.
  ///
  /// `SQLiteStore` uses a separate file for each value larger than 100 KiB. Other stores ignore the declaration. In
  /// both cases, you read and set the value in the same way.
  ///
  /// Because a database cannot read these files, the context itself evaluates conditions on the value. The database
  /// only tests whether the value is missing.
  ///
  /// Core Data: “Allows External Storage”.
  public func storedExternally() -> Self {
    with { $0.allowsExternalBinaryDataStorage = true }
  }

  /// Computes the value of the attribute each time the object is saved. If you set the attribute yourself, the computed
  /// value replaces yours.
  ///
  /// In some cases, the expression has no value: an operand is missing, a number is divided by zero, or the result is
  /// out of range. The attribute then becomes empty. If the attribute is required, the save fails instead.
  ///
  /// - Parameter expression: The expression that computes the value, such as `.keyPath(["author", "name"])`. For
  ///   arithmetic, write `(line.price * line.pieces).fetchExpression` with `let line = DynamicQuery()`.
  public func derived(from expression: FetchExpression) -> Self {
    with { $0.derivation = expression }
  }

  /// Sets the key of the value in JSON.
  public func key(_ key: String) -> Self { with { $0.key = key } }

  /// Declares the name of the attribute in an earlier version of the model.
  public func renamed(from name: String) -> Self { with { $0.renamingIdentifier = name } }

  /// Changes the fingerprint of the attribute. Use it if the meaning of stored values changes, but not the declaration.
  public func version(_ modifier: String) -> Self { with { $0.versionHashModifier = modifier } }

  /// Adds information that tools can read. Armature itself ignores it.
  public func userInfo(_ info: [String: String]) -> Self {
    with { $0.userInfo.merge(info) { $1 } }
  }
}
