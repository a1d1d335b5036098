import ArmatureModel

extension ValidationFailure {
  /// Returns the phrase of the built-in message.
  func phrase(by writer: MessageWriter) -> MessagePhrase {
    switch kind {
    case .rule(let requirement, let actual, let details, let others):
      rulePhrase(requirement, actual, details, others, by: writer)
    case .schema(let requirement): schemaPhrase(requirement, by: writer)
    case .wrongType, .notRepresentable, .wrongStructure, .outOfRange, .inexact, .badFormat:
      typePhrase(by: writer)
    case .unknownKey(let suggestion):
      phrase([], suggesting: suggestion)
    case .unknownEntity(let name, let suggestion):
      phrase([(.name, .quoted(name))], suggesting: suggestion)
    case .keyNotAllowed(let exclusion):
      MessagePhrase(key: code, form: exclusion == .notListed ? "" : exclusion.rawValue)
    case .noEntity(let candidates):
      MessagePhrase(
        key: code, count: candidates.count,
        arguments: [
          (.count, .number(candidates.count)), (.details, .text(reasons(candidates, by: writer))),
        ])
    case .missingValue(let key):
      MessagePhrase(
        key: code, form: key == nil ? "" : "key", arguments: [(.name, .quoted(key ?? ""))])
    case .duplicateKey, .abstractEntity, .badDate,
      .changedDuringValidation:
      MessagePhrase(key: code)
    case .brokenReference(let entity, let identifier, let suggestion):
      phrase(
        [(.target, .text(entity)), (.identifier, .value(identifier))], suggesting: suggestion)
    case .ambiguousReference(let entity, let identifier, let count):
      MessagePhrase(
        key: code, count: count,
        arguments: [
          (.target, .text(entity)), (.identifier, .value(identifier)), (.count, .number(count)),
        ])
    case .leftOutReference(let entity, let identifier):
      phrase([(.target, .text(entity)), (.identifier, .value(identifier))])
    case .leftOutRecords(let count):
      MessagePhrase(key: code, count: count, arguments: [(.count, .number(count))])
    case .contradictoryReference(let object, let ends):
      phrase([
        (.object, .text(object.nameWithSource)), (.target, .text(ends.first?.entity ?? "")),
        (.objects, .text(ends.map(\.nameWithSource).joined(separator: ", "))),
      ])
    case .duplicateIdentity(let other):
      MessagePhrase(
        key: code, form: other.isStored ? "stored" : "",
        arguments: [(.other, .text(other.descriptionWithSource))])
    case .danglingReference(let other):
      phrase([(.other, .text(other.descriptionWithSource))])
    case .wrongOwner(let relationships, let owners):
      MessagePhrase(
        key: code, form: owners.isEmpty ? "" : owners.count == 1 ? "cycle" : "several",
        arguments: [
          (.relationship, .text(relationships.joined(separator: " or "))),
          (.objects, .text(owners.map(\.description).joined(separator: ", "))),
        ])
    case .missingIdentity(let identifying, let unique):
      identityPhrase(identifying, unique)
    case .syntax(let text):
      phrase([(.text, .text(text))])
    case .unlisted(let listed, let more, let isReadable):
      MessagePhrase(
        key: code, form: isReadable ? "" : "syntax", count: listed,
        arguments: [(.count, .number(listed)), (.more, .number(more))])
    case .deleteDenied(let relationship, let count, let first):
      denialPhrase(relationship, count, first)
    case .invalidated(let withContext):
      MessagePhrase(key: code, form: withContext ? "context" : "")
    case .wrongDerivedValue(let right):
      MessagePhrase(
        key: code, form: value.isNull ? "absent" : right.isNull ? "present" : "",
        arguments: [(.expected, .value(right))])
    case .unboundRule(let name):
      phrase([(.rule, .name(name))])
    case .threw(let name, let error):
      phrase([(.rule, .name(name)), (.error, .text(error))])
    case .deletionUnstable(let rounds):
      MessagePhrase(key: code, count: rounds, arguments: [(.rounds, .number(rounds))])
    }
  }

  /// Returns the failures of the candidates with the fewest as one text.
  private func reasons(_ candidates: [Candidate], by writer: MessageWriter) -> String {
    let limit = 3
    let texts = candidates.prefix(limit).map { candidate in
      let messages = candidate.failures.prefix(limit).map { failure in
        let message = failure.message(by: writer)
        return message.hasSuffix(".") ? String(message.dropLast()) : message
      }
      return messages.joined(separator: "; ") + (candidate.count > limit ? "; …" : "")
    }
    return texts.joined(separator: "; or ") + (candidates.count > limit ? "; or …" : "")
  }

