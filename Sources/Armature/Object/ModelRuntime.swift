import ArmatureModel

/// What the runtime derives from a model, shared by all its contexts.
///
/// `@unchecked Sendable`: the references in `runtimes` are atomic; the rest is immutable.
package final class ModelRuntime: @unchecked Sendable {
  private let entities: [EntityDescription]
  private let tree: EntityTree
  private let index: [String: Int]
  /// The entities by name.
  private let names: PropertyTable
  private let runtimes: UnsafeMutablePointer<LazyReference>
  private let oneWayTargets: Set<String>
  /// Whether any entity has derived attributes.
  let hasDerivedAttributes: Bool
  /// Whether a derived attribute of any entity reads other objects.
  let derivesFromOthers: Bool
  /// Whether objects of any entity are of a class of the user's.
  let hasCustomClasses: Bool
  /// The entities with uniqueness constraints, each with those that it declares itself.
  let uniqueEntities: [EntityDescription]

  private init(_ model: ManagedObjectModel) {
    entities = model.entities
    tree = EntityTree(model.entities)
    uniqueEntities = model.declarations.filter { !$0.uniquenessConstraints.isEmpty }
    hasDerivedAttributes = entities.contains { entity in
      entity.attributes.contains { $0.derivation != nil }
    }
    derivesFromOthers = entities.contains { $0.derivesFromOthers }
    hasCustomClasses = entities.contains { $0.objectClass != nil }
    index = model.storage.index
    names = PropertyTable(names: entities.map(\.name)) { position, hash in
      PropertyEntry(hash: hash, bit: 0, word: 0, maskWord: 0, slot: UInt16(position), kind: 0)
    }
    runtimes = .allocate(capacity: entities.count)
    for position in entities.indices {
      (runtimes + position).initialize(to: LazyReference())
    }
    oneWayTargets = Set(
      entities.flatMap(\.relationships).filter { $0.inverse == nil }.map(\.destination))
  }

  deinit {
    runtimes.deinitialize(count: entities.count)
    runtimes.deallocate()
    names.deallocate()
  }

  /// The one runtime of a model.
  static func of(_ model: ManagedObjectModel) -> ModelRuntime {
    reference(of: model).takeUnretainedValue()
  }

  /// The one runtime of a model, which lives as long as the model, without counting a reference.
  static func reference(of model: ManagedObjectModel) -> Unmanaged<ModelRuntime> {
    // Nothing else is ever kept there.
    .fromOpaque(model.storage.runtime.address ?? model.storage.runtime.publish(ModelRuntime(model)))
  }

  /// Whether a relationship without an inverse may lead to objects of an entity.
  func isOneWayTarget(_ runtime: EntityRuntime) -> Bool {
    !runtime.ancestry.isDisjoint(with: oneWayTargets)
  }

  /// Whether a relationship may lead to an object that was deleted without notice: nothing leads
  /// back, or what leads back does nothing on deletion.
  private func mayDangle(_ relationship: RelationshipDescription) -> Bool {
    guard let inverse = relationship.inverse, let position = index[relationship.destination],
      let back = entities[position].relationships.first(where: { $0.name == inverse })
    else { return true }
    return back.deleteRule == .noAction
  }

  /// Whether objects of some entity are of a class.
  func hasClass(_ type: any PropertyContainer.Type) -> Bool {
    entities.contains { $0.objectClass?.maker.map { isClass($0, under: type) } ?? false }
  }

  /// The number of entities.
  var count: Int { entities.count }

  func index(of name: String) -> Int? { index.value(exactly: name) }

  /// What is derived from one entity, made when first needed.
  func runtime(at position: Int) -> EntityRuntime {
    let reference = runtimes[position].address ?? runtimes[position].publish(make(position))
    return Unmanaged.fromOpaque(reference).takeUnretainedValue()
  }

  private func make(_ position: Int) -> EntityRuntime {
    let entity = entities[position]
    return EntityRuntime(
      entity, index: position, lineage: lineage(of: entity),
      dangling: Set(entity.relationships.filter(mayDangle).map(\.name)), siblings: tree)
  }

  /// What is derived from an entity that may have objects; `nil` for others.
  func runtime(named name: String) -> EntityRuntime? {
    guard let entry = names.find(name) else { return nil }
    let runtime = runtime(at: Int(entry.pointee.slot))
    return _fastPath(!runtime.isAbstract) ? runtime : nil
  }

  /// Why an entity can have no objects.
  func error(for name: String, in model: ManagedObjectModel) -> ManagedObjectError {
    index(of: name) == nil
      ? .unknownEntity(name: name, suggestion: nearMiss(name, in: entities.map(\.name)))
      : .abstractEntity(name: name, concrete: model.concreteEntities(of: name))
  }

  /// The entity and all its ancestors.
  private func lineage(of entity: EntityDescription) -> [EntityDescription] {
    var lineage = [entity]
    while let name = lineage.last?.parent, let position = index[name] {
      lineage.append(entities[position])
    }
    return lineage
  }
}
