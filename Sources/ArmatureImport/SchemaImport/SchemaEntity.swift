import ArmatureModel

/// An entity as the schema declares it, before inheritance is resolved.
struct SchemaEntity {
  var description: EntityDescription
  /// The required keys whose properties are declared elsewhere, with their positions.
  var required: [SchemaNode] = []
  /// The names of the properties that may be null.
  var nullable: Set<String> = []
  /// The schema; `nil` for a choice between entities.
  let node: SchemaNode?

  init(_ description: EntityDescription, _ node: SchemaNode?) {
    (self.description, self.node) = (description, node)
  }

  var name: String { description.name }
}
