#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A rule for the values of a property or for an object.
///
/// A rule is a value, so you can read it from a model, for example to export it to another format:
///
/// ```swift
/// for rule in model["Book"]?.property(named: "isbn")?.asAttribute?.rules ?? [] {
///   if case .pattern(let pattern) = rule.requirement { print(pattern) }  // 97[89]-[0-9]{10}
/// }
/// let pages = AttributeDescription("pages", .int64, rules: [.range(1...), .membership([1, 2, 3])])
/// ```
public struct ValidationRule: Sendable, Hashable, Codable {
  /// The requirement of the rule.
  public var requirement: Requirement { didSet { compiled = CompiledRequirement(requirement) } }
  /// The severity of a failure. An error makes the object invalid, and a warning does not.
  public var severity: Severity
  /// The condition under which the rule applies. If it is `nil`, the rule always applies.
  public var condition: FetchPredicate?
  /// The message for a failure; `nil` for the built-in message.
  public var message: String?
  /// The place of the declaration.
  public var site: DeclarationSite
  /// The code of a rule with a closure; lost when encoded, see ``Requirement/custom(name:properties:)``.
  package var check: RuleCheck?
  /// The compiled pattern or schema of the requirement, shared by copies of the rule.
  private var compiled: CompiledRequirement?

  /// A kind of rule with its parameters.
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
    /// A value must be present.
    case required
    /// The length is within bounds. It is counted in characters of text, bytes of data, or values of a list.
    ///
    /// A character is a grapheme cluster: 👨‍👩‍👧 is one.
    case length(minimum: Int?, maximum: Int?)
    /// The value is within bounds. NaN is never within bounds.
    case range(minimum: AttributeValue?, maximum: AttributeValue?, excludesMaximum: Bool)
    /// The whole text matches a regular expression; see ``TextPattern``.
    case pattern(String)
    /// The text has a standard form, such as that of an email address. URLs can have the format of a URI.
    case format(TextFormat)
    /// The value satisfies a JSON Schema; see ``JSONSchema``. It is a JSON value, a number, text or Boolean value, or a
    /// list of these.
    case schema(JSONValue)
    /// The value is one of the given values.
    case membership([AttributeValue])
    /// No other object of the entity has the same values in all of these properties.
    case unique([String])
    /// The number of related objects is within bounds.
    case count(minimum: Int, maximum: Int?)
    /// The object, as a JSON document with all objects to which it leads, satisfies a JSON Schema.
    ///
    /// `others` is the attribute whose value contains the other keys of the document, as `KeptKeys` describes.
    case document(name: String, schema: JSONValue, others: String?)
    /// A predicate holds for the object.
    case predicate(name: String, FetchPredicate)
    /// A closure returns true for the object. `properties` are the properties that the closure reads. The array is
    /// empty if they are unknown.
    case custom(name: String, properties: [String])
  }

  /// The importance of a failure.
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
    /// The object is valid, but validation reports a warning.
    case warning
    /// The object is invalid and cannot be saved.
    case error
  }

  /// Creates a rule from data.
  public init(
    _ requirement: Requirement, severity: Severity = .error, when condition: FetchPredicate? = nil,
    message: String? = nil, site: DeclarationSite = .unknown
  ) {
    self.requirement = requirement
    self.severity = severity
    self.condition = condition
    self.message = message
    self.site = site
    compiled = CompiledRequirement(requirement)
  }

  /// The compiled schema of the requirement. It is `nil` for other rules, and for an invalid schema.
  package var schema: JSONSchema? {
    if case .schema(let schema)? = compiled?.product { schema } else { nil }
  }
}

extension ValidationRule {
  /// Whether the rule is a closure that is missing because the model was decoded.
  package var isUnbound: Bool {
    if case .custom = requirement { check == nil } else { false }
  }

  /// Returns whether two rules have the same content. The places of declaration and the closures are ignored.
  public static func == (left: ValidationRule, right: ValidationRule) -> Bool {
    left.requirement == right.requirement && left.severity == right.severity
      && left.condition == right.condition && left.message == right.message
  }

  /// Hashes the content of the rule.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(requirement)
    hasher.combine(severity)
    hasher.combine(condition)
    hasher.combine(message)
  }
}

extension ValidationRule {
  /// Returns a rule about a length, which is the number of characters in a text, bytes in data, or values in a list.
  public static func length(_ bounds: some RangeExpression<Int>) -> ValidationRule {
    let bounds = RuleBounds(bounds)
    return ValidationRule(.length(minimum: bounds.minimum, maximum: bounds.greatest))
  }

  /// Returns a rule that requires a value within bounds.
  public static func range<Bound: AttributeConvertible>(
    _ bounds: some RangeExpression<Bound>
  ) -> ValidationRule {
    let bounds = RuleBounds(bounds)
    return ValidationRule(
      .range(
        minimum: bounds.minimum?.attributeValue, maximum: bounds.maximum?.attributeValue,
        excludesMaximum: bounds.excludesMaximum))
  }

