import ArmatureModel

extension ValidationFailure {
  /// What is wrong, in English: where, what must be, what is.
  public var message: String { message(in: .english) }

  /// What is wrong, in the language of a catalogue.
  ///
  /// A rule's own message is a template, too: it may say `{place}` or `{value}`, and a catalogue is
  /// asked for a translation with the message as the key.
  public func message(in catalog: MessageCatalog) -> String {
    message(by: catalog.writer)
  }

  /// What is wrong, by templates in another language; English where the look-up has none.
  ///
  /// - Parameter lookup: The template for a key; ``MessageCatalog`` says which keys there are.
  public func message(_ lookup: (_ key: String) -> String?) -> String {
    withoutActuallyEscaping(lookup) { message(by: MessageWriter(lookup: $0)) }
  }

  func message(by writer: MessageWriter) -> String {
    let phrase = phrase(by: writer)
    var parameters = phrase.parameters
    parameters["place"] = place(by: writer)
    parameters["entity"] = entity
    parameters["property"] = keyPath.joined(separator: ".").displayEscaped()
    parameters["value"] = parameters["value"] ?? writer.describe(value)
    if let customMessage {
      let template = writer.lookup(customMessage) ?? customMessage
      return MessageTemplate(template).filled(with: parameters)
    }
    return writer.text(phrase.key, count: phrase.count, code: code, parameters)
  }

  /// What a message is made of.
  struct Phrase {
    /// The key of the template.
    var key: String
    /// The number that decides between singular and plural.
    var count: Int?
    /// The parameters of the template, apart from those that all have.
    var parameters: [String: String] = [:]
  }

  private func phrase(by writer: MessageWriter) -> Phrase {
    switch kind {
    case .rule(let requirement, let actual, let details, let others):
      rulePhrase(requirement, actual, details, others, by: writer)
    case .wrongType, .notRepresentable, .wrongStructure, .outOfRange, .inexact, .badFormat:
      typePhrase(by: writer)
    case .unknownKey(let suggestion):
      suggesting(suggestion, in: Phrase(key: code))
    case .unknownEntity(let name, let suggestion):
      suggesting(suggestion, in: Phrase(key: code, parameters: ["name": name.quotedForMessage]))
    case .keyNotAllowed, .duplicateKey, .abstractEntity, .missingValue, .badDate,
      .changedDuringValidation:
      Phrase(key: code)
    case .brokenReference(let entity, let identifier, let suggestion):
      suggesting(
        suggestion,
        in: Phrase(
          key: code,
          parameters: ["target": entity, "identifier": writer.describe(identifier)]))
    case .ambiguousReference(let entity, let identifier, let count):
      Phrase(
        key: code, count: count,
        parameters: [
          "target": entity, "identifier": writer.describe(identifier), "count": "\(count)",
        ])
    case .leftOutReference(let entity, let identifier):
      Phrase(
        key: code, parameters: ["target": entity, "identifier": writer.describe(identifier)])
    case .contradictoryReference(let object, let ends):
      Phrase(
        key: code,
        parameters: [
          "object": object.nameWithSource, "target": ends.first?.entity ?? "",
          "objects": ends.map(\.nameWithSource).joined(separator: ", "),
        ])
    case .duplicateIdentity(let other), .danglingReference(let other):
      Phrase(key: code, parameters: ["other": other.descriptionWithSource])
    case .syntax(let text):
      Phrase(key: code, parameters: ["text": text])
    case .unlisted(let listed, let more):
      Phrase(key: code, count: listed, parameters: ["count": "\(listed)", "more": "\(more)"])
    case .deleteDenied(let relationship, let count, let first):
      Phrase(
        key: first.isEmpty ? code : "\(code).first", count: count,
        parameters: [
          "relationship": relationship, "count": "\(count)",
          "objects": first.map(\.description).joined(separator: ", ")
            + (count > first.count ? ", …" : ""),
        ])
    case .unboundRule(let name):
      Phrase(key: code, parameters: ["rule": name.quotedName()])
    case .threw(let name, let error):
      Phrase(key: code, parameters: ["rule": name.quotedName(), "error": error])
    case .deletionUnstable(let rounds):
      Phrase(key: code, count: rounds, parameters: ["rounds": "\(rounds)"])
    }
  }

