import ArmatureModel

/// Computes derived values of saved objects again, in a context of its own.
///
/// What differs from the store is a change of the context. It stays registered as long as the context lives, so that
/// what is derived from it is computed of the right value; all other objects may be forgotten.
struct DerivedValues {
  private let context: ManagedObjectContext
  private let derivations: RepeatableDerivations
  private let inversePaths: InversePaths
  private var graph: ObjectGraph { context.graph }

  /// Fails for a model without derived attributes whose values follow from the store.
  init?(_ context: ManagedObjectContext) {
    guard let derivations = RepeatableDerivations(context.runtime),
      let inversePaths = context.runtime.derivations?.inversePaths
    else { return nil }
    (self.context, self.derivations, self.inversePaths) = (context, derivations, inversePaths)
  }

  /// Whether objects of an entity have such attributes.
  func concern(_ position: Int) -> Bool { !derivations[position].isEmpty }

  /// Whether some object is derived from others that nothing leads back from: those that read what differs are found
  /// by looking at all once more.
  var mayBeMissed: Bool { graph.model.entities.indices.contains(where: inversePaths.needsSearch) }

  /// Gives some objects of one entity, and those that read them, the values that they must have.
  ///
  /// - Returns: Whether some value differed.
  /// - Throws: What the store throws, or ``ManagedObjectError`` if the values never come to rest.
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

  /// Computes the values of some objects, and of what reads those that change, until none changes any more.
  private func settle(_ objects: [ManagedObject]) throws -> Bool {
    let date = EvaluationDate(graph)
    var concerned = objects
    var unsettled: (object: ManagedObject, property: StoredProperty)?
    for _ in 0..<ManagedObjectContext.hookRounds {
      var changed: [ManagedObject] = []
      for object in concerned {
        guard
          let property = object.deriveValues(
            of: derivations[object.shape.pointee.index], date, unless: Self.isSame)
        else { continue }
        changed.append(object)
        unsettled = (object, property)
      }
      if changed.isEmpty { return unsettled != nil }
      var seen: Set<Handle> = []
      concerned = changed.flatMap { [$0] + inversePaths.readers(of: $0) }
        .filter { $0.isThere && seen.insert($0.row.handle).inserted }
    }
    guard let (object, property) = unsettled else { return false }
    throw ManagedObjectError.unstableDerivation(
      entity: object.runtime.entity.name, property: property.name,
      rounds: ManagedObjectContext.hookRounds)
  }

  /// The values that differ from those of the store, in the order of entities, keys and properties.
  func differences() -> ValidationReport {
    let objects = context.updatedObjects.sorted {
      ($0.shape.pointee.index, $0.objectID.key) < ($1.shape.pointee.index, $1.objectID.key)
    }
    return ValidationReport(
      objects.flatMap { object in
        derivations[object.shape.pointee.index].compactMap { property in
          let (stored, right) = (object.committedValue(property), object.row.value(property.place))
          if Self.isSame(stored, right) { return nil }
          return ValidationFailure(
            entity: object.objectID.entityName, objectID: object.objectID, label: object.label,
            keyPath: [property.name], .wrongDerivedValue(right: right), value: stored,
            ruleSite: property.description.site)
        }
      })
  }

  /// Whether a value of a store is the one that was computed. Some stores keep dates to the microsecond.
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
