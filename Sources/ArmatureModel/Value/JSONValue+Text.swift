extension JSONValue: CustomStringConvertible {
  /// The value as a text without white space.
  public var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let object):
      text += "{"
      for (index, member) in object.enumerated() {
        if index > 0 { text += "," }
        text += Self.quoted(member.key) + ":"
        member.value.write(to: &text)
      }
      text += "}"
    case .null, .bool, .number, .string: text += plainText
    }
  }

  /// The value as a text of lines, indented by two spaces per level. Short arrays and objects stand on one line.
  package var indentedText: String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  private func write(to text: inout String, indent: String) {
    let inner = indent + "  "
    switch self {
    case .array(let values) where values.allSatisfy(\.isPlain):
      text += "[" + values.map(\.plainText).joined(separator: ", ") + "]"
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner
        value.write(to: &text, indent: inner)
      }
      text += "\n\(indent)]"
    case .object(let object) where object.isEmpty: text += "{}"
    case .object(let object) where object.count == 1 && object[0].value.isPlain:
      text += "{\(Self.quoted(object[0].key)): \(object[0].value.plainText)}"
    case .object(let object):
      text += "{"
      for (index, member) in object.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner + Self.quoted(member.key) + ": "
        member.value.write(to: &text, indent: inner)
      }
      text += "\n\(indent)}"
    case .null, .bool, .number, .string: text += plainText
    }
  }

  private var isPlain: Bool {
    switch self {
    case .object, .array: false
    case .string, .number, .bool, .null: true
    }
  }

  /// The text of a value without parts.
  private var plainText: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let number): number.text
    case .string(let text): Self.quoted(text)
    case .array, .object: ""
    }
  }

  /// Returns a text in quotes. Hidden characters are escaped, so that they cannot control a terminal.
  private static func quoted(_ string: String) -> String {
    // Nearly all names and texts need no escaping.
    if string.utf8.allSatisfy(isUnescaped) { return "\"\(string)\"" }
    var text = "\""
    for scalar in string.unicodeScalars {
      text += scalar.quoted { _ in
        String(scalar).utf16.map { unit in
          let digits = String(unit, radix: 16)
          return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
      }
    }
    return text + "\""
  }

  private static func isUnescaped(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
