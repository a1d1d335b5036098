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

/// A schema type that inherits the properties, rules and indexes of another schema type.
///
/// ```swift
/// struct Novel: SubentityType {
///   typealias Parent = Work
///   static let schema = Novel()
///   let chapters = Attribute<Int>().default(1)
/// }
/// let model = try ManagedObjectModel("Shelf") { Work.self; Writer.self; Novel.self }
/// let context = ManagedObjectContext(model: model)
/// let novel = try context.insert(Novel.self) { $0.title = "Emma" }
/// print(novel.title, novel.chapters)  // Emma 1
/// ```
/// You can use the properties of the parent like those of the schema type itself, for example in views, conditions and
/// key paths such as `\Novel.title`. A view reads the properties of its parent as fast as its own. Reading the
/// properties of more distant ancestors takes longer. If you do this in a loop, first create a view of the parent's
/// type.
@dynamicMemberLookup public protocol SubentityType: EntityType {
  /// The parent schema type, which may be a sub-entity itself.
  associatedtype Parent: EntityType
}

extension SubentityType {
  /// Returns a property of the parent.
  public subscript<Property>(dynamicMember property: KeyPath<Parent, Property>) -> Property {
    Parent.schema[keyPath: property]
  }

  static var parentType: any EntityType.Type { Parent.self }
}
