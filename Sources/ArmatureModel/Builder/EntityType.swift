/// An entity of the typed tier: a struct whose properties are the properties of the entity.
///
/// ```swift
/// struct Work: EntityType {
///   static let schema = Work()
///   let title = Attribute<String>().length(1...200)
///   let writer = ToOne<Writer>()
/// }
/// ```
/// The names come from the labels, by reflection, once, when a model is built. Only one side of a
/// relationship names its inverse.
public protocol EntityType: Sendable {
  /// The one value that typed views look properties up in.
  static var schema: Self { get }
  /// The name of the entity; that of the type unless declared.
  static var entityName: String { get }
  /// The entity whose properties this one inherits; none unless declared.
  static var parent: (any EntityType.Type)? { get }
  /// Whether there are only objects of sub-entities; false unless declared.
  static var isAbstract: Bool { get }
  /// What objects must satisfy across properties; nothing unless declared.
  @RuleBuilder<Self> static var rules: Rules<Self> { get }
}

extension EntityType {
  /// The name of the type.
  public static var entityName: String { "\(Self.self)" }
  /// No parent.
  public static var parent: (any EntityType.Type)? { nil }
  /// There are objects of the entity itself.
  public static var isAbstract: Bool { false }
  /// No rules.
  public static var rules: Rules<Self> { Rules() }
}

/// What an ``EntityType`` declares beside its properties: rules, uniqueness, indexes.
public struct Rules<Owner: EntityType>: Sendable {
  package var members: [EntityMember] = []

  /// Declares nothing.
  public init() {}

  init(_ members: [EntityMember]) { self.members = members }
}

/// Collects the rules of an ``EntityType``.
@resultBuilder public enum RuleBuilder<Owner: EntityType> {
  /// Takes uniqueness over several properties.
  public static func buildExpression(_ unique: Unique) -> Rules<Owner> { Rules([unique.member]) }
  /// Takes an index.
  public static func buildExpression(_ index: Index) -> Rules<Owner> { Rules([index.member]) }
  /// Takes a fetched property.
  public static func buildExpression(_ property: FetchedProperty) -> Rules<Owner> {
    Rules([.property(.fetched(property.description))])
  }
  /// Joins the statements.
  public static func buildBlock(_ parts: Rules<Owner>...) -> Rules<Owner> {
    Rules(parts.flatMap(\.members))
  }
  /// Takes an `if` without `else`.
  public static func buildOptional(_ part: Rules<Owner>?) -> Rules<Owner> { part ?? Rules() }
  /// Takes the first branch.
  public static func buildEither(first part: Rules<Owner>) -> Rules<Owner> { part }
  /// Takes the second branch.
  public static func buildEither(second part: Rules<Owner>) -> Rules<Owner> { part }
  /// Takes a loop.
  public static func buildArray(_ parts: [Rules<Owner>]) -> Rules<Owner> {
    Rules(parts.flatMap(\.members))
  }
  /// Takes a value that a property or function of the same type yields.
  public static func buildExpression(_ rules: Rules<Owner>) -> Rules<Owner> { rules }
  /// Refuses anything else.
  @available(
    *, unavailable,
    message: """
      the rules of a type are Rule, Unique, Index, FetchedProperty and FetchTemplate; declare \
      properties with let, such as let title = Attribute<String>()
      """
  )
  public static func buildExpression(_ other: Any) -> Rules<Owner> { Rules() }
}
