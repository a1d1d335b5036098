import ArmatureModel

/// Saving: hooks, validation, and the step that makes changes last.
extension ManagedObjectContext {
  /// Whether a save or a load is under way.
  enum SaveState { case idle, saving, validating, loading }

  /// Saves all changes.
  ///
  /// In this order: `willSave()` of every changed object until none changes any more; derived
  /// attributes; validation of everything; the changes become the saved state; `didSave()`. Core
  /// Data: `save()`.
  ///
  /// A `didSave()` may change objects and save them in turn.
  ///
  /// - Throws: ``ValidationReport`` with every failure, or ``ManagedObjectError`` if hooks never come
  ///   to rest. Nothing is saved then: all changes stay pending and can be repaired. If it is
  ///   `didSave()` that never rests, only the last changes are pending.
  public func save() throws {
    guard saveState == .idle else { throw ManagedObjectError.nestedSave }
    if saveDepth >= Self.hookRounds { isSavingEndlessly = true }
    if isSavingEndlessly { throw ManagedObjectError.endlessSave(rounds: Self.hookRounds) }
    guard hasChanges else {
      // Only objects that were deleted before they were ever saved may be left there.
      changes.removeAll(next: identityMap.nextNumber)
      return
    }
    saveState = .saving
    var (saved, deleted): ([ManagedObject], [ManagedObject]) = ([], [])
    do {
      defer { saveState = .idle }
      try callWillSave()
      let derived = try derive()
      do { try validatePending() } catch {
        takeBack(derived)
        throw error
      }
      (saved, deleted) = commit()
    }
    defer { for object in deleted { object.fade() } }
    try callDidSave(saved + deleted)
  }

  /// Calls the hooks, which may save in turn.
  ///
  /// The innermost save of too many throws, and so do all around it: a hook that ignores the error
  /// would only begin again.
  private func callDidSave(_ objects: [ManagedObject]) throws(ManagedObjectError) {
    saveDepth += 1
    // A hook may have let others go.
    for object in objects where !object.hasFaded { object.didSave() }
    saveDepth -= 1
    guard isSavingEndlessly else { return }
    if saveDepth == 0 { isSavingEndlessly = false }
    throw .endlessSave(rounds: Self.hookRounds)
  }

  /// The objects that have something to save, in order; those that are deleted come last.
  private var pendingObjects: [ManagedObject] {
    insertedObjects + updatedObjects + Array(changes.deleted)
  }

  /// How often hooks and derivations may change objects again during one save.
  static let hookRounds = 100

  private func callWillSave() throws(ManagedObjectError) {
    var pending = pendingObjects
    for _ in 0..<Self.hookRounds {
      // A write takes the mark away; what has none afterwards has changed.
      for object in pending { object.row.state.insert(.watched) }
      // A hook may have let others go.
      for object in pending where !object.hasFaded { object.willSave() }
      pending = pendingObjects.filter { !$0.row.state.contains(.watched) }
      if pending.isEmpty { return }
    }
    throw .unstableSave(rounds: Self.hookRounds)
  }

  private func validatePending() throws(ValidationReport) {
    let pending = pendingObjects
    for object in pending { object.row.state.insert(.watched) }
    let before = pending.map(\.row.state)
    saveState = .validating
    defer { saveState = .saving }
    var report = ObjectGraphValidator(self).report(on: pending, for: .save)
    // A rule that changes what it judges would let a state be saved that nobody has judged.
    var changed = zip(pending, before).filter { $0.row.state != $1 }.map(\.0)
    let known = Set(changed)
    let now = pendingObjects
    changed += now.filter { !$0.row.state.contains(.watched) && !known.contains($0) }
    let reported = Set(report.filter { $0.kind == .changedDuringValidation }.map(\.objectID))
    for object in changed where !reported.contains(object.objectID) {
      report.append(
        ValidationFailure(
          entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
          .changedDuringValidation))
    }
    for object in pending + now { object.row.state.remove(.watched) }
    guard report.isValid else { throw report }
  }

  /// Makes the present values the saved ones.
  private func commit() -> (live: [ManagedObject], deleted: [ManagedObject]) {
    let live = insertedObjects + updatedObjects
    for object in live { object.settle() }
    let deleted = Array(changes.deleted)
    changes.removeAll(next: identityMap.nextNumber)
    for object in deleted { forget(object, keepingValues: true) }
    return (live, deleted)
  }

  /// Drops all changes: inserted objects leave, changed and deleted ones get their saved values back.
  ///
  /// Rolling back in a hook during a load, which has changes of its own, is a programmer error and
  /// traps.
  public func rollback() {
    refuseWhileLoading("rolled back")
    let (inserted, updated, deleted) = (insertedObjects, changes.updated, changes.deleted)
    changes.removeAll(next: identityMap.nextNumber)
    for object in updated + deleted where !object.row.state.contains(.gone) { object.restore() }
    // No saved value leads to an object that was never saved: the graveyard has no use for these.
    for object in inserted {
      identityMap.remove(object)
      object.leave()
    }
  }

  /// Forgets every object, saved or not; they yield no values any more.
  ///
  /// Resetting in a hook during a load, whose objects these are, is a programmer error and traps.
  public func reset() {
    refuseWhileLoading("reset")
    forgetObjects(keepingValues: false)
  }

  func forgetObjects(keepingValues: Bool) {
    for object in identityMap.objects {
      object.leave(origin: origin, keepingValues: keepingValues)
    }
    changes.removeAll(next: identityMap.nextNumber)
    identityMap.removeAll()
    graveyard.removeAll()
  }
}

extension ManagedObjectContext {
  private func refuseWhileLoading(_ action: String) {
    if saveState == .loading {
      programmerError(
        "A context must not be \(action) while it is loading. Do it after load() has returned.")
    }
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
}