  private func suggesting(_ suggestion: String?, in phrase: Phrase) -> Phrase {
    guard let suggestion else { return phrase }
    var phrase = phrase
    phrase.key += ".suggestion"
    phrase.parameters["suggestion"] = suggestion.quotedForMessage
    return phrase
  }
}

extension ValidationFailure {
  private func typePhrase(by writer: MessageWriter) -> Phrase {
    switch kind {
    case .wrongType(let type, let found):
      let word = writer.word("found.\(found)")
      // Data has JSON's few types; what is none of them is a Swift type, for programmers to see.
      let key = word == nil ? "type.wrong.swift" : "type.wrong"
      return Phrase(
        key: value.isNull ? key : "\(key).value",
        parameters: [
          "type": writer.describe(type), "swiftType": type.swiftName, "found": word ?? found,
        ])
    case .wrongStructure(let structure, let found):
      return Phrase(
        key: isUnnamedArray ? "\(code).unnamed" : value.isNull ? code : "\(code).value",
        parameters: [
          "type": writer.describe(structure), "found": writer.word("found.\(found)") ?? found,
        ])
    case .notRepresentable(.enumeration(_, _, let cases?)) where !cases.isEmpty:
      return choicePhrase(cases, by: writer)
    case .outOfRange(let type, let text):
      var phrase = numberPhrase(type, text, by: writer)
      if let bounds = type.integerBounds {
        phrase.key += ".bounds"
        phrase.parameters["minimum"] = "\(bounds.lowerBound)"
        phrase.parameters["maximum"] = "\(bounds.upperBound)"
      }
      return phrase
    case .inexact(let type, let text):
      return numberPhrase(type, text, by: writer)
    case .notRepresentable(let type), .badFormat(let type):
      return numberPhrase(type, nil, by: writer)
    default:
      return Phrase(key: code)
    }
  }

  /// Whether data is an array of records, and nothing says of which entity they are.
  private var isUnnamedArray: Bool {
    kind == .wrongStructure(expected: .object, found: "array") && entity.isEmpty && keyPath.isEmpty
  }

  private func numberPhrase(
    _ type: AttributeType, _ text: String?, by writer: MessageWriter
  ) -> Phrase {
    var parameters = ["type": writer.describe(type), "swiftType": type.swiftName]
    // The number as it is written: a value that was made of it may look different. A file may
    // have a number of a million digits.
    if let text {
      parameters["value"] =
        text.prefix(60).description.displayEscaped()
        + (text.utf8.count > 60 ? "…" : "")
    }
    return Phrase(key: code, parameters: parameters)
  }

  func choicePhrase(_ choices: [AttributeValue], by writer: MessageWriter) -> Phrase {
    let shown = choices.prefix(20).map(writer.describe).joined(separator: ", ")
    return Phrase(
      key: "membership", count: choices.count,
      parameters: ["choices": choices.count > 20 ? shown + ", …" : shown])
  }
}

extension MessageWriter {
  /// A value as messages show it, with its words translated.
  func describe(_ value: AttributeValue) -> String {
    switch value {
    case .null: text("value.none")
    case .data(let data):
      text("value.bytes", count: data.count, ["count": "\(data.count)"])
    default: value.description
    }
  }

  /// A type in a sentence: `a whole number`.
  func describe(_ type: AttributeType) -> String {
    word("type.\(type.storage.swiftName)") ?? type.phrase
  }

  func describe(_ structure: ValidationFailure.Structure) -> String {
    switch structure {
    case .object: text("structure.object")
    case .list: text("structure.list")
    case .reference(let entity): text("structure.reference", ["target": entity])
    case .references(let entity): text("structure.references", ["target": entity])
    }
  }
}
