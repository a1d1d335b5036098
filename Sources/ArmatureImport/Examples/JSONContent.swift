package import Armature

/// The kind of a JSON text, recognized by the keys at its top level.
package enum JSONContent {
  /// A JSON Schema or an OpenAPI description.
  case schema
  /// A model that Armature has written.
  case model
  /// Data. Invalid JSON counts as data, too.
  case data

  /// - Complexity: O(*n*) in the length of the text.
  package init(of text: JSONText) {
    self = (try? Self.content(of: text)) ?? .data
  }

  private static func content(of text: JSONText) throws(JSONSyntaxError) -> JSONContent {
    var cursor = JSONCursor(text)
    guard try cursor.peek() == .object else { return .data }
    var isSchema = false
    var keys: Set<String> = []
    // Some of these words are usual in data, too, and only count together.
    var (hasSchemaType, hasObjectOfProperties, hasItems, hasOtherType) = (
      false, false, false, false
    )
    var isMore = try cursor.enterObject()
    while isMore {
      let key = String(decoding: try cursor.key().bytes, as: UTF8.self)
      keys.insert(key)
      let token = try cursor.peek()
      switch (key, token) {
      case ("$schema", .string):
        let address = try cursor.stringValue()
        if address.contains("json-schema.org/") { isSchema = true }
      case ("type", .string):
        let type = try cursor.stringValue()
        if SchemaReader.typeNames.contains(type) {
          hasSchemaType = true
        } else {
          hasOtherType = true
        }
      case ("openapi", .string), ("swagger", .string), ("$defs", .object), ("definitions", .object),
        ("allOf", .array), ("anyOf", .array), ("oneOf", .array), ("$ref", .string):
        isSchema = true
        try cursor.skipValue()
      case ("properties", .object):
        hasObjectOfProperties = try isObjectOfSchemas(&cursor)
      default:
        if key == "items", token == .object { hasItems = true }
        try cursor.skipValue()
      }
      isMore = try cursor.nextMember()
    }
    if isSchema { return .schema }
    if keys.isSuperset(of: ["name", "entities"]), keys.isSubset(of: ["format", "name", "entities"])
    {
      return .model
    }
    let isTyped = hasSchemaType && (hasObjectOfProperties || hasItems)
    return isTyped || hasObjectOfProperties && !hasOtherType ? .schema : .data
  }

  /// Reads an object, and returns whether all of its values are objects or Booleans.
  private static func isObjectOfSchemas(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Bool
  {
    var areSchemas = true
    var isMore = try cursor.enterObject()
    while isMore {
      _ = try cursor.key()
      let token = try cursor.peek()
      areSchemas = areSchemas && (token == .object || token == .true || token == .false)
      try cursor.skipValue()
      isMore = try cursor.nextMember()
    }
    return areSchemas
  }
}
