/// An entity that stands for one of several others.
struct SchemaUnion {
  let name: String
  /// The schema that has the choice.
  let node: SchemaNode
  /// The entities of which one it is, once they are known.
  var members: [String] = []
}
