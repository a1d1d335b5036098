import ArmatureModel

/// A copy of a schema that contains all schemas to which it refers, for a rule of a model.
///
/// The copy has only the keywords that can reject a value.
struct SchemaBundle {
  private let file: SchemaFile
  /// The names of the schemas in `$defs`.
  private var names: [ObjectIdentifier: String] = [:]
  private var definitions: [(name: String, node: SchemaNode)] = []
  private var taken: Set<String> = []
  /// The number of keywords so far.
  private(set) var size = 0
  /// Patterns that were left out, since they are not supported, with the keyword.
  private(set) var patterns: [(source: String, member: SchemaNode.Member)] = []
  /// Keywords that a rule does not check.
  private(set) var unchecked: [SchemaNode.Member] = []
  /// References that lead to different schemas, depending on the schemas around them.
  private(set) var dynamic: [SchemaNode] = []
  /// References that lead nowhere.
  private(set) var broken: [SchemaNode] = []

  /// The most keywords of one copy. Many properties may refer to one large schema.
  static let sizeLimit = 20_000

  init(_ file: SchemaFile) { self.file = file }

  /// Keywords of JSON Schema that can reject a value.
  static let keywords: Set<String> = [
    "additionalItems", "additionalProperties", "allOf", "anyOf", "const", "contains",
    "dependencies", "dependentRequired", "dependentSchemas", "else", "enum", "exclusiveMaximum",
    "exclusiveMinimum", "format", "if", "items", "maxContains", "maxItems", "maxLength",
    "maxProperties", "maximum", "minContains", "minItems", "minLength", "minProperties", "minimum",
    "multipleOf", "not", "oneOf", "pattern", "patternProperties", "prefixItems", "properties",
    "propertyNames", "required", "then", "type", "unevaluatedItems", "unevaluatedProperties",
    "uniqueItems",
  ]
  /// Keywords whose members have arbitrary names.
  private static let maps: Set<String> = [
    "properties", "patternProperties", "dependentSchemas", "dependencies",
  ]
  /// Keywords with values, numbers and texts.
  private static let values: Set<String> = ["const", "enum", "required", "dependentRequired"]

  /// Returns the copy of a schema.
  mutating func copy(of node: SchemaNode) -> JSONValue {
    finish(schema(node))
  }

  /// Returns the copy of a schema with some keywords only. The keywords of each group stand in a schema of their own.
  mutating func copy(of groups: [[SchemaNode.Member]]) -> JSONValue {
    let parts = groups.map { members($0) }
    return finish(parts.count == 1 ? parts[0] : ["allOf": .array(parts)])
  }

  private mutating func finish(_ root: JSONValue) -> JSONValue {
    guard case .object(var object) = root else { return root }
    var copies: [(String, JSONValue)] = []
    var next = 0
    while next < definitions.count {
      let (name, node) = definitions[next]
      copies.append((name, schema(node)))
      next += 1
    }
    if !copies.isEmpty { object["$defs"] = .object(JSONObject(copies)) }
    guard !object.isEmpty, let draft = file.draft, draft != .draft2020, let address = draft.address
    else {
      return .object(object)
    }
    return .object(JSONObject([("$schema", .string(address))] + object.map { ($0.key, $0.value) }))
  }

  private mutating func schema(_ node: SchemaNode) -> JSONValue {
    guard node.isObject else { return node.json }
    let words = file.words(of: node)
    var references: [JSONValue] = []
    for key in ["$ref", "$dynamicRef", "$recursiveRef"] {
      guard let reference = words.first(where: { $0.key == key })?.node else { continue }
      guard let target = file.target(of: reference) else {
        broken.append(reference)
        continue
      }
      if key != "$ref" { dynamic.append(reference) }
      references.append(["$ref": .string("#/$defs/\(name(of: target, reference))")])
    }
    var schema = members(words)
    if references.count == 1 {
      schema["$ref"] = references[0]["$ref"]
    } else if !references.isEmpty {
      schema["allOf"] = .array((schema["allOf"]?.arrayValue ?? []) + references)
    }
    return schema
  }

  private mutating func members(_ words: [SchemaNode.Member]) -> JSONValue {
    var object = JSONObject()
    unchecked += words.filter { word in
      word.key.hasPrefix("content")
        || word.key == "format" && word.node.text.flatMap(TextFormat.init) == nil
    }
    let isNullable =
      file.isOpenAPI3 && words.contains { $0.key == "nullable" && $0.node.bool == true }
    for member in words where Self.keywords.contains(member.key) {
      guard size < Self.sizeLimit else { break }
      size += 1
      guard isSupported(member, words) else { continue }
      object[member.key] = value(of: member, isNullable)
    }
    return .object(object)
  }

  private mutating func value(of member: SchemaNode.Member, _ isNullable: Bool) -> JSONValue {
    let node = member.node
    if isNullable, member.key == "type", let type = node.text { return [.string(type), "null"] }
    if isNullable, member.key == "enum" { return .array(node.elements.map(\.json) + [.null]) }
    if Self.values.contains(member.key) { return node.json }
    if Self.maps.contains(member.key) {
      let members = node.members.filter { part in
        member.key != "patternProperties" || JSONSchema.pattern(part.key) != nil
      }
      return .object(JSONObject(members.map { ($0.key, part($0.node)) }))
    }
    return part(node)
  }

  private mutating func part(_ node: SchemaNode) -> JSONValue {
    switch node.value {
    case .object: schema(node)
    case .array(let elements): .array(elements.map { part($0) })
    default: node.json
    }
  }

  /// Returns whether a rule can have a keyword beside others. If not, remembers the pattern.
  private mutating func isSupported(
    _ member: SchemaNode.Member, _ words: [SchemaNode.Member]
  ) -> Bool {
    switch member.key {
    case "pattern":
      guard let text = member.node.text, JSONSchema.pattern(text) == nil else { return true }
      patterns.append((text, member))
      return false
    case "patternProperties":
      for part in member.node.members where JSONSchema.pattern(part.key) == nil {
        patterns.append((part.key, member))
      }
      return true
    case "additionalProperties", "unevaluatedProperties":
      // It is unknown which keys are others.
      let keys = words.first { $0.key == "patternProperties" }?.node.members.map(\.key) ?? []
      return keys.allSatisfy { JSONSchema.pattern($0) != nil }
    default: return true
    }
  }

  private mutating func name(of target: SchemaNode, _ reference: SchemaNode) -> String {
    if let known = names[ObjectIdentifier(target)] { return known }
    let text = reference.text ?? ""
    let last = text.split(separator: "/").last.map { $0.drop { $0 == "#" } } ?? ""
    // A name that needs no escaping in a reference.
    let plain = String(
      last.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) })
    var name = plain.isEmpty ? "root" : plain
    while !taken.insert(name).inserted { name += "_" }
    names[ObjectIdentifier(target)] = name
    definitions.append((name, target))
    return name
  }
}
