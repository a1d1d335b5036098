public import ArmatureModel

extension ValidationFailure {
  /// The most alternatives whose failures a message shows.
  private static let shownAlternatives = 3

  /// Returns the phrase for a part of a JSON value that breaks a schema.
  func schemaPhrase(
    _ requirement: JSONSchema.Requirement, by writer: MessageWriter
  ) -> MessagePhrase {
    switch requirement {
    case .types(let types):
      let words = types.map { writer.text("schema.type.\($0)") }
      return phrase("type", [(.type, .text(words.joined(separator: " or "))), found(by: writer)])
    case .membership(let values): return choicePhrase(values.map(\.plainValue))
    case .minimum(let bound, isExclusive: true):
      return phrase("greaterThan", [(.minimum, .value(bound.plainValue))])
    case .minimum(let bound, isExclusive: false): return rangePhrase(bound.plainValue, nil, false)
    case .maximum(let bound, let isExclusive):
      return rangePhrase(nil, bound.plainValue, isExclusive)
    case .multiple(let step): return phrase("multiple", [(.expected, .value(step.plainValue))])
    case .length(let minimum, let maximum, let actual):
      return boundsPhrase("length.characters", minimum, maximum, actual)
    case .elements(let minimum, let maximum, let actual):
      return boundsPhrase("length.values", minimum, maximum, actual)
    case .pattern(let source): return phrase("search", [(.pattern, .name(source))])
    case .format(let format): return MessagePhrase(key: "format", form: format.rawValue)
    case .uniqueElements(let first, let second):
      return phrase("unique", [(.values, .text("[\(first)], [\(second)]"))])
    case .matches(let minimum, let maximum, let actual):
      return boundsPhrase("schema.matches", minimum, maximum, actual)
    case .members(let minimum, let maximum, let actual):
      return boundsPhrase("schema.members", minimum, maximum, actual)
    case .presence: return phrase("presence")
    case .absence(let suggestion):
      guard let suggestion else { return phrase("absence") }
      return phrase("absence.suggestion", [(.suggestion, .quoted(suggestion))])
    case .alternatives(let candidates) where candidates.allSatisfy(\.isEmpty):
      return phrase("alternatives.plain", [(.count, .number(candidates.count))])
    case .alternatives(let candidates):
      return phrase(
        "alternatives",
        [
          (.count, .number(candidates.count)), (.details, .text(reasons(candidates, by: writer))),
        ])
    case .oneAlternative(let places):
      let texts = places.map { "[\($0)]" }
      return phrase("oneAlternative", [(.values, .text(texts.joined(separator: ", ")))])
    case .exclusion: return phrase("exclusion", [found(by: writer)])
    case .limit: return phrase("limit")
    }
  }

  private func phrase(
    _ key: String, _ arguments: [MessagePhrase.Argument] = []
  ) -> MessagePhrase {
    MessagePhrase(key: "schema.\(key)", arguments: arguments)
  }

  /// The value, or for an array, an object and `null` the word for it.
  private func found(by writer: MessageWriter) -> MessagePhrase.Argument {
    let content: MessagePhrase.Content =
      switch value {
      case .null: .text(writer.text("found.null"))
      case .list: .text(writer.text("found.array"))
      case .json: .text(writer.text("found.object"))
      default: .value(value)
      }
    return (.found, content)
  }

  /// Returns the first failure of each alternative as one text.
  private func reasons(_ candidates: [[JSONSchemaFailure]], by writer: MessageWriter) -> String {
    let texts = candidates.prefix(Self.shownAlternatives).compactMap(\.first).map { first in
      let path = first.path.keyPath(from: keyPath.last ?? "")
      let message = ValidationFailure(
        entity: "", keyPath: path.first == "" ? Array(path.dropFirst()) : path,
        .schema(first.requirement), value: first.value.plainValue
      ).message(by: writer)
      return message.hasSuffix(".") ? String(message.dropLast()) : message
    }
    return texts.joined(separator: "; ")
      + (candidates.count > Self.shownAlternatives ? "; …" : "")
  }
}

extension JSONSchemaFailure {
  /// The message in English, with the path, the requirement and the value found.
  public var message: String {
    ValidationFailure(entity: "", keyPath: path, .schema(requirement), value: value.plainValue)
      .message
  }
}
