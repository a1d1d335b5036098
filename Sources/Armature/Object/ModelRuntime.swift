import ArmatureModel

/// What the runtime derives from a model, shared by all its contexts.
///
/// `@unchecked Sendable`: `runtimes` is only touched under the lock; the rest is immutable.
package final class ModelRuntime: @unchecked Sendable {
  private let entities: [EntityDescription]
  private let index: [String: Int]
  private let lock = Lock()
  private var runtimes: [EntityRuntime?]
  private let oneWayTargets: Set<String>
  /// Whether any entity has derived attributes.
  let hasDerivedAttributes: Bool
  /// Whether a derived attribute of any entity reads other objects.
  let derivesFromOthers: Bool
  /// The entities with uniqueness constraints, each with those that it declares itself.
  let uniqueEntities: [EntityDescription]

  private init(_ model: ManagedObjectModel) {
    entities = model.entities
    uniqueEntities = model.declarations.filter { !$0.uniquenessConstraints.isEmpty }
    hasDerivedAttributes = entities.contains { entity in
      entity.attributes.contains { $0.derivation != nil }
    }
    derivesFromOthers = entities.contains { $0.derivesFromOthers }
    index = model.storage.index
    runtimes = Array(repeating: nil, count: entities.count)
    oneWayTargets = Set(
      entities.flatMap(\.relationships).filter { $0.inverse == nil }.map(\.destination))
  }

  /// The one runtime of a model.
  static func of(_ model: ManagedObjectModel) -> ModelRuntime {
    model.storage.runtime.value { ModelRuntime(model) }
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

  /// The number of entities.
  var count: Int { entities.count }

  func index(of name: String) -> Int? { index[name] }

  /// What is derived from one entity, made when first needed.
  func runtime(at position: Int) -> EntityRuntime {
    lock.lock()
    defer { lock.unlock() }
    if let runtime = runtimes[position] { return runtime }
    let entity = entities[position]
    let runtime = EntityRuntime(
      entity, index: position, ancestry: ancestry(of: entity),
      dangling: Set(entity.relationships.filter(mayDangle).map(\.name)))
    runtimes[position] = runtime
    return runtime
  }

  private func ancestry(of entity: EntityDescription) -> Set<String> {
    var names: Set<String> = [entity.name]
    var parent = entity.parent
    while let name = parent, let position = index[name] {
      names.insert(name)
      parent = entities[position].parent
    }
    return names
  }
}
