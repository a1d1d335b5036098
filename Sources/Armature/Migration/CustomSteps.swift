package import ArmatureModel

/// What somebody has said of a migration beside the models, where the plan has a step for it.
package struct CustomSteps {
  package typealias Value = (
    names: [String], make: @Sendable ([String: AttributeValue]) throws -> AttributeValue
  )

  package typealias Split = (
    names: [String], make: @Sendable (_ row: inout StoreMigration.Row) throws -> Void
  )

  private var drops: Set<String> = []
  private var values: [String: Value] = [:]
  /// Whether rows stay that break what no table enforces.
  package let keepsInvalid: Bool
  /// What becomes of the rows of old entities, by their names.
  private var splits: [String: Split] = [:]
  private let plan: MigrationPlan
  private let names: MigrationNames
  private var new: ManagedObjectModel { names.new }

  /// - Throws: ``PersistentStoreError/unknownPlace(_:suggestion:)``,
  ///   ``PersistentStoreError/unknownSource(_:of:suggestion:)``,
  ///   ``PersistentStoreError/unfitObject(place:reason:)``.
  package init(
    _ steps: [StoreMigration.Step], _ names: MigrationNames, keepsInvalid: Bool
  ) throws(PersistentStoreError) {
    (plan, self.names, self.keepsInvalid) = (names.plan, names, keepsInvalid)
    let places =
      steps.isEmpty ? [] : Set(new.entities.flatMap { $0.placesOfAttributes(in: names.new) })
    for step in steps {
      switch step {
      case .drop(let place): drops.insert(place)
      case .set(let place, let sources, let make):
        guard places.contains(place) else {
          throw .unknownPlace(place, suggestion: nearMiss(place, in: places.sorted()))
        }
        values[place] = (sources, make)
      case .split(let place, let sources, let make): try add((sources, make), place, names)
      }
    }
    for step in plan.steps where cover(step) {
      if let sources = values[step.place]?.names { try check(sources, step, names) }
    }
  }

  private mutating func add(
    _ split: Split, _ place: String, _ names: MigrationNames
  ) throws(PersistentStoreError) {
    let known = Set((names.new.entities + names.old.entities).map(\.name))
    guard known.contains(place) else {
      throw .unfitObject(
        place: place,
        reason: "is not an entity of the old or the new model"
          + (nearMiss(place, in: known.sorted()).map { " (did you mean \($0)?)" } ?? ""))
    }
    if names.new[place] == nil, let heir = names.newEntity(of: place) {
      throw .unfitObject(place: place, reason: "is now called \(heir.name)")
    }
    for former in names.old.entities where !former.isAbstract && splits[former.name] == nil {
      let present = names.newEntity(of: former.name)
      let isMeant =
        present.map { new.entity($0.name, isKindOf: place) }
        ?? names.old.entity(former.name, isKindOf: place)
      guard isMeant, changes(former, present) else { continue }
      let sources = former.persistentProperties.map(\.name)
      for name in split.names where !sources.contains(name) {
        throw .unknownSource(name, of: place, suggestion: nearMiss(name, in: sources))
      }
      splits[former.name] = split
    }
  }

  /// Whether the models differ in what the objects of an old entity are.
  private func changes(_ former: EntityDescription, _ present: EntityDescription?) -> Bool {
    guard let present else { return true }
    return plan.steps.contains { step in
      step.kind != .changeDeclaration && new.entity(present.name, isKindOf: step.entity)
    }
  }

  /// Expects that the objects that a step is about have had one of some attributes: one list serves files of several
  /// versions.
  private func check(
    _ sources: [String], _ step: MigrationPlan.Step, _ names: MigrationNames
  ) throws(PersistentStoreError) {
    let formers = new.concreteEntities(of: step.entity).compactMap { names.oldEntity(of: $0) }
    let known = Set(formers.flatMap(\.attributes).map(\.name))
    guard let first = sources.first, !formers.isEmpty, known.isDisjoint(with: sources) else {
      return
    }
    throw .unknownSource(first, of: step.place, suggestion: nearMiss(first, in: known.sorted()))
  }

  /// What code of the user has made of an attribute, as the attribute has it.
  ///
  /// - Throws: ``PersistentStoreError/unfitValue(place:type:value:)`` for what it cannot have.
  package static func value(
    _ made: AttributeValue, of attribute: AttributeDescription, at place: String
  ) throws(PersistentStoreError) -> AttributeValue {
    if made.isNull, attribute.isOptional { return made }
    guard let value = made.converted(to: attribute.type), !value.isNull,
      attribute.type.admitsCase(value)
    else { throw .unfitValue(place: place, type: attribute.type, value: made) }
    return value
  }

  /// Whether the objects of an entity that is gone are dropped, or others are made of them.
  package func drops(_ entity: String) -> Bool {
    drops.contains(entity) || splits[entity] != nil
  }

  /// What is made of the objects of an old entity; `nil` where nothing is said.
  package func split(of entity: EntityDescription) -> Split? { splits[entity.name] }

  /// Whether other objects are made of some.
  package var splitsRows: Bool { !splits.isEmpty }

  /// Whether it is read what rows lead to, of which others are made.
  package var splitsReadLinks: Bool {
    splits.contains { name, split in
      names.old[name]?.relationships.contains { split.names.contains($0.name) } ?? false
    }
  }

  /// Whether objects are dropped, so that links may lead to nothing.
  package var dropsObjects: Bool {
    splitsRows
      || plan.steps.contains { $0.fact == .entityRemoved && drops.contains($0.entity) }
  }

  /// Whether it is said what becomes of the rows that a step is about.
  package func cover(_ step: MigrationPlan.Step) -> Bool {
    switch step.fact {
    case .entityRemoved: drops(step.entity)
    case .attributeRemoved: drops.contains(step.place)
    case .relationshipRemoved: drops.contains(step.place) || isOtherSideDropped(step)
    case .becameAbstract: isSplit(step)
    case .becameRelationship: isSplit(step) && isRead(step)
    case .relationshipAdded, .countsChanged: keepsInvalid || isSplit(step)
    case .becameRequired where isLinked(step): keepsInvalid || isSplit(step)
    default: step.kind != .changeDeclaration && values[step.place] != nil
    }
  }

  /// Whether something is said of all objects of a step's entity, which may make the links that they need.
  private func isSplit(_ step: MigrationPlan.Step) -> Bool {
    if splits.isEmpty { return false }
    let former = names.oldEntity(of: step.entity)
    if step.fact == .becameAbstract { return former.map { splits[$0.name] != nil } ?? false }
    return new.concreteEntities(of: step.entity).compactMap { names.oldEntity(of: $0) }
      .allSatisfy { $0.isAbstract || splits[$0.name] != nil }
  }

  /// Whether the old values of a step's property are read wherever others are made of its objects.
  private func isRead(_ step: MigrationPlan.Step) -> Bool {
    new.concreteEntities(of: step.entity).allSatisfy { name in
      guard let former = names.oldEntity(of: name), let split = splits[former.name],
        let property = step.property.flatMap({ names.oldProperty(of: $0, in: name) })
      else { return true }
      return split.names.contains(property.name)
    }
  }

  /// Whether the links of a relationship that is gone are those of one whose links are dropped.
  private func isOtherSideDropped(_ step: MigrationPlan.Step) -> Bool {
    guard !names.severed.isEmpty, let property = step.property,
      let former = names.oldEntity(of: step.entity)?.property(named: property)?.asRelationship,
      let inverse = former.inverse, let destination = names.newEntity(of: former.destination)
    else { return false }
    return drops.contains("\(destination.name).\(inverse)")
  }

  private func isLinked(_ step: MigrationPlan.Step) -> Bool {
    step.property.flatMap { new[step.entity]?.property(named: $0) }?.asRelationship != nil
  }

  /// How an attribute of the objects of an entity is computed; `nil` where nothing is said.
  package func value(of attribute: String, in entity: String) -> Value? {
    if values.isEmpty { return nil }
    return plan.steps.lazy.filter { step in
      step.property == attribute && cover(step) && new.entity(entity, isKindOf: step.entity)
    }.compactMap { values[$0.place] }.first
  }
}

extension EntityDescription {
  /// The attributes that the entity declares, and their elements, as places of steps.
  fileprivate func placesOfAttributes(in model: ManagedObjectModel) -> [String] {
    func places(_ attribute: AttributeDescription, _ path: String) -> [String] {
      guard case .composite(let elements) = attribute.type.storage else { return [path] }
      return [path] + elements.flatMap { places($0, "\(path).\($0.name)") }
    }
    let inherited = Set((parent.flatMap { model[$0] }?.attributes ?? []).map(\.name))
    return attributes.filter { !inherited.contains($0.name) }.flatMap {
      places($0, "\(name).\($0.name)")
    }
  }
}
