/// The declarations of an ``EntityType`` that are not properties.
///
/// Use it to declare rules, uniqueness constraints, indexes, fetched properties and fetch templates:
///
/// ```swift
/// struct Loan: EntityType {
///   static let schema = Loan()
///   let from = Attribute<Date>().default(.now)
///   let until = Attribute<Date?>()
///   static var rules: Rules<Loan> {
///     Rule("a loan ends after its beginning") { $0.until == nil || $0.until > $0.from }
///     Index(\.until)
///   }
/// }
/// ```
public struct Rules<Owner: EntityType>: Sendable {
  package var members: [EntityMember] = []

  /// Creates an empty list of rules.
  public init() {}

  init(_ members: [EntityMember]) { self.members = members }
}

/// A result builder that collects the rules of an ``EntityType``.
@resultBuilder public enum RuleBuilder<Owner: EntityType> {
  /// Joins the statements of a body.
  public static func buildBlock(_ parts: Rules<Owner>...) -> Rules<Owner> {
    Rules(parts.flatMap(\.members))
  }
  /// Supports `if` without `else`.
  public static func buildOptional(_ part: Rules<Owner>?) -> Rules<Owner> { part ?? Rules() }
  /// Supports the first branch of `if` and `switch`.
  public static func buildEither(first part: Rules<Owner>) -> Rules<Owner> { part }
  /// Supports the second branch of `if` and `switch`.
  public static func buildEither(second part: Rules<Owner>) -> Rules<Owner> { part }
  /// Supports `for` loops.
  public static func buildArray(_ parts: [Rules<Owner>]) -> Rules<Owner> {
    Rules(parts.flatMap(\.members))
  }
  /// Adds the rules that another property or function returns.
  public static func buildExpression(_ rules: Rules<Owner>) -> Rules<Owner> { rules }
  /// Unavailable: rules are `Rule`, `Unique`, `Index`, `FetchedProperty` and `FetchTemplate`.
  @available(
    *, unavailable,
    message: """
      the rules of a type are Rule, Unique, Index, FetchedProperty and FetchTemplate; declare \
      properties with let, such as let title = Attribute<String>()
      """
  )
  public static func buildExpression(_ other: Any) -> Rules<Owner> { Rules() }
}

/// A result builder that collects the rules in the body of an attribute.
@resultBuilder public enum AttributeRuleBuilder {
  /// Adds a rule.
  public static func buildExpression(_ rule: ValidationRule) -> [ValidationRule] { [rule] }
  /// Unavailable: declare parts of an entity in the body of the entity.
  @available(
    *, unavailable,
    message:
      "the body of an attribute contains only rules such as .length(1...200); close it before this"
  )
  public static func buildExpression(_ part: any EntityPart) -> [ValidationRule] { [] }
  /// Joins the statements of a body.
  public static func buildBlock(_ parts: [ValidationRule]...) -> [ValidationRule] {
    parts.flatMap { $0 }
  }
  /// Supports `if` without `else`.
  public static func buildOptional(_ part: [ValidationRule]?) -> [ValidationRule] { part ?? [] }
  /// Supports the first branch of `if` and `switch`.
  public static func buildEither(first part: [ValidationRule]) -> [ValidationRule] { part }
  /// Supports the second branch of `if` and `switch`.
  public static func buildEither(second part: [ValidationRule]) -> [ValidationRule] { part }
  /// Supports `for` loops.
  public static func buildArray(_ parts: [[ValidationRule]]) -> [ValidationRule] {
    parts.flatMap { $0 }
  }
  /// Supports `if #available`.
  public static func buildLimitedAvailability(_ part: [ValidationRule]) -> [ValidationRule] { part }
}
