import ArmatureModel

/// The size of a schema for answers, and the limits of the APIs.
struct AnswerLimits {
  private var propertyCount = 0
  private var optionalCount = 0
  private var unionCount = 0
  private var enumCount = 0
  private var characterCount = 0
  private var levels = 0
  private let definitions: JSONValue

  init(_ schema: JSONValue) {
    definitions = schema["$defs"] ?? .null
    count(schema)
    for member in definitions.members {
      characterCount += member.key.count
      count(member.value)
    }
    var depths: [String: Int] = [:]
    levels = depth(of: schema, &depths)
  }

  private mutating func count(_ node: JSONValue) {
    for member in (node["properties"] ?? .null).members {
      propertyCount += 1
      characterCount += member.key.count
      if case .array(let required)? = node["required"], required.contains(.string(member.key)) {
      } else {
        optionalCount += 1
      }
      let hasTypes = if case .array? = member.value["type"] { true } else { false }
      if hasTypes || member.value["anyOf"] != nil { unionCount += 1 }
      count(member.value)
    }
    if case .array(let values)? = node["enum"] {
      enumCount += values.count
      for case .string(let text) in values { characterCount += text.count }
    }
    if case .string(let text)? = node["const"] { characterCount += text.count }
    if let items = node["items"] { count(items) }
    if case .array(let parts)? = node["anyOf"] { for part in parts { count(part) } }
  }

  /// Returns the number of objects within each other. A reference back to an object around it does not count.
  ///
  /// - Parameter depths: The depths of the definitions that were seen, which are 0 while they are open.
  private func depth(of node: JSONValue, _ depths: inout [String: Int]) -> Int {
    if case .string(let reference)? = node["$ref"] {
      let name = String(reference.dropFirst("#/$defs/".count))
      if let known = depths[name] { return known }
      depths[name] = 0
      let found = definitions[name].map { depth(of: $0, &depths) } ?? 0
      depths[name] = found
      return found
    }
    var deepest = 0
    var parts = (node["properties"] ?? .null).members.map(\.value)
    if let items = node["items"] { parts.append(items) }
    if case .array(let others)? = node["anyOf"] { parts += others }
    for part in parts { deepest = max(deepest, depth(of: part, &depths)) }
    return deepest + (node["properties"] == nil ? 0 : 1)
  }

  /// Checks the limits of the structured outputs of OpenAI.
  func check(_ target: AnswerSchema.Target, _ entity: String) throws(AnswerSchemaError) {
    guard target == .openAI else { return }
    for (what, count, limit) in [
      ("properties", propertyCount, 5_000), ("levels", levels, 10),
      ("enum values", enumCount, 1_000),
      ("characters in names and enum values", characterCount, 120_000),
    ] where count > limit {
      throw .tooLarge(entity: entity, what: what, count: count, limit: limit)
    }
  }

  /// The limits of a request to Anthropic, which count the schemas of all its tools together.
  func notes(for target: AnswerSchema.Target, _ entity: String) -> [ModelSchema.Remark] {
    guard target == .anthropic else { return [] }
    return [
      ("optional properties", optionalCount, 24), ("properties with several types", unionCount, 16),
    ].filter { $0.1 > $0.2 }.map { what, count, limit in
      ModelSchema.Remark(
        entity: entity, property: nil,
        sentence: "a request may have at most \(limit) \(what), but the schema has \(count)")
    }
  }
}
