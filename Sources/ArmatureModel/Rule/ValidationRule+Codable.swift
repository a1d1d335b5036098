extension ValidationRule {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case requirement, severity, condition, message, site
  }

  /// Decodes a rule; only the requirement must be there. A closure must be bound again.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members(CodingKeys.self)
    self.init(
      try members.decode(Requirement.self, forKey: .requirement),
      severity: try members.decode(.severity, or: .error),
      when: try members.decode(optional: .condition),
      message: try members.decode(optional: .message),
      site: try members.decode(.site, or: .unknown))
  }

  /// Encodes what the rule says; of a closure only its name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(requirement, forKey: .requirement)
    try container.encode(severity, forKey: .severity)
    try container.encodeIfPresent(condition, forKey: .condition)
    try container.encodeIfPresent(message, forKey: .message)
    try container.encode(site, forKey: .site)
  }
}

/// An object with one member, which tells the word: `{"length": {"minimum": 1}}`.
extension ValidationRule.Requirement {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case required, length, range, pattern, membership, unique, count, predicate, custom
  }

  private struct Counts: Codable {
    var minimum: Int?
    var maximum: Int?
  }

  private struct Bounds: Codable {
    var minimum: AttributeValue?
    var maximum: AttributeValue?
    var excludesMaximum: Bool?
  }

  private struct Condition: Codable {
    var name: String
    var condition: FetchPredicate
  }

  private struct Closure: Codable {
    var name: String
    var properties: [String]?
  }

  /// Decodes a requirement; bounds that are absent are none.
  public init(from decoder: any Decoder) throws {
    let (container, key) = try decoder.member(CodingKeys.self)
    switch key {
    case .required: self = .required
    case .length:
      let counts = try container.decode(Counts.self, forKey: key)
      self = .length(minimum: counts.minimum, maximum: counts.maximum)
    case .range:
      let bounds = try container.decode(Bounds.self, forKey: key)
      self = .range(
        minimum: bounds.minimum, maximum: bounds.maximum,
        excludesMaximum: bounds.excludesMaximum ?? false)
    case .pattern: self = .pattern(try container.decode(String.self, forKey: key))
    case .membership:
      self = .membership(try container.decode([AttributeValue].self, forKey: key))
    case .unique: self = .unique(try container.decode([String].self, forKey: key))
    case .count:
      let counts = try container.decode(Counts.self, forKey: key)
      self = .count(minimum: counts.minimum ?? 0, maximum: counts.maximum)
    case .predicate:
      let condition = try container.decode(Condition.self, forKey: key)
      self = .predicate(name: condition.name, condition.condition)
    case .custom:
      let closure = try container.decode(Closure.self, forKey: key)
      self = .custom(name: closure.name, properties: closure.properties ?? [])
    }
  }

  /// Encodes the requirement under its word.
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
    case .membership(let values): try container.encode(values, forKey: .membership)
    case .unique(let properties): try container.encode(properties, forKey: .unique)
    case .count(let minimum, let maximum):
      try container.encode(Counts(minimum: minimum, maximum: maximum), forKey: .count)
    case .predicate(let name, let condition):
      try container.encode(Condition(name: name, condition: condition), forKey: .predicate)
    case .custom(let name, let properties):
      try container.encode(Closure(name: name, properties: properties), forKey: .custom)
    }
  }
}
