/// A struct that declares an entity and its properties, so that the compiler can check their names and types.
///
/// ```swift
/// struct Work: EntityType {
///   static let schema = Work()
///   let title = Attribute<String>().length(1...200)
///   let writer = ToOne<Writer>()
/// }
/// ```
/// The names of the struct's properties are the names of the entity's properties. They are read once by reflection,
/// when a model is created. If two relationships are inverses of each other, only one of them needs to name its
/// inverse. To inherit the properties of another schema type, use ``SubentityType``.
public protocol EntityType: Sendable {
  /// The instance that typed views use to look up properties. Declare it as `static let`.
  static var schema: Self { get }
  /// The name of the entity. The default is the name of the type.
  static var entityName: String { get }
  /// A Boolean value that indicates whether the entity has no objects of its own, but only objects of its sub-entities.
  /// The default is `false`.
  static var isAbstract: Bool { get }
  /// The rules about several properties, the indexes and the constraints. The default is an empty list.
  @RuleBuilder<Self> static var rules: Rules<Self> { get }
  /// Adds information to the entity that other modules provide, such as the class of its objects. Schema types do not
  /// implement this function.
  static func _declare(_ entity: inout EntityDescription)
}

extension EntityType {
  /// The name of the type.
  public static var entityName: String { "\(Self.self)" }
  /// Returns `false`, because an entity has objects of its own by default.
  public static var isAbstract: Bool { false }
  /// Does nothing.
  public static func _declare(_ entity: inout EntityDescription) {}
  /// An empty list of rules.
  public static var rules: Rules<Self> { Rules() }
}
