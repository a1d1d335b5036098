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
/// relationship names its inverse. A ``SubentityType`` inherits the properties of another schema.
public protocol EntityType: Sendable {
  /// The one value that typed views look properties up in.
  static var schema: Self { get }
  /// The name of the entity; that of the type unless declared.
  static var entityName: String { get }
  /// Whether there are only objects of sub-entities; false unless declared.
  static var isAbstract: Bool { get }
  /// What objects must satisfy across properties; nothing unless declared.
  @RuleBuilder<Self> static var rules: Rules<Self> { get }
  /// Adds what other modules know of the entity: the class of its objects. Not for schemas to declare.
  static func _declare(_ entity: inout EntityDescription)
}

extension EntityType {
  /// The name of the type.
  public static var entityName: String { "\(Self.self)" }
  /// There are objects of the entity itself.
  public static var isAbstract: Bool { false }
  /// Nothing.
  public static func _declare(_ entity: inout EntityDescription) {}
  /// No rules.
  public static var rules: Rules<Self> { Rules() }
}
