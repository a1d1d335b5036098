/// What a property or an object must satisfy, as data that stores and exporters can read.
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

  /// What a rule requires.
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
  }
}

/// The closure of a rule, over the value of an attribute or over an object.
package enum RuleCheck: Sendable, Hashable, Codable {
  case value(@Sendable (AttributeValue) throws -> Bool)
  case object(@Sendable (AnyObject) throws -> Bool)

  package init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "A closure cannot be decoded."))
  }
  package func encode(to encoder: any Encoder) throws {}
  package static func == (left: RuleCheck, right: RuleCheck) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

extension ValidationRule {
  private enum CodingKeys: String, CodingKey {
    case requirement, severity, condition, message, site
  }

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
  /// Text of so many characters, or data of so many bytes.
  public static func length(_ bounds: some RuleRange<Int>) -> ValidationRule {
    // An upper bound that is excluded is the integer before it.
    let maximum = bounds.maximum.map { bounds.excludesMaximum ? $0 - 1 : $0 }
    return ValidationRule(.length(minimum: bounds.minimum, maximum: maximum))
  }

  /// A value within bounds.
  public static func range<Bound: AttributeConvertible>(
    _ bounds: some RuleRange<Bound>
  ) -> ValidationRule {
    ValidationRule(
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
