#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Attribute where Value.Base: MeasurableValue {
  /// Requires so many characters of text (grapheme clusters: 👨‍👩‍👧 is one), bytes of data, or values
  /// of a list.
  public func length(
    _ bounds: some RangeExpression<Int>, severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self {
    adding(.length(bounds), severity, message)
  }
}

extension Attribute where Value.Base == String {
  /// Requires text that matches a pattern as a whole; ``TextPattern`` has the syntax and the limits.
  public func matching(
    _ pattern: String, severity: ValidationRule.Severity = .error, message: String? = nil
  ) -> Self {
    adding(.pattern(pattern), severity, message)
  }
}

// Disfavoured, so that bounds that are written as literals are exact where the value is a decimal.

extension Attribute where Value: Comparable {
  /// Requires a value within bounds; NaN lies in no range.
  @_disfavoredOverload public func range(
    _ bounds: some RangeExpression<Value>, severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self {
    adding(.range(bounds), severity, message)
  }
}

extension Attribute {
  /// Requires a value, if there is one, within bounds; NaN lies in no range.
  @_disfavoredOverload public func range<Wrapped: Comparable & AttributeConvertible>(
    _ bounds: some RangeExpression<Wrapped>, severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self where Value == Wrapped? {
    adding(.range(bounds), severity, message)
  }

  /// Requires one of some values.
  @_disfavoredOverload public func oneOf(
    _ values: [Value], severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self {
    adding(.membership(values), severity, message)
  }

  /// Requires one of some values, if there is one.
  @_disfavoredOverload public func oneOf<Wrapped>(
    _ values: [Wrapped], severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self where Value == Wrapped? {
    adding(.membership(values), severity, message)
  }

  /// Requires what a closure decides; the name says what in a sentence ("is a palindrome").
  ///
  /// A closure that throws refuses the value; the error's text ends up in the message.
  ///
  /// - Parameters:
  ///   - name: What the rule demands, in a sentence.
  ///   - severity: What a value that breaks the rule is.
  ///   - message: What a report says instead of its own sentence; a template, as rules of entities
  ///     have.
  ///   - check: Whether a value keeps the rule.
  public func rule(
    _ name: String, severity: ValidationRule.Severity = .error, message: String? = nil,
    check: @escaping @Sendable (Value) throws -> Bool
  ) -> Self {
    var rule = ValidationRule(.custom(name: name, properties: [description.name]))
    rule.check = .value { value in
      // A value of another type is reported by the type's own check.
      guard let value = Value(attributeValue: value) else { return true }
      return try check(value)
    }
    return adding(rule, severity, message)
  }
}

extension Attribute where Value.Base == Decimal {
  /// Requires a value, if there is one, within bounds that are exactly as they are written.
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

  /// Requires one of some values, if there is one, exactly as they are written.
  public func oneOf(
    _ values: [DecimalLiteral], severity: ValidationRule.Severity = .error, message: String? = nil
  ) -> Self {
    adding(ValidationRule(.membership(values.map { .decimal($0.value) })), severity, message)
  }
}

extension Attribute {
  /// Requires that no other object of the entity has the same value.
  ///
  /// What identifies an object is unique whatever the severity is.
  public func unique(severity: ValidationRule.Severity = .error) -> Self {
    var copy = self
    copy.uniqueness = description.isIdentifying ? .error : severity
    return copy
  }

  /// Makes the value identify the object in loaded data; it is unique, too.
  ///
  /// Other records refer to an object by its only identifying attribute. Of several, each is unique,
  /// and reports name the object by all of them, but nothing refers to the object by value.
  public func identifying() -> Self {
    with { $0.isIdentifying = true }.unique()
  }

  /// Expects a value of an optional attribute: an absent one is a warning.
  ///
  /// The type says what is required: with the severity of an error, write `String` for `String?`.
  public func required(severity: ValidationRule.Severity) -> Self {
    adding(ValidationRule(.required), severity)
  }

  /// Does not give warnings of some kinds about the attribute: what they tell is meant.
  public func silencing(_ codes: ModelIssue.Code...) -> Self { with { $0.silenced += codes } }

  /// Keeps the value in memory: tracked and validated, but never stored or exported, and never loaded
  /// from data.
  public func transient() -> Self { with { $0.isTransient = true } }

  /// Lets a store keep large data in a file of its own, beside the rows.
  ///
  /// For attributes of data only. `SQLiteStore` does so with values of more than 100 KiB, and other stores do not;
  /// values are the same either way. What stands in a file is not compared by the database: conditions on the
  /// value, other than whether there is one, are left to the context. Core Data: “Allows External Storage”.
  public func storedExternally() -> Self {
    with { $0.allowsExternalBinaryDataStorage = true }
  }

  /// Computes the value at each save; setting it has no lasting effect.
  ///
  /// A save fails where a required attribute comes to no value: by a division by zero, a number that the
  /// type cannot hold, or an absent value on the way.
  ///
  /// - Parameter expression: What the value is: `.keyPath(["author", "name"])`, or arithmetic on a
  ///   query, `(line.price * line.pieces).fetchExpression` with `let line = DynamicQuery()`.
  public func derived(from expression: FetchExpression) -> Self {
    with { $0.derivation = expression }
  }

  /// Derives the value from other properties of a typed entity; the compiler checks names and types.
  ///
  /// ```swift
  /// struct Line: EntityType {
  ///   static let schema = Line()
  ///   let price = Attribute<Decimal>()
  ///   let bill = ToOne<Bill>()
  /// }
  /// struct Bill: EntityType {
  ///   static let schema = Bill()
  ///   let lines = ToMany<Line>(inverse: \.bill)
  ///   let total = Attribute<Decimal>().derived(in: Bill.self) { $0.lines.sum(\.price) }
  /// }
  /// ```
  /// The rest is as with ``derived(from:)``.
  ///
  /// - Parameters:
  ///   - entity: The entity that has the attribute.
  ///   - value: What the value is, as in a condition. It is called when a model is built.
  public func derived<Entity: EntityType, Expression: TypedQueryExpression>(
    in entity: Entity.Type, _ value: @escaping @Sendable (Query<Entity>) -> Expression
  ) -> Self where Expression.ComparisonKind == Value.ComparisonKind {
    derived(by: { value(Query<Entity>()).fetchExpression })
  }

  /// Reads and writes the value under another key in JSON.
  public func key(_ key: String) -> Self { with { $0.key = key } }

  /// Says what the attribute was called in an earlier version of the model.
  public func renamed(from name: String) -> Self { with { $0.renamingIdentifier = name } }

  /// Changes the fingerprint of the attribute where nothing else does.
  public func version(_ modifier: String) -> Self { with { $0.versionHashModifier = modifier } }

  /// Notes something for tools.
  public func userInfo(_ info: [String: String]) -> Self {
    with { $0.userInfo.merge(info) { $1 } }
  }
}
