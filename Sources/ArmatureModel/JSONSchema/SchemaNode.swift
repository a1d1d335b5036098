/// A JSON value with its position in the text.
package final class SchemaNode {
  /// The offset of the first byte.
  package let offset: Int
  package let value: Value
  /// The indices of the members, for large objects.
  private lazy var places: [String: Int] = Dictionary(
    members.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })

  package enum Value {
    case object([Member])
    case array([SchemaNode])
    case string(String)
    /// A number as text.
    case number(String)
    case bool(Bool)
    case null
  }

  package struct Member {
    package let key: String
    /// The offset of the key's first byte.
    package let offset: Int
    package let node: SchemaNode

    package init(key: String, offset: Int, node: SchemaNode) {
      (self.key, self.offset, self.node) = (key, offset, node)
    }
  }

  package init(_ value: Value, at offset: Int) { (self.value, self.offset) = (value, offset) }

  /// The members of an object; empty for other values.
  package var members: [Member] { if case .object(let members) = value { members } else { [] } }

  /// The elements of an array; empty for other values.
  package var elements: [SchemaNode] {
    if case .array(let elements) = value { elements } else { [] }
  }

  package var isObject: Bool { if case .object = value { true } else { false } }

  /// Whether the schema accepts any value.
  package var isEmptySchema: Bool { bool == true || isObject && members.isEmpty }

  package var text: String? { if case .string(let text) = value { text } else { nil } }

  package var number: String? { if case .number(let number) = value { number } else { nil } }

  package var bool: Bool? { if case .bool(let bool) = value { bool } else { nil } }

  package var isNull: Bool { if case .null = value { true } else { false } }

  /// The value of a member.
  package subscript(key: String) -> SchemaNode? { member(key)?.node }

  package func member(_ key: String) -> Member? {
    let members = members
    if members.count < 16 { return members.first { $0.key == key } }
    return places[key].map { members[$0] }
  }

  /// The text as JSON without white space, shortened if necessary.
  package var shortText: String {
    var text = ""
    write(to: &text)
    return text.count > 200 ? text.prefix(200) + "…" : text
  }

  private func write(to text: inout String) {
    if text.utf8.count > 1_000 { return }
    switch value {
    case .null: text += "null"
    case .bool(let bool): text += "\(bool)"
    case .number(let number): text += number
    case .string(let string): text += string.debugDescription
    case .array(let elements):
      text += "["
      for (index, element) in elements.prefix(500).enumerated() {
        if index > 0 { text += ", " }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.prefix(500).enumerated() {
        if index > 0 { text += ", " }
        text += member.key.debugDescription + ": "
        member.node.write(to: &text)
      }
      text += "}"
    }
  }
}