  private func identityPhrase(_ identifying: [String], _ unique: [String]) -> MessagePhrase {
    let attributes = identifying.isEmpty ? unique : identifying
    return MessagePhrase(
      key: code, form: !identifying.isEmpty ? "several" : unique.isEmpty ? "" : "unique",
      arguments: [(.properties, .text(attributes.joined(separator: ", ")))])
  }

  private func denialPhrase(
    _ relationship: String, _ count: Int, _ first: [Object]
  ) -> MessagePhrase {
    let objects = first.map(\.description).joined(separator: ", ")
    return MessagePhrase(
      key: code, form: first.isEmpty ? "" : "first", count: count,
      arguments: [
        (.relationship, .text(relationship)), (.count, .number(count)),
        (.objects, .text(objects + (count > first.count ? ", …" : ""))),
      ])
  }

  private func phrase(
    _ arguments: [MessagePhrase.Argument], suggesting suggestion: String? = nil
  ) -> MessagePhrase {
    guard let suggestion else { return MessagePhrase(key: code, arguments: arguments) }
    return MessagePhrase(
      key: code, form: "suggestion",
      arguments: arguments + [(.suggestion, .quoted(suggestion))])
  }
}

// MARK: Types and shapes

extension ValidationFailure {
  private func typePhrase(by writer: MessageWriter) -> MessagePhrase {
    switch kind {
    case .wrongType(let type, let found):
      let word = writer.word("found.\(found)")
      // Data has JSON's few types. Any other name is a Swift type, for programmers.
      return MessagePhrase(
        key: word == nil ? "type.wrong.swift" : "type.wrong", form: value.isNull ? "" : "value",
        arguments: [
          (.type, .type(type)), (.swiftType, .text(type.swiftName)), (.found, .text(word ?? found)),
        ])
    case .wrongStructure(let structure, let found):
      return structurePhrase(structure, found, by: writer)
    case .notRepresentable(.enumeration(_, _, let cases?)) where !cases.isEmpty:
      return choicePhrase(cases)
    case .outOfRange(let type, let text):
      var phrase = numberPhrase(type, text)
      if let bounds = type.integerBounds {
        phrase.form = "bounds"
        phrase.arguments.append((.minimum, .text(String(bounds.lowerBound))))
        phrase.arguments.append((.maximum, .text(String(bounds.upperBound))))
      }
      return phrase
    case .inexact(let type, let text):
      return numberPhrase(type, text)
    case .notRepresentable(let type), .badFormat(let type):
      return numberPhrase(type, nil)
    default:
      return MessagePhrase(key: code)
    }
  }

  private func structurePhrase(
    _ structure: Structure, _ found: String, by writer: MessageWriter
  ) -> MessagePhrase {
    var phrase = MessagePhrase(
      key: code, form: isUnnamedArray ? "unnamed" : value.isNull ? "" : "value",
      arguments: [
        (.type, .text(writer.describe(structure))),
        (.found, .text(writer.word("found.\(found)") ?? found)),
      ])
    switch structure {
    case .writtenObject(let entity):
      phrase.form = "written"
      phrase.arguments.append((.target, .text(entity)))
    case .nestedObject(let limit):
      phrase.form = "deep"
      phrase.arguments.append((.maximum, .number(limit)))
    case .referenceInCell(let entity):
      phrase.form = "cell"
      phrase.arguments.append((.target, .text(entity)))
    case .object, .list, .record, .reference, .references, .keyedRecords: break
    }
    return phrase
  }

  /// True if data is an array of records of an unknown entity.
  private var isUnnamedArray: Bool {
    kind == .wrongStructure(expected: .object, found: "array") && entity.isEmpty && keyPath.isEmpty
  }

  private func numberPhrase(_ type: AttributeType, _ text: String?) -> MessagePhrase {
    var phrase = MessagePhrase(
      key: code, arguments: [(.type, .type(type)), (.swiftType, .text(type.swiftName))])
    // The number as written, since the value made from it may look different. A file may contain a number of a
    // million digits.
    if let text {
      let shown = text.prefix(60).description.displayEscaped()
      phrase.arguments.append((.value, .text(shown + (text.utf8.count > 60 ? "…" : ""))))
    }
    return phrase
  }

