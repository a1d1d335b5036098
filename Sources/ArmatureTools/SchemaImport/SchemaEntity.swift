import ArmatureModel

/// An entity as a schema has it, before it is known what it inherits.
struct SchemaEntity {
  var description: EntityDescription
  /// The keys of properties that must be there and are declared elsewhere, with their places.
  var required: [SchemaNode] = []
  /// The names of the properties that may be null.
  var nullable: Set<String> = []
  /// The schema; `nil` for what stands for several.
  let node: SchemaNode?

  init(_ description: EntityDescription, _ node: SchemaNode?) {
    (self.description, self.node) = (description, node)
  }

  var name: String { description.name }
}
