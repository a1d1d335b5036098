import ArmatureModel

/// Making changes last, and dropping them.
extension ObjectGraph {
  /// Makes the present values of all objects the saved ones, and lets go of the deleted ones, which
  /// keep their values until they are dropped.
  ///
  /// - Returns: The objects that were inserted, and updated, and have hooks, and those that were
  ///   deleted.
  func commit() -> (
    inserted: [ManagedObject], updated: [ManagedObject], deleted: [ManagedObject]
  ) {
    // There is no way back from here.
    if let mark = journal.marks.first { keepChanges(since: mark) }
    // The indexes look at what is listed for them when one is next asked: what was read may never be looked for.
    indexes.forgetUnwatched()
    retired.forgetMissing()
    let deleted = allObjects(changes.deleted)
    if retired.hasLateLinks { LateLinks(self).clear(to: deleted) }
    let forgotten = journal.recordsUndo ? UndoHistory(self).save(deleted) : deleted
    let (inserted, updated) = (
      settle(changes.inserted), settle(slots.pointee.inOrder(changes.updated))
    )
    for object in forgotten { forget(object, keepingValues: true) }
    assert(changes.count == 0, "Nothing must be pending after a save.")
    changes.removeAll()
    savedEnd = slots.pointee.next
    return (inserted, updated, deleted)
  }

  /// Makes the present values of some objects the saved ones.
  ///
  /// - Returns: Those that have hooks.
  private func settle(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    var live: [ManagedObject] = []
    for handle in handles {
      let slot = slots.pointee[handle]
      guard slot.isThere, let object = slot.object else { continue }
      let hasHooks = object._withUnsafeGuaranteedRef { object in
        guard object.row.state.life.isPending else { return false }
        object.row.settle(object.shape)
        // The list of those that no index has was emptied above.
        if !object.shape.pointee.hasIndexes { object.row.state.remove(.touched) }
        pass(object, .save)
        return object.shape.pointee.hasHooks
      }
      if hasHooks { live.append(object.takeUnretainedValue()) }
    }
    return live
  }

  /// Drops all changes: inserted objects go, changed and deleted ones get their saved values back.
  func rollBack() {
    endRecording()
    retired.forgetMissing()
    let (inserted, updated, deleted) = changes.takeLists()
    var events = SnapshotEventList(self)
    for handle in deleted + updated {
      guard let object = slots.pointee.anyObject(handle) else { continue }
      restore(object)
      if retired.hasErased { JournalReversal(self).dropLostLinks(object, keepsEdits: false) }
      events.note(object, .rollback)
    }
    retired.keep(allObjects(inserted))
    for object in allObjects(inserted) {
      listeners.noteGoing(object.row.handle)
      // What undo has brought back was saved once, and others may have been saved with links to it.
      if journal.recordsUndo { PendingChanges(self).dropHiddenLinks(to: object) }
      forget(object)
    }
    assert(changes.count == 0, "Nothing must be pending after a rollback.")
    changes.removeAll()
    // Their `deinit` may change the graph again, which is to stay, as what hooks change.
    releaseLeaving()
    events.tell()
  }

  /// Gives an object back what it was saved with.
  func restore(_ object: ManagedObject) {
    if object.row.state.contains(.fault) { return }
    if object.row.state.contains(.deleted) {
      restoreDeleted(object)
    }
    restoreSaved(object)
  }

  /// Puts the saved values of an object in place of its present ones, for the indexes, too.
  func restoreSaved(_ object: ManagedObject) {
    listeners.noteRestoring(object)
    indexes.remove(object)
    object.row.restoreCommitted(object.shape)
    object.row.settle(object.shape)
    pass(object, .revert)
    if object.shape.pointee.hasIndexes { indexes.touch(object) }
  }
}
