/// A schema type: a struct that declares an entity in the typed tier with its properties.
///
/// ```swift
/// struct Work: EntityType {
///   static let schema = Work()
///   let title = Attribute<String>().length(1...200)
///   let writer = ToOne<Writer>()
/// }
/// ```
/// The labels of the properties are their names, found by reflection once, when a model is built. Only one side of a
/// relationship names its inverse. A ``SubentityType`` inherits the properties of another schema type.
public protocol EntityType: Sendable {
  /// The instance that typed views use to look up properties.
  static var schema: Self { get }
  /// The name of the entity; by default, the name of the type.
  static var entityName: String { get }
  /// A Boolean value that indicates whether only sub-entities have objects. The default is false.
  static var isAbstract: Bool { get }
  /// The rules across properties, and the indexes and constraints. The default is empty.
  @RuleBuilder<Self> static var rules: Rules<Self> { get }
  /// Adds what other modules know of the entity: the class of its objects. Not for schemas to declare.
  static func _declare(_ entity: inout EntityDescription)
}

extension EntityType {
  /// The name of the type.
  public static var entityName: String { "\(Self.self)" }
  /// Returns false: by default, an entity has objects of its own.
  public static var isAbstract: Bool { false }
  /// Nothing.
  public static func _declare(_ entity: inout EntityDescription) {}
  /// An empty list of rules.
  public static var rules: Rules<Self> { Rules() }
}
