package import Armature

/// Makes JSON values that mostly satisfy a schema. The rule of the schema decides about each of them.
package struct SchemaSampler: Sendable {
  private let root: JSONValue

  /// The depth from which optional members and elements are left out.
  private static let depthLimit = 5

  package init(_ schema: JSONValue) { root = schema }

  package func sample(_ random: inout SplitMix64) -> JSONValue { value(root, 0, &random) }

  private func value(_ schema: JSONValue, _ depth: Int, _ random: inout SplitMix64) -> JSONValue {
    let schema = resolved(schema, depth, &random)
    if let constant = schema["const"] { return constant }
    if let values = schema["enum"]?.arrayValue, let value = random.element(of: values) {
      return value
    }
    switch type(of: schema, &random) {
    case "null": return .null
    case "boolean": return .bool(random.oneIn(2))
    case "integer", "number": return number(schema, &random)
    case "array": return array(schema, depth, &random)
    case "object": return object(schema, depth, &random)
    default: return text(schema, &random)
    }
  }

  /// Returns a schema without references and choices, with all of its keywords.
  private func resolved(
    _ schema: JSONValue, _ depth: Int, _ random: inout SplitMix64
  ) -> JSONValue {
    guard case .object(var own) = schema else { return .object([:]) }
    var parts: [JSONValue] = []
    if let target = own["$ref"]?.stringValue.flatMap(target) { parts.append(target) }
    parts += own["allOf"]?.arrayValue ?? []
    for key in ["anyOf", "oneOf"] {
      // Deep inside, the first choice is most likely to end.
      guard let choices = own[key]?.arrayValue, let first = choices.first else { continue }
      parts.append(depth < Self.depthLimit ? random.element(of: choices) ?? first : first)
    }
    if own["if"] != nil, let branch = own["then"] ?? own["else"] {
      parts += [own["if"] ?? true, branch]
    }
    for key in ["$ref", "allOf", "anyOf", "oneOf", "if", "then", "else"] { own[key] = nil }
    guard depth < 2 * Self.depthLimit else { return .object(own) }
    return parts.reduce(.object(own)) { merged, part in
      merge(merged, resolved(part, depth + 1, &random))
    }
  }

  private func target(_ reference: String) -> JSONValue? {
    guard reference.hasPrefix("#") else { return nil }
    return reference.dropFirst().split(separator: "/").reduce(root as JSONValue?) { part, key in
      let key = String(key).replacing("~1", with: "/").replacing("~0", with: "~")
      if let index = Int(key), case .array? = part { return part?[index] }
      return part?[key]
    }
  }

  private func merge(_ first: JSONValue, _ second: JSONValue) -> JSONValue {
    guard case .object(var merged) = first, case .object(let other) = second else { return first }
    for member in other {
      switch (member.key, merged[member.key]) {
      case ("required", .array(let keys)?):
        merged["required"] = .array(keys + (member.value.arrayValue ?? []))
      case ("properties", .object(var known)?):
        for property in member.value.objectValue ?? [:] where known[property.key] == nil {
          known[property.key] = property.value
        }
        merged["properties"] = .object(known)
      default: merged[member.key] = member.value
      }
    }
    return .object(merged)
  }

  private func type(of schema: JSONValue, _ random: inout SplitMix64) -> String {
    if let type = schema["type"]?.stringValue { return type }
    let types = (schema["type"]?.arrayValue ?? []).compactMap(\.stringValue)
    if let type = random.element(of: types) { return type }
    func has(_ keys: String...) -> Bool { keys.contains { schema[$0] != nil } }
    if has("properties", "required", "additionalProperties", "patternProperties", "minProperties") {
      return "object"
    }
    if has("items", "prefixItems", "minItems", "contains", "uniqueItems") { return "array" }
    if has("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum") {
      return "number"
    }
    return ["string", "integer", "boolean"][random.below(3)]
  }

  // MARK: Values

  private func number(_ schema: JSONValue, _ random: inout SplitMix64) -> JSONValue {
    let step = schema["multipleOf"]?.doubleValue ?? 1
    let least =
      schema["minimum"]?.doubleValue ?? schema["exclusiveMinimum"]?.doubleValue.map { $0 + step }
    let most =
      schema["maximum"]?.doubleValue ?? schema["exclusiveMaximum"]?.doubleValue.map { $0 - step }
    let low = least ?? min(-20, (most ?? 0) - 100)
    let high = max(low, most ?? low + 100)
    let range =
      (low / step).rounded(.up)...max((low / step).rounded(.up), (high / step).rounded(.down))
    let count = Int64(min(range.upperBound - range.lowerBound, 1e9))
    let value = (range.lowerBound + Double(random.integer(0...count))) * step
    return JSONNumber(value).map(JSONValue.number) ?? 0
  }

  private func text(_ schema: JSONValue, _ random: inout SplitMix64) -> JSONValue {
    if let format = schema["format"]?.stringValue.flatMap(TextFormat.init),
      case .string(let text) = TypeMaker(textsOf: format).make(&random)
    {
      return .string(text)
    }
    if let pattern = schema["pattern"]?.stringValue,
      let sampler = TextPattern.Sampler(pattern), random.oneIn(2) || schema["minLength"] == nil
    {
      return .string(sampler.text(length: sampler.minimum...sampler.minimum + 8, &random))
    }
    let least = schema["minLength"]?.intValue ?? 0
    let most = schema["maxLength"]?.intValue ?? least + 8
    let count = least + random.below(max(1, min(most - least + 1, 12)))
    return .string(String((0..<count).map { _ in random.element(of: Array("abcäß中x7-")) ?? "a" }))
  }

  private func array(
    _ schema: JSONValue, _ depth: Int, _ random: inout SplitMix64
  ) -> JSONValue {
    let first = schema["prefixItems"]?.arrayValue ?? schema["items"]?.arrayValue ?? []
    let others = schema["items"]?.arrayValue == nil ? schema["items"] : schema["additionalItems"]
    let least = schema["minItems"]?.intValue ?? 0
    let most = schema["maxItems"]?.intValue ?? max(least, first.count) + 2
    let count =
      depth > Self.depthLimit ? least : least + random.below(max(1, min(most - least, 4) + 1))
    return .array(
      (0..<count).filter { $0 < first.count || others != false }.map { index in
        value(index < first.count ? first[index] : others ?? true, depth + 1, &random)
      })
  }

  private func object(
    _ schema: JSONValue, _ depth: Int, _ random: inout SplitMix64
  ) -> JSONValue {
    let required = Set((schema["required"]?.arrayValue ?? []).compactMap(\.stringValue))
    var members = JSONObject()
    for property in schema["properties"]?.objectValue ?? [:] where property.value != false {
      guard required.contains(property.key) || depth < Self.depthLimit && random.oneIn(2) else {
        continue
      }
      members[property.key] = value(property.value, depth + 1, &random)
    }
    let others = schema["additionalProperties"]
    for key in required.sorted() where members[key] == nil {
      members[key] = value(others ?? true, depth + 1, &random)
    }
    let least =
      schema["minProperties"]?.intValue ?? (others?.objectValue == nil ? 0 : random.below(3))
    for number in 0..<100 where members.count < least && others != false {
      members["key\(number)"] = value(others ?? true, depth + 1, &random)
    }
    return .object(members)
  }
}
