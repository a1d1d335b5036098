import ArmatureModel

/// Derived attributes, which a save computes.
extension ManagedObjectContext {
  /// Whether anything that has changed is derived from, or derives.
  var concernsDerivations: Bool {
    guard runtime.hasDerivations else { return false }
    func isConcerned(_ handle: Handle) -> Bool {
      graph.slots.pointee[handle].object?._withUnsafeGuaranteedRef {
        $0.shape.pointee.concernsDerivations
      } ?? false
    }
    return graph.changes.updated.contains(where: isConcerned)
      || graph.changes.inserted.contains(where: isConcerned)
      || graph.changes.deleted.contains(where: isConcerned)
  }

  /// Computes the derived attributes of what has changed, and of what reads that.
  ///
  /// What is derived from derived values takes several rounds.
  ///
  /// - Throws: ``ManagedObjectError`` if the values never come to rest.
  /// - Complexity: O(*n*) in the objects that have changed and those that derive from them.
  func derive(readsAgain: Bool = false) throws {
    guard concernsDerivations else { return }
    try derive(from: insertedObjects + updatedObjects + deletedObjects, readsAgain: readsAgain)
  }

  func withDerivedValues<Result>(_ body: () -> Result) -> Result {
    guard saveState != .validating, concernsDerivations else { return body() }
    let mark = graph.mark(beginsStep: false)
    defer { graph.goBack(to: mark) }
    // Values that never come to rest are for the save to tell.
    try? derive()
    return body()
  }

  /// Computes the derived attributes of some objects, and of what reads them.
  ///
  /// - Parameter readsAgain: Whether what they are derived from is read again where it may be older.
  func derive(from objects: [ManagedObject], readsAgain: Bool = false) throws {
    guard let derivations = runtime.derivations else { return }
    // One date for all rounds, or what is derived from `now()` would never come to rest.
    let date = EvaluationDate(graph)
    var changed = objects
    var unsettled: (object: ManagedObject, property: StoredProperty)?
    for _ in 0..<Self.hookRounds {
      if readsAgain { try readReaders(of: changed, derivations) }
      try inDecisionState {
        var seen: Set<Handle> = []
        let concerned = changed.flatMap { [$0] + derivations.inversePaths.readers(of: $0) }
          .filter { $0.isThere && seen.insert($0.row.handle).inserted }
        if readsAgain { try readSources(of: concerned) }
        changed = []
        for object in concerned where object.isThere {
          guard let property = object.deriveValues(date) else { continue }
          changed.append(object)
          unsettled = (object, property)
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
  /// Computes the derived attributes; the last one that has another value now, if there is any.
  fileprivate final func deriveValues(_ date: EvaluationDate) -> StoredProperty? {
    deriveValues(of: runtime.derivedProperties, date) { $0.isKeptLike($1) }
  }

  /// Computes some derived attributes; the last one that has another value now, if there is any.
  ///
  /// - Parameter isSame: Whether the value that the object has is the one that was computed, and stays.
  final func deriveValues(
    of properties: [StoredProperty], _ date: EvaluationDate,
    unless isSame: (AttributeValue, AttributeValue) -> Bool
  ) -> StoredProperty? {
    guard isFilled() else { return nil }
    var last: StoredProperty?
    for property in properties {
      guard let attribute = property.description.asAttribute, let derivation = attribute.derivation
      else { continue }
      let value =
        PredicateEvaluator(object: self, date: date).value(of: derivation)
        .converted(to: attribute.type) ?? .null
      // Only a real change is a change, or willSave and save would never come to rest.
      if isSame(row.value(property.place), value) { continue }
      willWrite(property.place)
      _ = row.setValue(value, property.place)
      last = property
    }
    return last
  }
}
