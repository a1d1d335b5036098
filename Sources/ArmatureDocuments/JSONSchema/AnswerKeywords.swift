import ArmatureModel

/// Restricts the schemas of values to the keywords of an API, and describes the others in words.
struct AnswerKeywords {
  private let target: AnswerSchema.Target
  private let entity: String
  private var path: [String]
  private(set) var notes: [ModelSchema.Remark] = []

  init(_ target: AnswerSchema.Target, _ entity: String, _ path: [String]) {
    (self.target, self.entity, self.path) = (target, entity, path)
  }

  /// Returns a schema with only supported keywords.
  ///
  /// - Parameter keepsItems: True if the schema of elements needs no change.
  mutating func restricted(_ node: JSONValue, keepsItems: Bool = false) -> JSONValue {
    if case .string(let reference)? = node["$ref"] { return Self.value(reference) }
    if node.members.isEmpty { return anyValue }
    var result = JSONValue.object([:])
    var words: [String] = []
    for member in node.members {
      let (key, value) = (member.key, member.value)
      switch key {
      case "properties": result = result.with(key, properties(value))
      case "items": result = result.with(key, keepsItems ? value : restricted(value))
      case "anyOf": result = result.with(key, parts(value))
      case "required" where target == .openAI:
        result = result.with(
          key, .array((node["properties"] ?? .null).members.map { .string($0.key) }))
      case "$comment":
        words += (value.words ?? "").split(separator: "; ").map(String.init)
          .filter { $0 != JSONValue.lengthRemark }
      case "title": break
      case "format" where Self.numberFormats.contains(value.words ?? ""): break
      default:
        if supports(key, value) {
          result = result.with(key, value)
        } else {
          if key == "minItems" { result = result.with(key, .int(1)) }
          words += drop(key, value)
        }
      }
    }
    if target == .openAI, result["properties"] != nil, result["required"] == nil {
      let keys = (result["properties"] ?? .null).members.map { JSONValue.string($0.key) }
      result = result.with("required", .array(keys))
    }
    if target == .anthropic, result["properties"] != nil { result = result.withoutNullsOfAbsent }
    return words.isEmpty
      ? result : result.with("description", .string(words.joined(separator: "; ")))
  }

  private mutating func properties(_ value: JSONValue) -> JSONValue {
    .object(
      of: value.members.map { member in
        path.append(member.key)
        defer { path.removeLast() }
        return JSONObject.Member(key: member.key, value: restricted(member.value))
      })
  }

  private mutating func parts(_ value: JSONValue) -> JSONValue {
    guard case .array(let parts) = value else { return value }
    return .array(parts.map { restricted($0) })
  }

  // MARK: Keywords

  private func supports(_ key: String, _ value: JSONValue) -> Bool {
    if target == .mcp { return true }
    switch key {
    case "type", "additionalProperties", "const", "required": return true
    case "enum": return value.isScalarList
    case "format": return Self.formats.contains(value.words ?? "") || isURI(value)
    case "pattern": return !(value.words ?? "(?").replacing("(?:", with: "(").contains("(?")
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "maxItems":
      return target == .openAI
    case "minItems": return target == .openAI || value == .int(0) || value == .int(1)
    default: return false
    }
  }

  private func isURI(_ value: JSONValue) -> Bool {
    target == .anthropic && value == .string("uri")
  }

  /// The formats that both APIs of structured outputs support.
  private static let formats: Set = [
    "date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid",
  ]

  /// The formats of numbers, which only tell the type.
  private static let numberFormats: Set = ["int64", "decimal", "double", "float"]

  /// Notes a keyword that the API does not support, and returns it in words.
  private mutating func drop(_ key: String, _ value: JSONValue) -> [String] {
    let text = value.words ?? "\(value)"
    let plural = text == "1" ? "" : "s"
    let words: String
    switch key {
    case "minimum": words = "at least \(text)"
    case "maximum": words = "at most \(text)"
    case "exclusiveMinimum": words = "more than \(text)"
    case "exclusiveMaximum": words = "less than \(text)"
    case "multipleOf": words = "a multiple of \(text)"
    case "minLength": words = "at least \(text) character\(plural)"
    case "maxLength": words = "at most \(text) character\(plural)"
    case "minItems": words = "at least \(text) element\(plural)"
    case "maxItems": words = "at most \(text) element\(plural)"
    case "pattern": words = "matches the pattern \(text)"
    case "format": words = "has the format \(text)"
    case "enum": words = "one of \(text)"
    case "default": return ["\(text) by default"]
    case "contentEncoding", "$id", "$schema": return []
    default: words = "satisfies the keyword \(key) of its own schema"
    }
    note("\(key) is not supported, so only the model checks: \(words)")
    return [words]
  }

  private mutating func note(_ sentence: String) {
    notes.append(
      ModelSchema.Remark(
        entity: entity, property: path.joined(separator: "."), sentence: sentence))
  }

  // MARK: Values

  /// Returns the schema of a value type, in the form in which an export writes it.
  private static func value(_ reference: String) -> JSONValue {
    let name = reference.split(separator: ".").last.map(String.init) ?? ""
    let text = JSONValue.members(["type": .string("string")])
    switch name {
    case AttributeType.date.swiftName, AttributeType.zonedDate.swiftName:
      return text.with("format", .string("date-time"))
    case AttributeType.calendarDate.swiftName: return text.with("format", .string("date"))
    case AttributeType.uuid.swiftName: return text.with("format", .string("uuid"))
    default: return text.with("description", .string("bytes in Base64 with padding"))
    }
  }

  /// The schema of any JSON value. The APIs of structured outputs need a type, and have no objects with unknown keys.
  private var anyValue: JSONValue {
    mutating get {
      if target == .mcp { return .object([:]) }
      note("an array or an object of any keys is not supported, only a single value")
      return .members([
        "type": .array(["string", "number", "boolean", "null"].map(JSONValue.string))
      ])
    }
  }
}

extension JSONValue {
  /// A text as it is, and a number in its notation.
  fileprivate var words: String? {
    switch self {
    case .string(let text): text
    case .number(let number): "\(number)"
    default: nil
    }
  }

  fileprivate var isScalarList: Bool {
    guard case .array(let values) = self else { return false }
    return values.allSatisfy {
      switch $0 {
      case .array, .object: false
      default: true
      }
    }
  }

  /// The schema without the keyword that accepts `null` as well.
  var withoutNull: JSONValue {
    var node = self
    if case .array(let types)? = self["type"] {
      let others = types.filter { $0 != .string("null") }
      node = node.with("type", others.count == 1 ? others[0] : .array(others))
    }
    if case .array(let values)? = self["enum"] {
      node = node.with("enum", .array(values.filter { $0 != .null }))
    }
    if case .array(let parts)? = self["anyOf"] {
      let others = parts.filter { $0 != .members(["type": .string("null")]) }
      guard others.count == 1 else { return node.with("anyOf", .array(others)) }
      // The description of the whole belongs to the only part.
      return others[0].with("description", self["description"])
    }
    return node
  }

  /// The schema of an object in which a missing value is absent, and never `null`.
  fileprivate var withoutNullsOfAbsent: JSONValue {
    var required: [JSONValue] = []
    if case .array(let keys)? = self["required"] { required = keys }
    return with(
      "properties",
      .object(
        of: (self["properties"] ?? .null).members.map { member in
          required.contains(.string(member.key))
            ? member : JSONObject.Member(key: member.key, value: member.value.withoutNull)
        }))
  }
}