  /// Returns a rule that requires the whole text to match a pattern.
  public static func pattern(_ pattern: String) -> ValidationRule {
    ValidationRule(.pattern(pattern))
  }

  /// Returns a rule that requires the text to have a standard form.
  public static func format(_ format: TextFormat) -> ValidationRule {
    ValidationRule(.format(format))
  }

  /// Returns a rule that requires a JSON value to satisfy a JSON Schema.
  public static func schema(_ schema: JSONValue) -> ValidationRule {
    ValidationRule(.schema(schema))
  }

  /// Returns a rule that requires one of the given values.
  public static func membership<Value: AttributeConvertible>(_ values: [Value]) -> ValidationRule {
    ValidationRule(.membership(values.map(\.attributeValue)))
  }
}

extension ValidationRule {
  /// Returns whether a value satisfies the rule, as far as a single value can show. The value must not be missing.
  ///
  /// Rules about several properties, counts and uniqueness are always satisfied. A rule with a missing closure is never
  /// satisfied.
  ///
  /// - Throws: The error of a closure.
  package func holds(for value: AttributeValue) throws -> Bool {
    switch requirement {
    case .required: return !value.isNull
    case .length(let minimum, let maximum):
      guard let length = value.length else { return true }
      return length >= minimum ?? 0 && length <= maximum ?? .max
    case .range(let minimum, let maximum, let excludesMaximum):
      return value.isWithin(minimum, maximum, excludesMaximum: excludesMaximum)
    case .pattern:
      guard case .string(let text) = value, case .pattern(let pattern)? = compiled?.product else {
        return true
      }
      return pattern.matches(text)
    case .format(let format):
      return switch value {
      case .string(let text): format.matches(text)
      case .url(let url): format.matches(url.absoluteString)
      default: true
      }
    case .schema:
      guard let json = value.jsonValue, let schema else { return true }
      return schema.isValid(json)
    case .membership(let values): return values.contains(value)
    case .custom:
      switch check {
      case .value(let check): return try check(value)
      case .object: return true
      case nil: return false
      }
    case .unique, .count, .predicate, .document: return true
    }
  }
}

extension AttributeValue {
  /// The number of characters in text, bytes in data, or values in a list. It is `nil` for any other value.
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
    // Even without bounds, NaN is in no range.
    return compare(self) != nil
  }
}

/// The bounds of a range in a rule: `1...`, `...10`, `..<10`, `1...10`, `1..<10`.
struct RuleBounds<Bound: Comparable> {
  /// The lower bound, or `nil`.
  var minimum: Bound?
  /// The upper bound, included or not, or `nil`.
  var maximum: Bound?
  /// Whether the range excludes its upper bound.
  var excludesMaximum = false

  init(_ range: some RangeExpression<Bound>) {
    switch range {
    case let range as ClosedRange<Bound>:
      (minimum, maximum) = (range.lowerBound, range.upperBound)
    case let range as Range<Bound>:
      (minimum, maximum, excludesMaximum) = (range.lowerBound, range.upperBound, true)
    case let range as PartialRangeFrom<Bound>: minimum = range.lowerBound
    case let range as PartialRangeThrough<Bound>: maximum = range.upperBound
    case let range as PartialRangeUpTo<Bound>:
      (maximum, excludesMaximum) = (range.upperBound, true)
    default:
      programmerError(
        "Bounds must be one of Swift's ranges, but are \(type(of: range)).")
    }
  }
}

extension RuleBounds<Int> {
  /// The maximum; for an excluded upper bound, the integer before it.
  var greatest: Int? { maximum.map { excludesMaximum ? $0 - 1 : $0 } }
}

/// The closure of a rule, which checks the value of an attribute or an object.
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

/// The pattern or schema of a requirement. It is compiled on first use and then kept.
final class CompiledRequirement: Sendable {
  enum Product: Sendable {
    case pattern(TextPattern)
    case schema(JSONSchema)
    case invalid
  }

  private let requirement: ValidationRule.Requirement
  private let reference = LazyReference()

  /// Returns `nil` if nothing is to be compiled for the requirement.
  init?(_ requirement: ValidationRule.Requirement) {
    switch requirement {
    case .pattern, .schema, .document: self.requirement = requirement
    default: return nil
    }
  }

  var product: Product {
    // The reference stores only objects of this class.
    let address = reference.address ?? reference.publish(Box(Self.product(of: requirement)))
    return Unmanaged<Box>.fromOpaque(address).takeUnretainedValue().product
  }

  private static func product(of requirement: ValidationRule.Requirement) -> Product {
    switch requirement {
    case .pattern(let source): (try? TextPattern(source)).map(Product.pattern) ?? .invalid
    case .schema(let value), .document(_, let value, _):
      (try? JSONSchema(value)).map(Product.schema) ?? .invalid
    default: .invalid
    }
  }

  private final class Box: Sendable {
    let product: Product

    init(_ product: Product) { self.product = product }
  }
}
