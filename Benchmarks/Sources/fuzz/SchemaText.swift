import Foundation

/// A random schema, made of JSON Schema keywords.
struct SchemaText {
  private var result = ""

  private static let names = ["A", "B", "C", "a_b", "hash", "x.y", "é", ""]
  private static let types = [
    "string", "integer", "number", "boolean", "array", "object", "null", "thing",
  ]
  private static let formats = [
    "date-time", "date", "uuid", "uri", "email", "int32", "float", "byte", "decimal", "odd",
  ]
  private static let patterns = [
    "^a+$", "a|b", "^(?:x|y)$", "(?=a)", "[", "^a|b$", "\\\\d{2}", "(a", "a)", "[^]]", "\\\\", "",
  ]
  private static let numbers = [
    "0", "1", "-1", "2.5", "1e30", "-32768", "32767", "9223372036854775807", "1e400",
    "0.01", "123456789012345678901234567890123456789012",
  ]

  init(_ choices: inout Choices) { document(&choices) }

  var text: Data { Data(result.utf8) }

  private mutating func document(_ choices: inout Choices) {
    let isOpenAPI = choices.oneIn(3)
    result += isOpenAPI ? #"{"openapi": "3.1.0", "components": {"schemas": {"# : #"{"$defs": {"#
    for index in 0...choices.below(4) {
      if index > 0 { result += ", " }
      result += quoted(choices.oneIn(8) ? choices.pick(Self.names) : Self.names[index]) + ": "
      if choices.oneIn(4) { schema(3, &choices) } else { record(3, &choices) }
    }
    result += isOpenAPI ? "}}" : "}"
    if choices.oneIn(3) {
      result += #", "title": "Root", "type": "object", "properties": {"r": "#
      schema(2, &choices)
      result += "}"
    }
    result += "}"
  }

  private func quoted(_ text: String) -> String { "\"\(text)\"" }

  private func reference(_ choices: inout Choices) -> String {
    let path = choices.pick(["#/$defs/", "#/$defs/", "#/components/schemas/", "#/", "other.json#/"])
    return quoted(choices.oneIn(10) ? "#" : path + choices.pick(Self.names))
  }

  private mutating func record(_ depth: Int, _ choices: inout Choices) {
    result += #"{"type": "object", "properties": {"#
    for index in 0..<choices.below(5) {
      if index > 0 { result += ", " }
      result += quoted("\(choices.pick(Self.names))\(choices.oneIn(12) ? "" : "\(index)")") + ": "
      schema(depth - 1, &choices)
    }
    result += #"}, "required": ["#
    result += (0..<choices.below(3)).map { quoted("A\($0)") }.joined(separator: ", ") + "]"
    if choices.oneIn(5) { result += #", "additionalProperties": \#(choices.oneIn(2))"# }
    if choices.oneIn(5) {
      result += #", "allOf": [{"$ref": "# + reference(&choices) + "}, "
      schema(depth - 1, &choices)
      result += "]"
    }
    result += "}"
  }

  private mutating func schema(_ depth: Int, _ choices: inout Choices) {
    if depth <= 0 || choices.oneIn(4) {
      result += #"{"$ref": "# + reference(&choices) + "}"
      return
    }
    if choices.oneIn(6) { return record(depth - 1, &choices) }
    if choices.oneIn(20) {
      result += choices.pick(["true", "false", "null", "1", "[]", "{}"])
      return
    }
    result += "{"
    for index in 0...choices.below(4) {
      if index > 0 { result += ", " }
      keyword(depth, &choices)
    }
    result += "}"
  }

  private mutating func keyword(_ depth: Int, _ choices: inout Choices) {
    switch choices.below(14) {
    case 0, 1, 2: result += #""type": "# + quoted(choices.pick(Self.types))
    case 3:
      let list = (0..<choices.below(4)).map { _ in quoted(choices.pick(Self.types)) }
      result += #""type": [\#(list.joined(separator: ", "))]"#
    case 4: result += #""format": "# + quoted(choices.pick(Self.formats))
    case 5: result += #""pattern": "# + quoted(choices.pick(Self.patterns))
    case 6, 7:
      let key = choices.pick([
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
        "maxLength", "minItems", "maxItems", "minProperties",
      ])
      result += quoted(key) + ": " + (choices.oneIn(12) ? "true" : choices.pick(Self.numbers))
    case 8:
      let values = (0..<choices.below(4)).map { _ in value(&choices) }
      result += #""enum": [\#(values.joined(separator: ", "))]"#
    case 9: result += choices.pick([#""const": "#, #""default": "#]) + value(&choices)
    case 10:
      result += #""items": "#
      schema(depth - 1, &choices)
    case 11, 12:
      result += quoted(choices.pick(["anyOf", "oneOf", "allOf", "prefixItems"])) + ": ["
      for index in 0..<choices.below(4) {
        if index > 0 { result += ", " }
        schema(depth - 1, &choices)
      }
      result += "]"
    default:
      result += choices.pick([
        #""description": "d""#, #""uniqueItems": true"#, #""nullable": true"#, #""x-y": {}"#,
        #""if": {}"#, #""$id": "other.json""#, #""title": "T""#, #""contentEncoding": "base64""#,
      ])
    }
  }

  private func value(_ choices: inout Choices) -> String {
    choices.oneIn(2)
      ? choices.pick(Self.numbers)
      : choices.pick([
        "null", "true", #""a""#, #""2026-01-01""#, "[]", "[1]", "{}", #"{"a": 1}"#,
      ])
  }
}
