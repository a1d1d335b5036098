import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONValue {
  /// Returns the schema of the values that also satisfy a rule. Returns `nil` if a schema cannot express the rule.
  ///
  /// The remark states where the schema is less exact than the rule.
  func narrowed(
    by rule: ValidationRule, _ type: AttributeType
  ) -> (node: JSONValue, remark: String?)? {
    if rule.condition != nil { return nil }
    switch rule.requirement {
    case .length(let minimum, let maximum): return narrowed(minimum, maximum, type.storage)
    case .range(let minimum, let maximum, let excludesMaximum):
      guard type.isNumeric else { return nil }
      let isSingle = type.storage == .float
      let node = narrowed("minimum", isSingle ? minimum?.lowest : minimum?.number, isGreater: true)
      // A value below the bound can be written as the bound itself if rounding makes it smaller.
      let key = excludesMaximum && !isSingle ? "exclusiveMaximum" : "maximum"
      let most = isSingle ? maximum?.highest : maximum?.number
      return (node.narrowed(key, most, isGreater: false), nil)
    case .pattern(let source):
      guard type.storage == .string, self["pattern"] == nil,
        let pattern = SchemaPattern.translated(source)
      else { return nil }
      return (with("pattern", .string(pattern)), nil)
    case .format(let format):
      guard type.storage == .url || self["format"] == nil else { return nil }
      return (with("format", .string(format.rawValue)), nil)
    case .membership(let values):
      let nodes = values.map { JSONValue(exactly: $0, as: type) }
      if nodes.contains(nil) || self["enum"] != nil { return nil }
      return (with("enum", .array(nodes.compactMap { $0 })), nil)
    case .required, .schema, .unique, .count, .predicate, .document, .custom: return nil
    }
  }

  /// The difference between the lengths of texts in rules and in schemas.
  static let lengthRemark =
    "lengths of texts are in characters, which may have several code points each"

  /// The start of the identifiers of schemas that stand in rules.
  package static let ruleIdentifier = "urn:armature:rule:"

  /// Returns the schema with the one in a rule as a further part.
  ///
  /// - Parameter place: The place of the rule. It is a part of the identifier, to which references inside are relative.
  func with(rule schema: JSONValue, at place: String) -> JSONValue {
    guard case .object(var object) = schema else { return with("allOf", [schema]) }
    let draft = object["$schema"]
    object["$schema"] = nil
    object["$id"] = nil
    let named =
      [("$id", .string(Self.ruleIdentifier + place.inAddress))]
      + (draft.map { [("$schema", $0)] } ?? []) + object.map { ($0.key, $0.value) }
    var parts: [JSONValue] = []
    if case .array(let known)? = self["allOf"] { parts = known }
    return with("allOf", .array(parts + [.object(JSONObject(named))]))
  }

  private func narrowed(
    _ minimum: Int?, _ maximum: Int?, _ type: AttributeType
  ) -> (node: JSONValue, remark: String?)? {
    switch type {
    case .list:
      return (
        with("minItems", minimum.map(JSONValue.int)).with("maxItems", maximum.map(JSONValue.int)),
        nil
      )
    case .string:
      let node = with("minLength", minimum.map(JSONValue.int))
        .with("maxLength", maximum.map(JSONValue.int))
      return (node, Self.lengthRemark)
    default: return nil
    }
  }

  /// Returns the schema with a bound, unless it already has a narrower one.
  private func narrowed(_ key: String, _ bound: String?, isGreater: Bool) -> JSONValue {
    guard let bound else { return self }
    if case .number(let former)? = self[key], let old = former.double, let new = Double(bound),
      isGreater ? old >= new : old <= new
    {
      return self
    }
    return with(key, .number(JSONNumber(checked: bound)))
  }

  /// The schema that also accepts `null`.
  var orNull: JSONValue {
    if case .array(let values)? = self["enum"] {
      let node = with("enum", .array(values + [.null]))
      guard case .string(let type)? = self["type"] else { return node }
      return node.with("type", .array([.string(type), .string("null")]))
    }
    if case .string(let type)? = self["type"] {
      return with("type", .array([.string(type), .string("null")]))
    }
    // Keywords next to a reference would narrow it as a whole.
    return .members(["anyOf": .array([self, .members(["type": .string("null")])])])
  }

  /// Creates a value in the form that a load reads. Returns `nil` if the value is null or cannot be written as JSON.
  init?(_ value: AttributeValue, as type: AttributeType) {
    switch value {
    case .date(let date):
      guard let text = DateText.string(date) else { return nil }
      self = .string(text)
    case .uuid(let uuid): self = .string(uuid.uuidString)
    case .url(let url): self = .string(url.absoluteString)
    default: self.init(exactly: value, as: type)
    }
  }

  /// Creates a value that has only one form in JSON, so that a schema can list it.
  init?(exactly value: AttributeValue, as type: AttributeType) {
    switch value {
    case .bool(let value): self = .bool(value)
    case .int, .double, .decimal:
      guard type.storage != .float, let number = value.number else { return nil }
      self = .number(JSONNumber(checked: number))
    case .string(let text): self = .string(text)
    case .calendarDate(let day): self = .string(day.description)
    case .list(let values):
      guard case .list(let element) = type.storage else { return nil }
      let nodes = values.map { JSONValue(exactly: $0, as: element) }
      if nodes.contains(nil) { return nil }
      self = .array(nodes.compactMap { $0 })
    case .json(let value): self = value
    case .null, .date, .data, .uuid, .url, .zonedDate, .composite, .object, .objects: return nil
    }
  }
}

extension String {
  /// The text with percent escapes, as a part of an address.
  fileprivate var inAddress: String {
    utf8.reduce(into: "") { text, byte in
      let isPlain = (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2E || byte == 0x5F
      let digits = String(byte, radix: 16, uppercase: true)
      text +=
        isPlain ? String(Unicode.Scalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
    }
  }
}

extension AttributeValue {
  /// The number as JSON text.
  fileprivate var number: String? {
    switch self {
    case .int(let value): "\(value)"
    case .double(let value): value.isFinite ? value.numberText : nil
    case .decimal(let value): value.isNaN ? nil : "\(value)"
    default: nil
    }
  }

  /// The smaller text of a single-precision number.
  fileprivate var lowest: String? { texts.min { $0.0 < $1.0 }?.1 }

  /// The greater text of a single-precision number.
  fileprivate var highest: String? { texts.max { $0.0 < $1.0 }?.1 }

  private var texts: [(Double, String)] {
    guard case .double(let value) = self, value.isFinite else {
      return number.flatMap { text in Double(text).map { [($0, text)] } } ?? []
    }
    let short = Float(value).description
    return [(value, value.numberText), (Double(short) ?? value, short)]
  }
}

extension Double {
  fileprivate var numberText: String {
    self == rounded() && magnitude < 1e15 ? "\(Int64(self))" : description
  }
}
