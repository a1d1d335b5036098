/// A JSON value whose members keep their order, so that the same model always produces the same text.
package indirect enum JSONNode: Hashable, Sendable {
  case object([Member])
  case array([JSONNode])
  case string(String)
  /// A number as text.
  case number(String)
  case bool(Bool)
  case null

  package struct Member: Hashable, Sendable {
    let key: String
    let value: JSONNode
  }

  /// Creates an object from pairs.
  static func members(_ pairs: KeyValuePairs<String, JSONNode>) -> JSONNode {
    .object(pairs.map { Member(key: $0, value: $1) })
  }

  static func int(_ value: Int) -> JSONNode { .number("\(value)") }

  /// The members of an object; empty for other values.
  var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  /// Returns the object with a member added at the end. If the key already exists, its value is replaced.
  func with(_ key: String, _ value: JSONNode?) -> JSONNode {
    guard let value else { return self }
    var members = members
    if let index = members.firstIndex(where: { $0.key == key }) {
      members[index] = Member(key: key, value: value)
    } else {
      members.append(Member(key: key, value: value))
    }
    return .object(members)
  }

  /// The value of a member.
  package subscript(key: String) -> JSONNode? { members.first { $0.key == key }?.value }

  /// The text, indented by two spaces per level.
  var text: String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  private func write(to text: inout String, indent: String) {
    let inner = indent + "  "
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number
    case .string(let string): text += Self.quoted(string)
    case .array(let values) where values.allSatisfy(\.isPlain):
      text += "[" + values.map { $0.plainText }.joined(separator: ", ") + "]"
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner
        value.write(to: &text, indent: inner)
      }
      text += "\n\(indent)]"
    case .object(let members) where members.isEmpty: text += "{}"
    case .object(let members) where members.count == 1 && members[0].value.isPlain:
      text += "{\(Self.quoted(members[0].key)): \(members[0].value.plainText)}"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner + Self.quoted(member.key) + ": "
        member.value.write(to: &text, indent: inner)
      }
      text += "\n\(indent)}"
    }
  }

  private var isPlain: Bool {
    switch self {
    case .object, .array: false
    case .string, .number, .bool, .null: true
    }
  }

  private var plainText: String {
    var text = ""
    write(to: &text, indent: "")
    return text
  }

  private static func quoted(_ string: String) -> String {
    // Nearly all names and texts need no escaping.
    if string.utf8.allSatisfy(isUnescaped) { return "\"\(string)\"" }
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _
      where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || scalar == "\u{2028}" || scalar == "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  private static func isUnescaped(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
