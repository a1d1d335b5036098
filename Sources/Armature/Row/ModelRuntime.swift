import ArmatureModel

/// The runtime data of a model, which all contexts of the model share.
///
/// `@unchecked Sendable`: the references in `runtimes` are atomic, and everything else is immutable.
package final class ModelRuntime: @unchecked Sendable {
  let entities: [EntityDescription]
  let tree: EntityTree
  /// The entities by name.
  private let names: PropertyTable
  private let runtimes: UnsafeMutablePointer<LazyReference>
  /// Whether each entity is the destination of a relationship without an inverse. The array is indexed by position.
  private let areOneWayTargets: [Bool]
  /// The entities of each custom class.
  private let classes: [ObjectIdentifier: ClassUse]
  /// The dependencies of derived attributes; `nil` without such attributes.
  let derivations: DerivationGraph?
  var hasDerivations: Bool { derivations != nil }
  /// The paths that decide whether objects of each entity are valid, by position.
  let decidingPaths: [[[String]]]
  /// Whether the validity of some objects depends on other objects.
  let decidesByRules: Bool
  /// Whether objects of any entity have a custom class.
  let hasCustomClasses: Bool
  /// Whether objects of any entity are parts of others.
  let hasParts: Bool
  /// Whether saving may run user code: hooks, or rules with closures.
  let runsUserCode: Bool
  /// The uniqueness constraints, each with the entity that declares it.
  let constraints: [UniqueConstraint]
  /// The leading properties of the indexes over all objects of an entity. Each list of properties appears once.
  let indexedProperties: [(entity: String, properties: [String])]
  /// The full-text indexes, with the entities that declare them.
  let fullTexts: [(entity: String, index: IndexDescription)]

  /// The entities of a custom class.
  enum ClassUse {
    /// The one entity that the class represents.
    case one(Int)
    /// Several entities without a common ancestor among them.
    case several([String])
  }

  private init(_ model: ManagedObjectModel) {
    entities = model.entities
    let tree = EntityTree(model.entities)
    self.tree = tree
    names = PropertyTable(names: entities.map(\.name))
    runtimes = .allocate(capacity: entities.count)
    for position in entities.indices {
      (runtimes + position).initialize(to: LazyReference())
    }
    var areOneWayTargets = [Bool](repeating: false, count: entities.count)
    let oneWay = Set(
      entities.flatMap(\.relationships).filter { $0.inverse == nil }.map(\.destination))
    for name in oneWay {
      for position in tree.branch(of: name) { areOneWayTargets[position] = true }
    }
    self.areOneWayTargets = areOneWayTargets
    hasCustomClasses = entities.contains { $0.objectClass != nil }
    hasParts = entities.contains { $0.relationships.contains(where: \.isOwned) }
    runsUserCode =
      hasCustomClasses
      || entities.contains { entity in
        (entity.rules + entity.attributes.flatMap(\.rules)).contains { $0.check != nil }
      }
    classes = Self.classes(entities)
    let declarations = model.completedDeclarations
    constraints = declarations.flatMap { entity in
      entity.uniquenessConstraints.map { UniqueConstraint(entity: entity.name, $0, tree) }
    }
    indexedProperties = Self.indexedProperties(declarations)
    fullTexts = declarations.flatMap { entity in
      entity.indexes.filter(\.isFullText).map { (entity.name, $0) }
    }
    derivations = DerivationGraph(entities, tree)
    decidingPaths = entities.map(\.decidingPaths)
    decidesByRules = decidingPaths.contains { !$0.isEmpty }
  }

  deinit {
    runtimes.deinitialize(count: entities.count)
    runtimes.deallocate()
    names.deallocate()
  }

  private static func classes(_ entities: [EntityDescription]) -> [ObjectIdentifier: ClassUse] {
    var uses: [ObjectIdentifier: [Int]] = [:]
    for (position, entity) in entities.enumerated() {
      guard let maker = entity.objectClass?.maker else { continue }
      // A sub-entity without its own class has the class of its parent, and the parent is the one it represents.
      uses[ObjectIdentifier(maker), default: []].append(position)
    }
    return uses.mapValues { positions in
      let names = Set(positions.map { entities[$0].name })
      let heads = positions.filter { position in
        entities[position].parent.map { !names.contains($0) } ?? true
      }
      return heads.count == 1 ? .one(heads[0]) : .several(heads.map { entities[$0].name })
    }
  }

  /// Returns the properties of each index that a context keeps. Indexes that are prefixes of others are left out.
  private static func indexedProperties(
    _ entities: [EntityDescription]
  ) -> [(entity: String, properties: [String])] {
    entities.flatMap { entity in
      let lists = entity.indexes.filter { $0.predicate == nil }.map { index in
        index.elements.prefix { $0.kind == .binary }.map(\.property)
      }
      return lists.enumerated().filter { position, list in
        !list.isEmpty
          && !lists.enumerated().contains { other, longer in
            longer.starts(with: list) && (longer.count > list.count || other < position)
          }
      }.map { (entity.name, $0.element) }
    }
  }

  /// Returns the shared runtime of a model.
  static func of(_ model: ManagedObjectModel) -> ModelRuntime {
    reference(of: model).takeUnretainedValue()
  }

  /// Returns the shared runtime of a model, without reference counting. It lives as long as the model.
  static func reference(of model: ManagedObjectModel) -> Unmanaged<ModelRuntime> {
    // The storage never contains anything else.
    .fromOpaque(model.storage.runtime.address ?? model.storage.runtime.publish(ModelRuntime(model)))
  }

  /// Returns the delete rule that the inverse of a relationship has. Without an inverse, returns `noAction`.
  func inverseDeleteRule(of relationship: RelationshipDescription) -> DeleteRule {
    relationship.inverse.flatMap {
      tree.entity(named: relationship.destination)?.property(named: $0)?.asRelationship?.deleteRule
    } ?? .noAction
  }

  /// Returns whether objects of an entity have a class or a subclass of it.
  func hasClass(_ type: any PropertyContainer.Type) -> Bool {
    entities.contains { $0.objectClass?.maker.map { isClass($0, under: type) } ?? false }
  }

  /// Returns the entities with exactly a class.
  func use(of type: ManagedObject.Type) -> ClassUse? { classes[ObjectIdentifier(type)] }

  /// The number of entities.
  var count: Int { entities.count }

  /// Returns the position of an entity in the model.
  func index(of name: String) -> Int? { names.find(name).map { Int($0.place.index) } }

  /// Returns the runtime data of an entity, made on first use.
  func runtime(at position: Int) -> Unmanaged<EntityRuntime> {
    let reference = runtimes[position].address ?? runtimes[position].publish(make(position))
    return .fromOpaque(reference)
  }

  /// Returns the shape of an entity, which lives as long as the model.
  func shape(at position: Int) -> EntityShape {
    runtime(at: position)._withUnsafeGuaranteedRef(\.shape)
  }

  private func make(_ position: Int) -> EntityRuntime {
    let entity = entities[position]
    func names(_ rule: DeleteRule) -> Set<String> {
      Set(entity.relationships.filter { inverseDeleteRule(of: $0) == rule }.map(\.name))
    }
    return EntityRuntime(
      entity, index: position, tree: tree, dangling: names(.noAction), denying: names(.deny),
      needed: neededRelationships(ofEntityAt: position),
      mayLeaveLinks: areOneWayTargets[position]
        || entity.relationships.contains { $0.deleteRule == .noAction },
      concernsDerivations: derivations?.concerns(position) ?? false)
  }

  /// Returns the runtime data of a non-abstract entity; `nil` for any other name.
  @inline(__always) func runtime(named name: String) -> Unmanaged<EntityRuntime>? {
    guard let entry = names.find(name) else { return nil }
    let runtime = runtime(at: Int(entry.place.index))
    return runtime._withUnsafeGuaranteedRef { _fastPath(!$0.isAbstract) } ? runtime : nil
  }
}
