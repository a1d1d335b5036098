import ArmatureModel

/// Computing derived attributes during a save.
extension ManagedObjectContext {
  /// True if the pending changes can change a derived value.
  var concernsDerivations: Bool {
    guard let derivations = runtime.derivations else { return false }
    func isConcerned(_ handle: Handle) -> Bool {
      graph.slots[handle].object?._withUnsafeGuaranteedRef {
        $0.shape.concernsDerivations && derivations.concerns($0)
      } ?? false
    }
    return graph.changes.updated.contains(where: isConcerned)
      || graph.changes.inserted.contains(where: isConcerned)
      || graph.changes.deleted.contains(where: isConcerned)
  }

  /// Computes the derived attributes of changed objects, and of objects that read them.
  ///
  /// If a value is derived from other derived values, this takes several rounds.
  ///
  /// - Throws: ``ManagedObjectError`` if the values never settle.
  /// - Complexity: O(*n*) in the changed objects and the objects that derive values from them.
  func derive(readsAgain: Bool = false) throws {
    guard concernsDerivations else { return }
    try derive(from: insertedObjects + updatedObjects + deletedObjects, readsAgain: readsAgain)
  }

  func withDerivedValues<Result>(_ body: () -> Result) -> Result {
    guard saveState != .validating, concernsDerivations else { return body() }
    let mark = graph.mark(beginsStep: false)
    defer { graph.goBack(to: mark) }
    // The save reports values that never settle.
    try? derive()
    return body()
  }

  /// Computes the derived attributes of some objects, and of the objects that read them.
  ///
  /// - Parameter readsAgain: True to read the sources again if they may be outdated.
  func derive(from objects: [ManagedObject], readsAgain: Bool = false) throws {
    guard let derivations = runtime.derivations else { return }
    // All rounds use one date; otherwise values derived from `now()` would never settle.
    let run = DerivationRun(graph)
    var changed = objects
    var unsettled: (object: ManagedObject, property: StoredProperty)?
    for round in 0..<Self.hookRounds {
      let isFirst = round == 0
      if readsAgain { try readReaders(of: changed, derivations) }
      try inDecisionState {
        var seen: Set<Handle> = []
        let readers = changed.flatMap { object in
          derivations.inversePaths.readers(of: object, where: object.mayHaveChanged)
        }.filter { $0.isThere && seen.insert($0.row.handle).inserted }
        let others = changed.filter {
          $0.isThere && !seen.contains($0.row.handle)
            && derivations.derivesAgain($0, isFirst: isFirst)
        }
        if readsAgain { try readSources(of: readers + others) }
        changed = []
        func derive(_ object: ManagedObject, _ properties: some Sequence<StoredProperty>) {
          guard object.isThere,
            let property = object.deriveValues(of: properties, run, unless: { $0.isKeptLike($1) })
          else { return }
          changed.append(object)
          unsettled = (object, property)
        }
        for object in readers { derive(object, object.runtime.derivedProperties) }
        for object in others {
          // An attribute may read the one before it.
          let properties = object.runtime.derivedProperties.lazy
          derive(
            object,
            properties.filter { derivations.derivesAgain($0.name, of: object, isFirst: isFirst) })
        }
      }
      if changed.isEmpty { return }
    }
    guard let (object, property) = unsettled else { return }
    throw ManagedObjectError.unstableDerivation(
      entity: object.runtime.entity.name, property: property.name, rounds: Self.hookRounds)
  }
}

extension ManagedObject {
  /// Computes some derived attributes and returns the last changed one.
  ///
  /// - Parameter isSame: Returns whether the present value equals the computed one, and stays.
  final func deriveValues(
    of properties: some Sequence<StoredProperty>, _ run: DerivationRun,
    unless isSame: (AttributeValue, AttributeValue) -> Bool
  ) -> StoredProperty? {
    guard isFilled() else { return nil }
    var last: StoredProperty?
    for property in properties {
      guard let attribute = property.description.asAttribute, let derivation = attribute.derivation
      else { continue }
      let value = run.value(of: property, derivation, self).converted(to: attribute.type) ?? .null
      // Writing an equal value counts as no change; otherwise `willSave` and the save would never settle.
      if isSame(row.value(property.place), value) { continue }
      willWrite(property.place)
      _ = row.setValue(value, property.place)
      last = property
    }
    return last
  }
}
