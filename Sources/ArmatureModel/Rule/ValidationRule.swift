#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a property or an object must satisfy, as data that stores and exporters can read.
///
/// ```swift
/// for rule in model["Book"]?.property(named: "isbn")?.asAttribute?.rules ?? [] {
///   if case .pattern(let pattern) = rule.requirement { print(pattern) }  // 97[89]-[0-9]{10}
/// }
/// let pages = AttributeDescription("pages", .int64, rules: [.range(1...), .membership([1, 2, 3])])
/// ```
public struct ValidationRule: Sendable, Hashable, Codable {
  /// What is required.
  public var requirement: Requirement
  /// Whether breaking the rule makes an object invalid or only worth a warning.
  public var severity: Severity
  /// When the rule applies; `nil` for always.
  public var condition: FetchPredicate?
  /// Replaces the message about a failure; `nil` for the built-in prose.
  public var message: String?
  /// Where the rule was declared.
  public var site: DeclarationSite
  /// The code of a rule that is a closure; lost when encoded, see ``Requirement/custom(name:properties:)``.
  package var check: RuleCheck?
  /// The pattern of the requirement, compiled when it is first needed; copies of the rule share it.
  private var compiledPattern: CompiledPattern?

  /// What a rule requires.
  ///
  /// ```swift
  /// let rule = model["Book"]?.property(named: "title")?.asAttribute?.rules.first
  /// switch rule?.requirement {
  /// case .length(let minimum, let maximum): print(minimum ?? 0, maximum ?? .max)  // 1 200
  /// case .pattern(let pattern): print(pattern)
  /// default: print("another rule")
  /// }
  /// ```
  public indirect enum Requirement: Sendable, Hashable, Codable {
    /// A value is present.
    case required
    /// Text has so many characters (grapheme clusters: 👨‍👩‍👧 is one), data so many bytes.
    case length(minimum: Int?, maximum: Int?)
    /// A value lies within bounds; NaN never does.
    case range(minimum: AttributeValue?, maximum: AttributeValue?, excludesMaximum: Bool)
    /// Text matches a pattern as a whole; see ``TextPattern``.
    case pattern(String)
    /// A value is one of these.
    case membership([AttributeValue])
    /// No other object of the entity agrees in all of these properties.
    case unique([String])
    /// A relationship leads to so many objects.
    case count(minimum: Int, maximum: Int?)
    /// An expression over the object holds.
    case predicate(name: String, FetchPredicate)
    /// A closure says yes. `properties` are those it speaks of; empty if that is not known.
    case custom(name: String, properties: [String])
  }

  /// How much a failure matters.
  ///
  /// ```swift
  /// let model = try ManagedObjectModel("Library") {
  ///   Entity("Book") { Attribute("pages", Int.self).default(0).range(1..., severity: .warning) }
  /// }
  /// let context = ManagedObjectContext(model: model)
  /// try context.insert("Book")
  /// print(context.validate().warnings.count, context.validate().isValid)  // 1 true
  /// ```
  public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
    /// The object is valid; somebody should look at it.
    case warning
    /// The object is invalid and cannot be saved.
    case error
  }

  /// Makes a rule from data.
  public init(
    _ requirement: Requirement, severity: Severity = .error, when condition: FetchPredicate? = nil,
    message: String? = nil, site: DeclarationSite = .unknown
  ) {
    self.requirement = requirement
    self.severity = severity
    self.condition = condition
    self.message = message
    self.site = site
    if case .pattern(let source) = requirement { compiledPattern = CompiledPattern(source) }
  }

  /// The pattern of a source: the one of the rule, unless the requirement was replaced.
  func pattern(_ source: String) -> TextPattern? {
    if let compiledPattern, compiledPattern.source == source { return compiledPattern.pattern }
    return try? TextPattern(source)
  }
}

extension ValidationRule {
  /// Whether the rule is a closure that is not there: the model came from data.
  package var isUnbound: Bool {
    if case .custom = requirement { check == nil } else { false }
  }

  /// Whether two rules say the same; sites and closures do not count.
  public static func == (left: ValidationRule, right: ValidationRule) -> Bool {
    left.requirement == right.requirement && left.severity == right.severity
      && left.condition == right.condition && left.message == right.message
  }

  /// Feeds what the rule says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(requirement)
    hasher.combine(severity)
    hasher.combine(condition)
    hasher.combine(message)
  }
}

extension ValidationRule {
  /// Text of so many characters, data of so many bytes, or a list of so many values.
  public static func length(_ bounds: some RangeExpression<Int>) -> ValidationRule {
    let bounds = RuleBounds(bounds)
    return ValidationRule(.length(minimum: bounds.minimum, maximum: bounds.greatest))
  }

  /// A value within bounds.
  public static func range<Bound: AttributeConvertible>(
    _ bounds: some RangeExpression<Bound>
  ) -> ValidationRule {
    let bounds = RuleBounds(bounds)
    return ValidationRule(
      .range(
        minimum: bounds.minimum?.attributeValue, maximum: bounds.maximum?.attributeValue,
        excludesMaximum: bounds.excludesMaximum))
  }

  /// Text that matches a pattern as a whole.
  public static func pattern(_ pattern: String) -> ValidationRule {
    ValidationRule(.pattern(pattern))
  }

  /// One of some values.
  public static func membership<Value: AttributeConvertible>(_ values: [Value]) -> ValidationRule {
    ValidationRule(.membership(values.map(\.attributeValue)))
  }
}

extension ValidationRule {
  /// Whether a present value satisfies the rule, as far as one value can tell.
  ///
  /// Rules over several properties, counts and uniqueness pass. A closure that is not there fails.
  ///
  /// - Throws: What a closure throws.
  package func holds(for value: AttributeValue) throws -> Bool {
    switch requirement {
    case .required: return !value.isNull
    case .length(let minimum, let maximum):
      guard let length = value.length else { return true }
      return length >= minimum ?? 0 && length <= maximum ?? .max
    case .range(let minimum, let maximum, let excludesMaximum):
      return value.isWithin(minimum, maximum, excludesMaximum: excludesMaximum)
    case .pattern(let source):
      guard case .string(let text) = value, let pattern = pattern(source) else {
        return true
      }
      return pattern.matches(text)
    case .membership(let values): return values.contains(value)
    case .custom:
      switch check {
      case .value(let check): return try check(value)
      case .object: return true
      case nil: return false
      }
    case .unique, .count, .predicate: return true
    }
  }
}

extension AttributeValue {
  /// The number of characters of text, bytes of data, or values of a list; `nil` for what has no length.
  package var length: Int? {
    switch self {
    case .string(let text): text.count
    case .data(let data): data.count
    case .list(let values): values.count
    default: nil
    }
  }

  fileprivate func isWithin(
    _ minimum: AttributeValue?, _ maximum: AttributeValue?, excludesMaximum: Bool
  ) -> Bool {
    if let minimum {
      guard let order = compare(minimum), order != .ascending else { return false }
    }
    if let maximum {
      guard let order = compare(maximum), order != .descending else { return false }
      if excludesMaximum && order == .same { return false }
    }
    // Without bounds there is nothing for NaN to fail at, but it lies in no range.
    return compare(self) != nil
  }
}
