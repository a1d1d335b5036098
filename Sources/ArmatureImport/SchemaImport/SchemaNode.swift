import ArmatureModel

/// A JSON value with its position in the text.
final class SchemaNode {
  /// The offset of the first byte.
  let offset: Int
  let value: Value
  /// The indices of the members, for large objects.
  private lazy var places: [String: Int] = Dictionary(
    members.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })

  enum Value {
    case object([Member])
    case array([SchemaNode])
    case string(String)
    /// A number as text.
    case number(String)
    case bool(Bool)
    case null
  }

  struct Member {
    let key: String
    /// The offset of the key's first byte.
    let offset: Int
    let node: SchemaNode
  }

  init(_ value: Value, at offset: Int) { (self.value, self.offset) = (value, offset) }

  /// The members of an object; empty for other values.
  var members: [Member] { if case .object(let members) = value { members } else { [] } }

  /// The elements of an array; empty for other values.
  var elements: [SchemaNode] { if case .array(let elements) = value { elements } else { [] } }

  var isObject: Bool { if case .object = value { true } else { false } }

  /// Whether the schema accepts any value.
  var isEmptySchema: Bool { bool == true || isObject && members.isEmpty }

  var text: String? { if case .string(let text) = value { text } else { nil } }

  var number: String? { if case .number(let number) = value { number } else { nil } }

  var bool: Bool? { if case .bool(let bool) = value { bool } else { nil } }

  var isNull: Bool { if case .null = value { true } else { false } }

  /// The value of a member.
  subscript(key: String) -> SchemaNode? { member(key)?.node }

  func member(_ key: String) -> Member? {
    let members = members
    if members.count < 16 { return members.first { $0.key == key } }
    return places[key].map { members[$0] }
  }

  /// The keywords of a schema that restrict values, in quotes: `"type" and "minimum"`.
  var keywordList: String {
    let words = members.map(\.key).filter {
      !SchemaReader.remarks.contains($0) && !SchemaSubject.silent.contains($0)
    }
    let shown = words.prefix(Self.mostKeywords).map(\.quotedForMessage)
    guard words.count > 1, words.count <= Self.mostKeywords, let last = shown.last else {
      return shown.joined(separator: ", ") + (words.count > Self.mostKeywords ? " and more" : "")
    }
    return shown.dropLast().joined(separator: ", ") + " and \(last)"
  }

  /// The end of a sentence that names the keywords: `, with its "type"`. Empty without keywords.
  var withKeywords: String {
    let list = keywordList
    return list.isEmpty ? "" : ", with its \(list)"
  }

  /// The maximum number of keywords in a message.
  private static let mostKeywords = 6

  /// The text as JSON without white space, shortened if necessary.
  var shortText: String {
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
