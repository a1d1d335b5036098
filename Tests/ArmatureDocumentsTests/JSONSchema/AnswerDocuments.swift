import Armature
import ArmatureDocuments
import ArmatureModel
import TestSupport
import Testing

/// The JSON of objects in the form of the schema for answers: owned records inside, and identifying values otherwise.
struct AnswerDocuments {
  let model: ManagedObjectModel
  let target: AnswerSchema.Target

  /// Returns an object as an answer; `nil` if objects contain each other.
  func answer(
    _ object: ManagedObject, in context: ManagedObjectContext, without inverse: String? = nil,
    isMarked: Bool = false, level: Int = 0
  ) throws -> JSONValue? {
    guard level < 8 else { return nil }
    let record = try self.record(of: object, in: context)
    var answer = JSONObject()
    if isMarked { answer["@entity"] = .string(object.entity.name) }
    for property in object.entity.properties where property.name != inverse {
      var value: JSONValue?
      switch property {
      case .attribute(let attribute):
        if attribute.isTransient || attribute.derivation != nil { continue }
        value = record[property.key].map { complete($0, attribute.type) }
      case .relationship(let relationship):
        if relationship.isTransient || leadsToOwner(relationship) { continue }
        let name = relationship.name
        let ends =
          relationship.isToMany
          ? try object.value(forKey: name, as: [ManagedObject].self) ?? []
          : [try object.value(forKey: name, as: ManagedObject.self)].compactMap { $0 }
        var values: [JSONValue] = []
        for end in ends {
          guard let value = try self.end(end, relationship, context, level) else { return nil }
          values.append(value)
        }
        value = relationship.isToMany && !values.isEmpty ? .array(values) : values.first
      case .fetched: continue
      }
      if let value {
        answer[property.key] = value
      } else if target == .openAI {
        answer[property.key] = .null
      }
    }
    return .object(answer)
  }

  /// Returns a value with all keys of its composites, and without the name of a time zone.
  private func complete(_ value: JSONValue, _ type: AttributeType) -> JSONValue {
    switch (type.storage, value) {
    case (.zonedDate, .string(let text)): return .string(String(text.prefix { $0 != "[" }))
    case (.list(let element), .array(let values)):
      return .array(values.map { complete($0, element) })
    case (.composite(let elements), .object(let object)):
      return .object(
        JSONObject(
          elements.compactMap { element -> (String, JSONValue)? in
            let key = element.key ?? element.name
            if let value = object[key] { return (key, complete(value, element.type)) }
            return target == .openAI ? (key, .null) : nil
          }))
    default: return value
    }
  }

  private func leadsToOwner(_ relationship: RelationshipDescription) -> Bool {
    let destination = model[relationship.destination]
    let inverse = relationship.inverse.flatMap { destination?.property(named: $0)?.asRelationship }
    return relationship.deleteRule != .cascade && inverse?.deleteRule == .cascade
      && destination?.identifyingAttributes.count != 1
  }

  private func end(
    _ end: ManagedObject, _ relationship: RelationshipDescription,
    _ context: ManagedObjectContext, _ level: Int
  ) throws -> JSONValue? {
    let destination = try #require(model[relationship.destination])
    let identities = destination.identifyingAttributes
    if relationship.deleteRule != .cascade, identities.count == 1 {
      return try record(of: end, in: context)[identities[0].key ?? identities[0].name]
    }
    let hasKinds =
      model.entities.filter { candidate in
        !candidate.isAbstract
          && sequence(first: candidate, next: { $0.parent.flatMap { model[$0] } })
            .contains { $0.name == destination.name }
      }.count > 1
    return try answer(
      end, in: context, without: relationship.inverse, isMarked: hasKinds, level: level + 1)
  }

  /// Returns the record of an object alone.
  private func record(
    of object: ManagedObject, in context: ManagedObjectContext
  ) throws -> JSONObject {
    let data = try context.json(of: object.entity.name, layout: .lines)
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    let position = try #require(
      context.objects(of: object.entity.name).firstIndex { $0 === object })
    return try #require(try JSONValue(parsing: String(lines[position])).objectValue)
  }
}

extension JSONValue {
  /// Returns the value with a random part changed.
  func damaged(_ random: inout SplitMix64) -> JSONValue {
    switch self {
    case .object(let object) where object.count > 0 && !random.oneIn(10):
      let place = random.below(object.count)
      return .object(
        JSONObject(
          object.enumerated().compactMap { index, member -> (String, JSONValue)? in
            if index != place { return (member.key, member.value) }
            return random.oneIn(6) ? nil : (member.key, member.value.damaged(&random))
          }))
    case .array(var values) where !values.isEmpty && !random.oneIn(4):
      let place = random.below(values.count)
      values[place] = values[place].damaged(&random)
      return .array(values)
    case .string(let text) where random.bool(): return .string(text + text)
    case .number(let number) where random.bool():
      return .number(JSONNumber(number.double == 0 ? -1 : 0))
    default:
      return random.pick([
        .null, .bool(true), .number(JSONNumber(0)), .number(JSONNumber(-1_000_000)), .string(""),
        .string("a text that is longer than most of the others"), .array([]), .object([:]),
      ])
    }
  }
}
