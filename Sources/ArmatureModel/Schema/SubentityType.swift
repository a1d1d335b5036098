/// An entity of the typed tier that inherits the properties, rules and indexes of another.
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
/// Views and conditions have the properties of the parent with a dot, as those of the schema itself;
/// so do key paths, such as `\Novel.title`. A view reads those of the parent as fast as its own. Those
/// of the parent's parents take longer: in a loop, make a view as the parent first.
@dynamicMemberLookup public protocol SubentityType: EntityType {
  /// The schema whose properties this one inherits; it may be a sub-entity itself.
  associatedtype Parent: EntityType
}

extension SubentityType {
  /// A property of the parent.
  public subscript<Property>(dynamicMember property: KeyPath<Parent, Property>) -> Property {
    Parent.schema[keyPath: property]
  }

  static var parentType: any EntityType.Type { Parent.self }
}
