import Armature
import ArmatureModel
import Foundation

/// Random models, mostly invalid: the model check must find an issue exactly if simple checks do and a valid model must
/// survive encoding, shuffling and use.
enum ModelFuzz {
  private static let names = [
    "a", "b", "cc", "dd", "é", "e\u{301}", "bbbvfrufqraoadc", "iemfpcparjkyohk",
  ]

  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let entities = entities(&choices)
    for entity in entities { trace.note(line(of: entity)) }
    let expected = PlainModelCheck(entities).problem
    let model: ManagedObjectModel
    do {
      model = try ManagedObjectModel("Random", entities: entities)
    } catch let error as ModelError {
      if error.issues.isEmpty { return "it is refused without an issue" }
      return expected == nil ? "it is refused: \(error)" : nil
    }
    if let expected { return "it must be refused: \(expected)" }
    return try problem(of: model, entities, &choices)
  }

  private static func problem(
    of model: ManagedObjectModel, _ entities: [EntityDescription], _ choices: inout Choices
  ) throws -> String? {
    let data = try JSONEncoder().encode(model)
    let decoded = try JSONDecoder().decode(ManagedObjectModel.self, from: data)
    guard decoded.fingerprint == model.fingerprint, decoded.difference(from: model).isEmpty else {
      return "it is another model once it was encoded and decoded"
    }
    var shuffled = Array(entities.reversed())
    for index in shuffled.indices { shuffled[index].ownProperties.reverse() }
    let other = try ManagedObjectModel("Random", entities: shuffled)
    guard other.fingerprint == model.fingerprint, other.difference(from: model).isEmpty else {
      return "its order makes a difference: \(other.difference(from: model))"
    }
    if let next = try? ManagedObjectModel("Random", entities: self.entities(&choices)),
      let problem = try problem(from: model, to: next) ?? problem(from: other, to: model)
    {
      return problem
    }
    let context = ManagedObjectContext(model: model)
    for entity in model.entities where !entity.isAbstract {
      let object = try context.insert(entity.name)
      for attribute in entity.properties.compactMap(\.asAttribute) {
        let value: AttributeValue = attribute.type == .string ? .string(attribute.name) : .int(7)
        try object.setValue(value, forKey: attribute.name)
      }
      for attribute in entity.properties.compactMap(\.asAttribute) where attribute.type == .string {
        // Similar names, or names with the same hash, must not share storage.
        let found = try object.value(forKey: attribute.name)
        guard found == .string(attribute.name) else { return "\(attribute.name) is \(found)" }
      }
    }
    return nil
  }

  /// Checks that a plan has a step for each change, is empty without changes, and survives encoding.
  private static func problem(
    from old: ManagedObjectModel, to new: ManagedObjectModel
  ) throws -> String? {
    let (plan, difference) = (MigrationPlan(from: old, to: new), new.difference(from: old))
    let isSame = old.fingerprint == new.fingerprint
    guard plan.steps.count == difference.changes.count, (plan.effect == .nothing) == isSame else {
      return "the plan is \(plan), and the difference \(difference)"
    }
    let kept = try JSONDecoder().decode(MigrationPlan.self, from: JSONEncoder().encode(plan))
    return kept == plan && "\(kept)" == "\(plan)" ? nil : "the plan is another one once it was kept"
  }

  private static func line(of entity: EntityDescription) -> String {
    let properties = entity.ownProperties.map { property in
      guard let link = property.asRelationship else {
        return "\(property.name): \(property.asAttribute.map { "\($0.type)" } ?? "")"
      }
      return "\(link.name) -> \(link.destination) \(link.arity) inverse \(link.inverse ?? "none")"
    }
    return "\(entity.isAbstract ? "abstract " : "")\(entity.name): \(entity.parent ?? "none") "
      + "{\(properties.joined(separator: "; "))}"
  }

  private static func entities(_ choices: inout Choices) -> [EntityDescription] {
    let count = 1 + choices.below(4)
    var entities: [EntityDescription] = []
    for index in 0..<count {
      // Duplicate and unknown names are rare, because most models are meant to be valid.
      let name = choices.oneIn(24) ? "E0" : "E\(index)"
      var entity = EntityDescription(name)
      if choices.oneIn(3) { entity.parent = choices.oneIn(24) ? "E9" : "E\(choices.below(count))" }
      if choices.oneIn(6) { entity.isAbstract = true }
      for number in 0..<choices.below(4) {
        let name = choices.oneIn(2) ? "p\(index)\(number)" : choices.pick(names)
        entity.ownProperties.append(
          .attribute(
            AttributeDescription(name, choices.oneIn(2) ? .string : .int64, isOptional: true)))
      }
      entities.append(entity)
    }
    for number in 0..<choices.below(4) { addLink(number, to: &entities, &choices) }
    return entities
  }

  private static func addLink(
    _ number: Int, to entities: inout [EntityDescription], _ choices: inout Choices
  ) {
    let (from, to) = (choices.below(entities.count), choices.below(entities.count))
    var there = RelationshipDescription(
      "r\(number)", to: choices.oneIn(24) ? "E9" : entities[to].name,
      choices.pick([.toOne, .toMany, .ordered]))
    var back = RelationshipDescription(
      "s\(number)", to: choices.oneIn(24) ? entities[0].name : entities[from].name,
      choices.pick([.toOne, .toMany, .ordered]))
    there.inverse = choices.oneIn(24) ? "r9" : back.name
    back.inverse = choices.oneIn(24) ? "r9" : there.name
    entities[from].ownProperties.append(.relationship(there))
    entities[to].ownProperties.append(.relationship(back))
  }
}

