import ArmatureModel

extension ValidationFailure {
  /// What the message about a broken rule is made of.
  func rulePhrase(
    _ requirement: ValidationRule.Requirement, _ actual: Int?, _ details: [Detail],
    _ others: [Object], by writer: MessageWriter
  ) -> Phrase {
    switch requirement {
    case .required:
      return Phrase(key: code)
    case .length(let minimum, let maximum):
      let isData = if case .data = value { true } else { false }
      return boundsPhrase(
        isData ? "length.bytes" : "length.characters", minimum, maximum, actual)
    case .count(let minimum, let maximum):
      return boundsPhrase("count", minimum, maximum, actual)
    case .range(let minimum, let maximum, let excludesMaximum):
      return rangePhrase(minimum, maximum, excludesMaximum, by: writer)
    case .pattern(let pattern):
      return Phrase(key: code, parameters: ["pattern": pattern.quotedName()])
    case .membership(let choices):
      return choicePhrase(choices, by: writer)
    case .unique(let properties):
      return uniquePhrase(properties, details, others, by: writer)
    case .predicate(let name, _), .custom(let name, _):
      var phrase = Phrase(key: code, parameters: ["rule": name.quotedName()])
      if !details.isEmpty {
        phrase.key = "rule.details"
        phrase.parameters["details"] = details.map { "\($0.name) \(writer.describe($0))" }
          .joined(separator: ", ")
      } else if !keyPath.isEmpty && !value.isNull {
        phrase.key = "rule.value"
      }
      return phrase
    }
  }

  /// The words for a number that must lie within bounds.
  private func boundsPhrase(
    _ key: String, _ minimum: Int?, _ maximum: Int?, _ actual: Int?
  ) -> Phrase {
    var parameters = ["actual": "\(lengthFound(actual))"]
    parameters["minimum"] = minimum.map(String.init)
    parameters["maximum"] = maximum.map(String.init)
    return switch (minimum ?? 0, maximum) {
    case (let minimum, let maximum?) where minimum == maximum:
      Phrase(key: "\(key).exactly", count: maximum, parameters: parameters)
    case (0, let maximum?):
      Phrase(key: "\(key).atMost", count: maximum, parameters: parameters)
    case (_, let maximum?):
      Phrase(key: "\(key).between", count: maximum, parameters: parameters)
    case (let minimum, nil):
      Phrase(key: "\(key).atLeast", count: minimum, parameters: parameters)
    }
  }

  private func rangePhrase(
    _ minimum: AttributeValue?, _ maximum: AttributeValue?, _ excludesMaximum: Bool,
    by writer: MessageWriter
  ) -> Phrase {
    let isDate =
      switch minimum ?? maximum {
      case .date, .zonedDate: true
      default: false
      }
    let form =
      switch (minimum, maximum) {
      case (let minimum?, let maximum?) where minimum == maximum: "exactly"
      case (_?, _?): excludesMaximum ? "upTo" : "between"
      case (_?, nil): "atLeast"
      case (nil, _): excludesMaximum ? "lessThan" : "atMost"
      }
    var phrase = Phrase(key: isDate ? "range.date.\(form)" : "range.\(form)")
    phrase.parameters["minimum"] = minimum.map(writer.describe)
    phrase.parameters["maximum"] = maximum.map(writer.describe)
    return phrase
  }

  private func uniquePhrase(
    _ properties: [String], _ details: [Detail], _ others: [Object], by writer: MessageWriter
  ) -> Phrase {
    var phrase = Phrase(key: properties.count > 1 ? "unique.several" : "unique")
    if properties.count > 1 {
      phrase.parameters["properties"] = properties.joined(separator: ", ")
      phrase.parameters["values"] = details.map(writer.describe)
        .joined(separator: ", ")
    } else if let detail = details.first, value.isNull || value == detail.value || value.isObject {
      phrase.parameters["value"] = writer.describe(detail)
    }
    if let other = others.first {
      phrase.key += ".other"
      phrase.parameters["other"] = other.descriptionWithSource
    }
    return phrase
  }
}

extension MessageWriter {
  /// The value of a property; where it is an object, by what identifies that to a human.
  func describe(_ detail: ValidationFailure.Detail) -> String {
    guard case .object(let id) = detail.value, let label = detail.label else {
      return describe(detail.value)
    }
    return ValidationFailure.Object(entity: id.entityName, id: id, label: label).description
  }
}

extension AttributeValue {
  fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}
