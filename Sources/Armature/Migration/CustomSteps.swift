package import ArmatureModel

/// The custom steps of a migration, for the steps of a plan.
package struct CustomSteps {
  package typealias Value = (
    names: [String], make: @Sendable ([String: AttributeValue]) throws -> AttributeValue
  )

  package typealias Split = (
    names: [String], make: @Sendable (_ row: inout StoreMigration.Row) throws -> Void
  )

  private var drops: Set<String> = []
  private var values: [String: Value] = [:]
  /// True if rows may stay that break rules which tables do not enforce.
  package let keepsInvalid: Bool
  /// The splits of old entities, by their names.
  private var splits: [String: Split] = [:]
  private let plan: MigrationPlan
  private let names: MigrationNames
  private var new: ManagedObjectModel { names.new }

  /// - Throws: ``PersistentStoreError/unknownPlace(_:suggestion:)``,
  ///   ``PersistentStoreError/unknownSource(_:of:suggestion:)``, ``PersistentStoreError/invalidObject(place:reason:)``.
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
      throw .invalidObject(
        place: place,
        reason: "is not an entity of the old or the new model"
          + (nearMiss(place, in: known.sorted()).map { " (did you mean \($0)?)" } ?? ""))
    }
    if names.new[place] == nil, let heir = names.newEntity(of: place) {
      throw .invalidObject(place: place, reason: "is now called \(heir.name)")
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

  /// Returns whether the models differ in the properties of an old entity.
  private func changes(_ former: EntityDescription, _ present: EntityDescription?) -> Bool {
    guard let present else { return true }
    return plan.steps.contains { step in
      step.kind != .changeDeclaration && new.entity(present.name, isKindOf: step.entity)
    }
  }

  /// Checks that the objects of a step once had any of some attributes: one list serves files of several versions.
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

  /// Returns a value computed by user code in the type of its attribute.
  ///
  /// - Throws: ``PersistentStoreError/invalidValue(place:type:value:)`` for a value that the attribute cannot have.
  package static func value(
    _ made: AttributeValue, of attribute: AttributeDescription, at place: String
  ) throws(PersistentStoreError) -> AttributeValue {
    if made.isNull, attribute.isOptional { return made }
    guard let value = made.converted(to: attribute.type), !value.isNull,
      attribute.type.admitsCase(value)
    else { throw .invalidValue(place: place, type: attribute.type, value: made) }
    return value
  }

  /// Returns whether the objects of a removed entity are dropped or split into others.
  package func drops(_ entity: String) -> Bool {
    drops.contains(entity) || splits[entity] != nil
  }

  /// Returns the split of an old entity's objects; `nil` without one.
  package func split(of entity: EntityDescription) -> Split? { splits[entity.name] }

  /// True if any objects are split into others.
  package var splitsRows: Bool { !splits.isEmpty }

  /// True if a split reads the links of its rows.
  package var splitsReadLinks: Bool {
    splits.contains { name, split in
      names.old[name]?.relationships.contains { split.names.contains($0.name) } ?? false
    }
  }

  /// True if objects are dropped, so that links may lead to missing objects.
  package var dropsObjects: Bool {
    splitsRows
      || plan.steps.contains { $0.fact == .entityRemoved && drops.contains($0.entity) }
  }

  /// Returns whether a custom step covers the rows of a step.
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

  /// Returns whether all objects of a step's entity are split, which may create required links.
  private func isSplit(_ step: MigrationPlan.Step) -> Bool {
    if splits.isEmpty { return false }
    let former = names.oldEntity(of: step.entity)
    if step.fact == .becameAbstract { return former.map { splits[$0.name] != nil } ?? false }
    return new.concreteEntities(of: step.entity).compactMap { names.oldEntity(of: $0) }
      .allSatisfy { $0.isAbstract || splits[$0.name] != nil }
  }

  /// Returns whether every split of a step's objects reads the old values of its property.
  private func isRead(_ step: MigrationPlan.Step) -> Bool {
    new.concreteEntities(of: step.entity).allSatisfy { name in
      guard let former = names.oldEntity(of: name), let split = splits[former.name],
        let property = step.property.flatMap({ names.oldProperty(of: $0, in: name) })
      else { return true }
      return split.names.contains(property.name)
    }
  }

  /// Returns whether a removed relationship shares its links with a relationship that drops them.
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

  /// Returns the computation of an entity's attribute; `nil` without one.
  package func value(of attribute: String, in entity: String) -> Value? {
    if values.isEmpty { return nil }
    return plan.steps.lazy.filter { step in
      step.property == attribute && cover(step) && new.entity(entity, isKindOf: step.entity)
    }.compactMap { values[$0.place] }.first
  }
}

extension EntityDescription {
  /// Returns the attributes that the entity declares, and their elements, as places of steps.
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
