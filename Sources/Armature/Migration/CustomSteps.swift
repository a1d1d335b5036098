package import ArmatureModel

/// What somebody has said of a migration beside the models, where the plan has a step for it.
package struct CustomSteps {
  package typealias Value = (
    names: [String], make: @Sendable ([String: AttributeValue]) throws -> AttributeValue
  )

  private var drops: Set<String> = []
  private var values: [String: Value] = [:]
  private let plan: MigrationPlan
  private let new: ManagedObjectModel

  /// - Throws: ``PersistentStoreError/unknownPlace(_:suggestion:)``,
  ///   ``PersistentStoreError/unknownSource(_:of:suggestion:)``.
  package init(
    _ steps: [StoreMigration.Step], _ names: MigrationNames
  ) throws(PersistentStoreError) {
    (plan, new) = (names.plan, names.new)
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
      }
    }
    for step in plan.steps where cover(step) {
      if let sources = values[step.place]?.names { try check(sources, step, names) }
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

  /// Whether the objects of an entity that is gone are dropped.
  package func drops(_ entity: String) -> Bool { drops.contains(entity) }

  /// Whether objects are dropped, so that links may lead to nothing.
  package var dropsObjects: Bool {
    plan.steps.contains { $0.fact == .entityRemoved && drops.contains($0.entity) }
  }

  /// Whether it is said what becomes of the rows that a step is about.
  package func cover(_ step: MigrationPlan.Step) -> Bool {
    switch step.fact {
    case .entityRemoved, .attributeRemoved, .relationshipRemoved: drops.contains(step.place)
    default: step.kind != .changeDeclaration && values[step.place] != nil
    }
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
