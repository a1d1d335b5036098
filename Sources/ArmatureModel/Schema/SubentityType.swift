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
