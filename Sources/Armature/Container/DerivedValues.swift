import ArmatureModel

/// Computes the derived values of saved objects again, in a separate context.
///
/// If a value differs from the store, it becomes a change of that context. The changed object stays in memory, because
/// other derived values may depend on it. All other objects may be evicted.
struct DerivedValues {
  private let context: ManagedObjectContext
  private let derivations: RepeatableDerivations
  private let inversePaths: InversePaths
  private var graph: ObjectGraph { context.graph }

  /// Fails for a model without derived attributes that the store's data determine.
  init?(_ context: ManagedObjectContext) {
    guard let derivations = RepeatableDerivations(context.runtime),
      let inversePaths = context.runtime.derivations?.inversePaths
    else { return nil }
    (self.context, self.derivations, self.inversePaths) = (context, derivations, inversePaths)
  }

  /// Returns whether an entity has such attributes.
  func concern(_ position: Int) -> Bool { !derivations[position].isEmpty }

  /// True if a derivation follows a relationship without an inverse. Its readers are then found by going over all
  /// objects again.
  var mayBeMissed: Bool { graph.model.entities.indices.contains(where: inversePaths.needsSearch) }

  /// Corrects the derived values of some objects of one entity, and of the objects that read them.
  ///
  /// - Returns: True if a value differed.
  /// - Throws: The store's error, or ``ManagedObjectError`` if the values never settle.
  func correct(_ keys: some Sequence<Int64>, of position: Int) throws -> Bool {
    guard let store = graph.store else { return false }
    let entity = graph.model.entities[position]
    let prefetch = Prefetch(graph, try graph.source.reader(of: store))
    try prefetch.find(
      keys.map { ManagedObjectID(entityName: entity.name, key: $0, storeID: graph.storeID) })
    let handles = keys.compactMap { graph.keys.handle(forKey: $0) }
    try prefetch.fill(handles)
    let paths = derivations[position].flatMap { property in
      (property.description.asAttribute?.derivation?.paths ?? []).map {
        $0.joined(separator: ".")
      }
    }
    try prefetch.load(paths, of: handles)
    let differs = try settle(graph.objects(handles).filter { $0.isFilled() })
    try graph.throwStoreError()
    UnusedObjects(graph).forget(handles[...])
    return differs
  }

  /// Computes the values of some objects and of their readers, until no value changes any more.
  private func settle(_ objects: [ManagedObject]) throws -> Bool {
    let run = DerivationRun(graph)
    var concerned = objects
    var unsettled: (object: ManagedObject, property: StoredProperty)?
    for _ in 0..<ManagedObjectContext.hookRounds {
      var changed: [ManagedObject] = []
      for object in concerned {
        guard
          let property = object.deriveValues(
            of: derivations[object.shape.index], run, unless: Self.isSame)
        else { continue }
        changed.append(object)
        unsettled = (object, property)
      }
      if changed.isEmpty { return unsettled != nil }
      var seen: Set<Handle> = []
      concerned = changed.flatMap { [$0] + inversePaths.readers(of: $0, where: $0.mayHaveChanged) }
        .filter { $0.isThere && seen.insert($0.row.handle).inserted }
    }
    guard let (object, property) = unsettled else { return false }
    throw ManagedObjectError.unstableDerivation(
      entity: object.runtime.entity.name, property: property.name,
      rounds: ManagedObjectContext.hookRounds)
  }

  /// Returns the values that differ from the store, in the order of entities, keys and properties.
  func differences() -> ValidationReport {
    let objects = context.updatedObjects.sorted {
      ($0.shape.index, $0.objectID.key) < ($1.shape.index, $1.objectID.key)
    }
    return ValidationReport(
      objects.flatMap { object in
        derivations[object.shape.index].compactMap { property in
          let (stored, right) = (object.committedValue(property), object.row.value(property.place))
          if Self.isSame(stored, right) { return nil }
          return ValidationFailure(
            entity: object.objectID.entityName, objectID: object.objectID, label: object.label,
            keyPath: [property.name], .wrongDerivedValue(right: right), value: stored,
            ruleSite: property.description.site)
        }
      })
  }

  /// Returns whether a stored value equals the computed one. Some stores keep dates to the microsecond.
  private static func isSame(_ stored: AttributeValue, _ computed: AttributeValue) -> Bool {
    switch (stored, computed) {
    case (.date(let stored), .date(let computed)):
      stored == computed || abs(stored.timeIntervalSince(computed)) < 2e-6
    case (.zonedDate(let stored), .zonedDate(let computed)):
      stored.timeZoneIdentifier == computed.timeZoneIdentifier
        && isSame(.date(stored.date), .date(computed.date))
    default: stored == computed
    }
  }
}
