/// Facts about each kind of requirement. A new kind needs a case in each of these switches.
extension ValidationRule.Requirement {
  /// The name of the kind in declarations. If all failures of the rule have the same code, this is the code.
  package var word: String {
    switch self {
    case .required: "required"
    case .length: "length"
    case .range: "range"
    case .pattern: "pattern"
    case .format: "format"
    case .schema: "schema"
    case .membership: "membership"
    case .unique: "unique"
    case .count: "count"
    case .predicate, .document, .custom: "rule"
    }
  }

  /// Whether the rule depends on a single value. If so, two failures of the same property can differ only in this
  /// value.
  package var isAboutOneValue: Bool {
    switch self {
    case .required, .length, .range, .pattern, .format, .schema, .membership: true
    // A closure may read anything.
    case .unique, .count, .predicate, .document, .custom: false
    }
  }

  /// The values in the rule.
  var values: [AttributeValue] {
    switch self {
    case .membership(let values): values
    case .range(let minimum, let maximum, _): [minimum, maximum].compactMap { $0 }
    case .required, .length, .pattern, .format, .schema, .unique, .count, .predicate, .document,
      .custom:
      []
    }
  }

  /// The requirement as a noun phrase for sentences about an object: `a length of 1 to 200`, `a value of at least 1`.
  var promise: String {
    switch self {
    case .required: "a value"
    case .pattern(let source): "the pattern \(source.quotedPattern)"
    case .format(let format): "the form of \(format.phrase)"
    case .schema(let schema): "the schema \("\(schema)".quotedForMessage(limit: 200))"
    case .unique(let properties): "unique " + properties.joined(separator: ", ")
    case .count(let minimum, let maximum):
      "a count of \(bounds("\(minimum)", maximum.map(String.init)))"
    case .predicate(let name, let predicate): "\(name.quotedForMessage): \(predicate)"
    case .document(let name, let schema, _):
      "\(name.quotedForMessage): the schema \("\(schema)".quotedForMessage(limit: 200))"
    case .custom(let name, _): "\(name.quotedForMessage): a closure"
    case .length(let minimum, let maximum):
      "a length of \(bounds(minimum.map(String.init), maximum.map(String.init)))"
    case .range(let minimum, let maximum, let excludesMaximum):
      "a value of "
        + bounds(minimum?.description, maximum?.description, excludesMaximum: excludesMaximum)
    case .membership(let values):
      "one of " + values.map(\.description).joined(separator: ", ")
    }
  }

  private func bounds(
    _ minimum: String?, _ maximum: String?, excludesMaximum: Bool = false
  ) -> String {
    switch (minimum, maximum) {
    case (let minimum?, let maximum?) where minimum == maximum && !excludesMaximum: minimum
    case (let minimum?, let maximum?):
      "\(minimum) to \(excludesMaximum ? "less than " : "")\(maximum)"
    case (let minimum?, nil): "at least \(minimum)"
    case (nil, let maximum?): excludesMaximum ? "less than \(maximum)" : "at most \(maximum)"
    case (nil, nil): "any size"
    }
  }

  /// The requirement as a phrase for sentences about two models: `length 1...200`.
  var words: String {
    switch self {
    case .required: word
    case .length(let minimum, let maximum):
      "\(word) \(minimum.map(String.init) ?? "")...\(maximum.map(String.init) ?? "")"
    case .range(let minimum, let maximum, let excludesMaximum):
      "\(word) \(minimum?.description ?? "")\(excludesMaximum ? "..<" : "...")\(maximum?.description ?? "")"
    case .pattern(let pattern): "\(word) \(pattern.quotedPattern)"
    case .format(let format): "\(word) \(format.rawValue.quotedForMessage)"
    case .schema(let schema): "\(word) \("\(schema)".quotedForMessage(limit: 200))"
    case .membership(let values):
      "one of \(values.prefix(20).map(\.description).joined(separator: ", "))"
        + (values.count > 20 ? ", …" : "")
    case .unique(let names): "\(word) \(names.inMessage)"
    case .count(let minimum, let maximum): "\(word) \(minimum)...\(maximum.map(String.init) ?? "")"
    case .predicate(let name, let predicate): "\(name.quotedForMessage) (\(predicate))"
    case .document(let name, let schema, _):
      "\(name.quotedForMessage) (schema \("\(schema)".quotedForMessage(limit: 200)))"
    case .custom(let name, _): name.quotedForMessage
    }
  }
}

extension String {
  /// The pattern in quotes. Its limit is high, because a truncated pattern is not useful. Reports use the same limit.
  fileprivate var quotedPattern: String { quotedForMessage(limit: 200) }
}
