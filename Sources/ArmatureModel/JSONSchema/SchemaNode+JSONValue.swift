extension SchemaNode {
  /// Creates a tree of a value, without positions.
  package convenience init(_ value: JSONValue) {
    let tree: Value =
      switch value {
      case .null: .null
      case .bool(let value): .bool(value)
      case .number(let number): .number(number.text)
      case .string(let text): .string(text)
      case .array(let values): .array(values.map { SchemaNode($0) })
      case .object(let object):
        .object(object.map { Member(key: $0.key, offset: 0, node: SchemaNode($0.value)) })
      }
    self.init(tree, at: 0)
  }

  /// The value of the tree.
  package var json: JSONValue {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let text): .number(JSONNumber(checked: text))
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.json))
    case .object(let members): .object(JSONObject(members.lazy.map { ($0.key, $0.node.json) }))
    }
  }
}
