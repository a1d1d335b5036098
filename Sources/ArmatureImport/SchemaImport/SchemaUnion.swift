/// An entity for a choice between other entities.
struct SchemaUnion {
  let name: String
  /// The schema that states the choice.
  let node: SchemaNode
  /// The entities to choose from, once they are known.
  var members: [String] = []
}