  func choicePhrase(_ choices: [AttributeValue]) -> MessagePhrase {
    MessagePhrase(
      key: "membership", count: choices.count, arguments: [(.choices, .choices(choices))])
  }
}

// MARK: Rules

extension ValidationFailure {
  private func rulePhrase(
    _ requirement: ValidationRule.Requirement, _ actual: Int?, _ details: [Detail],
    _ others: [Object], by writer: MessageWriter
  ) -> MessagePhrase {
    switch requirement {
    case .required:
      return MessagePhrase(key: code)
    case .length(let minimum, let maximum):
      return boundsPhrase("length.\(value.lengthUnit)", minimum, maximum, actual)
    case .count(let minimum, let maximum):
      return boundsPhrase("count", minimum, maximum, actual)
    case .range(let minimum, let maximum, let excludesMaximum):
      return rangePhrase(minimum, maximum, excludesMaximum)
    case .pattern(let pattern):
      return MessagePhrase(key: code, arguments: [(.pattern, .name(pattern))])
    case .format(let format):
      return MessagePhrase(key: code, form: format.rawValue)
    case .schema, .document:
      return MessagePhrase(key: "schema")
    case .membership(let choices):
      return choicePhrase(choices)
    case .unique(let properties):
      return uniquePhrase(properties, details, others, by: writer)
    case .predicate(let name, _), .custom(let name, _):
      var phrase = MessagePhrase(key: code, arguments: [(.rule, .name(name))])
      if !details.isEmpty {
        phrase.form = "details"
        phrase.arguments.append((.details, .details(details)))
      } else if !keyPath.isEmpty && !value.isNull {
        phrase.form = "value"
      }
      return phrase
    }
  }

  /// Returns the phrase for a number that must be within bounds.
  func boundsPhrase(
    _ key: String, _ minimum: Int?, _ maximum: Int?, _ actual: Int?
  ) -> MessagePhrase {
    var phrase = MessagePhrase(
      key: key,
      arguments: [
        (.actual, .number(lengthFound(actual))),
        (.minimum, minimum.map { .number($0) } ?? .value(.null)),
        (.maximum, maximum.map { .number($0) } ?? .value(.null)),
      ])
    (phrase.form, phrase.count) =
      switch (minimum ?? 0, maximum) {
      case (let minimum, let maximum?) where minimum == maximum: ("exactly", maximum)
      case (0, let maximum?): ("atMost", maximum)
      case (_, let maximum?): ("between", maximum)
      case (let minimum, nil): ("atLeast", minimum)
      }
    return phrase
  }

  func rangePhrase(
    _ minimum: AttributeValue?, _ maximum: AttributeValue?, _ excludesMaximum: Bool
  ) -> MessagePhrase {
    let isDate = (minimum ?? maximum)?.naturalType?.isDate == true
    let form =
      switch (minimum, maximum) {
      case (let minimum?, let maximum?) where minimum == maximum: "exactly"
      case (_?, _?): excludesMaximum ? "upTo" : "between"
      case (_?, nil): "atLeast"
      case (nil, _): excludesMaximum ? "lessThan" : "atMost"
      }
    return MessagePhrase(
      key: isDate ? "range.date" : "range", form: form,
      arguments: [(.minimum, .value(minimum ?? .null)), (.maximum, .value(maximum ?? .null))])
  }

  private func uniquePhrase(
    _ properties: [String], _ details: [Detail], _ others: [Object], by writer: MessageWriter
  ) -> MessagePhrase {
    var phrase = MessagePhrase(key: properties.count > 1 ? "unique.several" : "unique")
    if properties.count > 1 {
      phrase.arguments = [
        (.properties, .text(properties.joined(separator: ", "))),
        (.values, .text(details.map(writer.describe).joined(separator: ", "))),
      ]
    } else if let detail = details.first, value.isNull || value == detail.value || value.isObject {
      phrase.arguments = [(.value, .text(writer.describe(detail)))]
    }
    if let other = others.first {
      phrase.form = "other"
      phrase.arguments.append((.other, .text(other.descriptionWithSource)))
    }
    return phrase
  }
}

extension AttributeValue {
  /// The unit of the value's length, as used in the keys of templates.
  var lengthUnit: String {
    switch self {
    case .data: "bytes"
    case .list: "values"
    default: "characters"
    }
  }

  fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}
