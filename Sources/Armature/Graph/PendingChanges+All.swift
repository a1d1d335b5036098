import ArmatureModel

/// Committing and discarding all changes.
extension PendingChanges {
  /// Commits the present values of all objects, and removes the deleted ones, which keep their values until they are
  /// dropped.
  ///
  /// - Returns: The inserted objects and the updated objects, both only if they have hooks, and the deleted objects.
  func commit() -> (
    inserted: [ManagedObject], updated: [ManagedObject], deleted: [ManagedObject]
  ) {
    // The changes can no longer be reverted.
    if let mark = graph.journal.marks.first { graph.keepChanges(since: mark) }
    // The indexes update listed objects when they are next used: objects that were read may never be searched.
    graph.indexes.forgetUnwatched()
    graph.retired.forgetMissing()
    let deleted = graph.slots.pointee.anyObjects(graph.changes.deleted)
    if graph.retired.hasLateLinks { LateLinks(graph).clear(to: deleted) }
    let forgotten = graph.journal.recordsUndo ? UndoHistory(graph).save(deleted) : deleted
    let (inserted, updated) = (
      settle(graph.changes.inserted), settle(graph.slots.pointee.inOrder(graph.changes.updated))
    )
    for object in forgotten { graph.forget(object, keepingValues: true) }
    assert(graph.changes.count == 0, "Nothing must be pending after a save.")
    graph.changes.removeAll()
    graph.savedEnd = graph.slots.pointee.next
    return (inserted, updated, deleted)
  }

  /// Commits the present values of some objects.
  ///
  /// - Returns: The objects with hooks.
  private func settle(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    var live: [ManagedObject] = []
    for handle in handles {
      let slot = graph.slots.pointee[handle]
      guard slot.isThere, let object = slot.object else { continue }
      let hasHooks = object._withUnsafeGuaranteedRef { object in
        guard object.row.state.life.isPending else { return false }
        object.row.settle(object.shape)
        // The list of unindexed objects was cleared above.
        if !object.shape.pointee.hasIndexes { object.row.state.remove(.touched) }
        graph.pass(object, .save)
        return object.shape.pointee.hasHooks
      }
      if hasHooks { live.append(object.takeUnretainedValue()) }
    }
    return live
  }

  /// Discards all changes: inserted objects are removed, and changed and deleted ones get their saved values back.
  func rollBack() {
    UndoHistory(graph).endRecording()
    graph.retired.forgetMissing()
    let (inserted, updated, deleted) = graph.changes.takeLists()
    var events = SnapshotEventList(graph)
    for handle in deleted + updated {
      guard let object = graph.slots.pointee.anyObject(handle) else { continue }
      graph.restore(object)
      if graph.retired.hasErased { JournalReversal(graph).dropLostLinks(object, keepsEdits: false) }
      events.note(object, .rollback)
    }
    graph.retired.keep(graph.slots.pointee.anyObjects(inserted))
    for object in graph.slots.pointee.anyObjects(inserted) {
      graph.listeners.noteGoing(object.row.handle)
      // An object restored by undo was saved once, and others may have been saved with links to it.
      if graph.journal.recordsUndo { dropHiddenLinks(to: object) }
      graph.forget(object)
    }
    assert(graph.changes.count == 0, "Nothing must be pending after a rollback.")
    graph.changes.removeAll()
    // Their `deinit` may change the graph again; such changes stay, like the changes of hooks.
    graph.releaseLeaving()
    events.tell()
  }
}
