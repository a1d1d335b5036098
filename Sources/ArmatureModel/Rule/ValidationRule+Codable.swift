extension ValidationRule {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case requirement, severity, condition, message, site
  }

  /// Decodes a rule. Only the requirement must be present. A closure must be bound again.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members(CodingKeys.self)
    self.init(
      try members.decode(Requirement.self, forKey: .requirement),
      severity: try members.decode(.severity, or: .error),
      when: try members.decode(optional: .condition),
      message: try members.decode(optional: .message),
      site: try members.decode(.site, or: .unknown))
  }

  /// Encodes the rule. Members that have their default values are omitted. A closure is encoded as its name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(requirement, forKey: .requirement)
    try container.encode(severity, .severity, unless: .error)
    try container.encodeIfPresent(condition, forKey: .condition)
    try container.encodeIfPresent(message, forKey: .message)
    try container.encode(site, .site, with: encoder)
  }
}

/// A requirement is encoded as an object with a single member, whose key is the kind: `{"length": {"minimum": 1}}`.
extension ValidationRule.Requirement {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case required, length, range, pattern, format, schema, membership, unique, count, predicate,
      document, custom
  }

  private struct Counts: Codable {
    var minimum: Int?
    var maximum: Int?

    enum CodingKeys: String, CodingKey, CaseIterable { case minimum, maximum }
  }

  private struct Bounds: Codable {
    var minimum: AttributeValue?
    var maximum: AttributeValue?
    var excludesMaximum: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable { case minimum, maximum, excludesMaximum }
  }

  private struct Condition: Codable {
    var name: String
    var condition: FetchPredicate

    enum CodingKeys: String, CodingKey, CaseIterable { case name, condition }
  }

  private struct Document: Codable {
    var name: String
    var schema: JSONValue
    var others: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case name, schema, others }
  }

  private struct Closure: Codable {
    var name: String
    var properties: [String]?

    enum CodingKeys: String, CodingKey, CaseIterable { case name, properties }
  }

  /// Decodes a requirement. A missing bound means that there is no limit.
  public init(from decoder: any Decoder) throws {
    let (container, key) = try decoder.member(CodingKeys.self)
    switch key {
    case .required:
      guard try container.decode(Bool.self, forKey: key) else {
        throw decoder.corrupted("An optional property has no such rule: \"required\" must be true.")
      }
      self = .required
    case .length:
      let counts: Counts = try container.parts(key, Counts.CodingKeys.self)
      self = .length(minimum: counts.minimum, maximum: counts.maximum)
    case .range:
      let bounds: Bounds = try container.parts(key, Bounds.CodingKeys.self)
      self = .range(
        minimum: bounds.minimum, maximum: bounds.maximum,
        excludesMaximum: bounds.excludesMaximum ?? false)
    case .pattern: self = .pattern(try container.decode(String.self, forKey: key))
    case .format: self = .format(try container.decode(TextFormat.self, forKey: key))
    case .schema: self = .schema(try container.decode(JSONValue.self, forKey: key))
    case .membership:
      self = .membership(try container.decode([AttributeValue].self, forKey: key))
    case .unique: self = .unique(try container.decode([String].self, forKey: key))
    case .count:
      let counts: Counts = try container.parts(key, Counts.CodingKeys.self)
      self = .count(minimum: counts.minimum ?? 0, maximum: counts.maximum)
    case .predicate:
      let condition: Condition = try container.parts(key, Condition.CodingKeys.self)
      self = .predicate(name: condition.name, condition.condition)
    case .document:
      let document: Document = try container.parts(key, Document.CodingKeys.self)
      self = .document(name: document.name, schema: document.schema, others: document.others)
    case .custom:
      let closure: Closure = try container.parts(key, Closure.CodingKeys.self)
      self = .custom(name: closure.name, properties: closure.properties ?? [])
    }
  }

  /// Encodes the requirement, with its kind as the key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .required: try container.encode(true, forKey: .required)
    case .length(let minimum, let maximum):
      try container.encode(Counts(minimum: minimum, maximum: maximum), forKey: .length)
    case .range(let minimum, let maximum, let excludesMaximum):
      try container.encode(
        Bounds(minimum: minimum, maximum: maximum, excludesMaximum: excludesMaximum), forKey: .range
      )
    case .pattern(let pattern): try container.encode(pattern, forKey: .pattern)
    case .format(let format): try container.encode(format, forKey: .format)
    case .schema(let schema): try container.encode(schema, forKey: .schema)
    case .membership(let values): try container.encode(values, forKey: .membership)
    case .unique(let properties): try container.encode(properties, forKey: .unique)
    case .count(let minimum, let maximum):
      try container.encode(Counts(minimum: minimum, maximum: maximum), forKey: .count)
    case .predicate(let name, let condition):
      try container.encode(Condition(name: name, condition: condition), forKey: .predicate)
    case .document(let name, let schema, let others):
      try container.encode(
        Document(name: name, schema: schema, others: others), forKey: .document)
    case .custom(let name, let properties):
      try container.encode(Closure(name: name, properties: properties), forKey: .custom)
    }
  }
}
