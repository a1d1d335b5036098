import ArmatureModel

/// Saving: hooks, validation, and the step that makes changes last.
extension ManagedObjectContext {
  /// Whether a save is under way.
  enum SaveState { case idle, saving }

  /// Saves all changes.
  ///
  /// In this order: `willSave()` of every changed object until none changes any more; derived
  /// attributes; validation of everything; the changes become the saved state; `didSave()`. Core
  /// Data: `save()`.
  ///
  /// - Throws: ``ValidationReport`` with every failure, or ``ManagedObjectError`` if hooks never come
  ///   to rest. Nothing is saved then: all changes stay pending and can be repaired.
  public func save() throws {
    guard saveState == .idle else { throw ManagedObjectError.nestedSave }
    guard hasChanges else { return }
    saveState = .saving
    var saved: [ManagedObject] = []
    do {
      defer { saveState = .idle }
      try callWillSave()
      for object in pendingObjects { object.deriveValues() }
      try validatePending()
      saved = commit()
    }
    for object in saved { object.didSave() }
  }

  /// The objects that have something to save, in order; those that are deleted come last.
  private var pendingObjects: [ManagedObject] {
    insertedObjects + updatedObjects + Array(changes.deleted)
  }

  private static let willSaveRounds = 100

  private func callWillSave() throws(ManagedObjectError) {
    var pending = pendingObjects
    for _ in 0..<Self.willSaveRounds {
      // A write takes the mark away; what has none afterwards has changed.
      for object in pending { object.row.state.insert(.watched) }
      for object in pending { object.willSave() }
      pending = pendingObjects.filter { !$0.row.state.contains(.watched) }
      if pending.isEmpty { return }
    }
    throw .unstableSave(rounds: Self.willSaveRounds)
  }

  private func validatePending() throws(ValidationReport) {
    let pending = pendingObjects
    for object in pending { object.row.state.insert(.watched) }
    var report = ObjectGraphValidator(self).report(on: pending, for: .save)
    // A rule that changes what it judges would let a state be saved that nobody has judged.
    let now = pendingObjects
    for object in now where !object.row.state.contains(.watched) {
      report.append(
        ValidationFailure(
          entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
          .changedDuringValidation))
    }
    for object in now { object.row.state.remove(.watched) }
    guard report.isValid else { throw report }
  }

  /// Makes the present values the saved ones.
  private func commit() -> [ManagedObject] {
    let live = insertedObjects + updatedObjects
    for object in live { object.settle() }
    let deleted = Array(changes.deleted)
    changes.removeAll(next: identityMap.nextNumber)
    for object in deleted { forget(object) }
    return live + deleted
  }

  /// Drops all changes: inserted objects leave, changed and deleted ones get their saved values back.
  public func rollback() {
    let (inserted, updated, deleted) = (insertedObjects, changes.updated, changes.deleted)
    changes.removeAll(next: identityMap.nextNumber)
    for object in updated + deleted where !object.row.state.contains(.gone) { object.restore() }
    for object in inserted { forget(object) }
  }

  /// Forgets every object, saved or not.
  public func reset() {
    for object in identityMap.objects { object.leave() }
    changes.removeAll(next: identityMap.nextNumber)
    identityMap.removeAll()
    graveyard.removeAll()
  }
}

extension ManagedObject {
  /// Makes the present values the saved ones.
  final func settle() {
    if let committed = row.committed {
      committed.deallocate(runtime.layout)
      row.committed = nil
    }
    for index in 0..<runtime.layout.maskCount { row.setChanged(index, 0) }
    row.state = [.registered, .unchanged]
  }

  /// Gives the object its saved values back.
  final func restore() {
    if let committed = row.committed {
      row.takeValues(of: committed, runtime.layout)
      row.committed = nil
    }
    for index in 0..<runtime.layout.maskCount { row.setChanged(index, 0) }
    row.state = [.registered, .unchanged]
  }

  /// Computes the derived attributes.
  final func deriveValues() {
    for slot in runtime.layout.slots {
      guard let attribute = slot.property.asAttribute, let derivation = attribute.derivation else {
        continue
      }
      let value =
        PredicateEvaluator(object: self).value(of: derivation)
        .converted(to: attribute.type) ?? .null
      // Only a real change is a change, or willSave and save would never come to rest.
      if row.value(slot) != value {
        willWrite(slot)
        _ = row.setValue(value, slot)
      }
    }
  }
}