/// Finds invalid models by searching all entities for each question.
private struct PlainModelCheck {
  private let entities: [EntityDescription]

  init(_ entities: [EntityDescription]) { self.entities = entities }

  /// The first problem; `nil` for a valid model.
  var problem: String? {
    if Set(entities.map(\.name)).count < entities.count { return "two entities have one name" }
    for entity in entities {
      if let parent = entity.parent, !entities.contains(where: { $0.name == parent }) {
        return "\(parent) is unknown"
      }
      if entity.isAbstract, !entities.contains(where: { $0.parent == entity.name }) {
        return "\(entity.name) is abstract and has no sub-entity"
      }
      guard let line = lineage(of: entity) else { return "\(entity.name) inherits from itself" }
      // Canonically equivalent names would look identical.
      let names = line.flatMap(\.ownProperties).map(\.name)
      if Set(names).count < names.count { return "\(entity.name) has a name twice" }
      let colliding = ["bbbvfrufqraoadc", "iemfpcparjkyohk"]
      if colliding.allSatisfy(names.contains) { return "\(entity.name) has names of one hash" }
      for link in entity.ownProperties.compactMap(\.asRelationship) {
        if let problem = problem(of: link, in: entity) { return problem }
      }
    }
    return nil
  }

  /// Returns an entity and its ancestors; `nil` for a cycle.
  private func lineage(of entity: EntityDescription) -> [EntityDescription]? {
    var line = [entity]
    while let name = line.last?.parent, let parent = entities.first(where: { $0.name == name }) {
      if line.count > entities.count { return nil }
      line.append(parent)
    }
    return line
  }

  private func problem(of link: RelationshipDescription, in entity: EntityDescription) -> String? {
    guard let destination = entities.first(where: { $0.name == link.destination }) else {
      return "\(link.destination) is unknown"
    }
    guard let inverse = link.inverse else { return nil }
    let all = lineage(of: destination)?.flatMap(\.ownProperties) ?? []
    guard let back = all.first(where: { $0.name == inverse })?.asRelationship else {
      return "\(link.name) has no inverse \(inverse)"
    }
    guard back.inverse == link.name else { return "\(inverse) is not the inverse of \(link.name)" }
    if back.destination == entity.name { return nil }
    // If the entity is abstract, only its sub-entities have objects, and each may be the destination.
    let isRight = entities.allSatisfy { heir in
      let names = (lineage(of: heir) ?? []).map(\.name)
      return heir.isAbstract || !names.contains(entity.name) || names.contains(back.destination)
    }
    return entity.isAbstract && isRight ? nil : "\(inverse) does not lead back"
  }
}
