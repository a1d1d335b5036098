import ArmatureModel

/// Committing and discarding all changes.
extension PendingChanges {
  /// Commits the current values of all objects, and removes the deleted objects. The deleted objects keep their values
  /// until these are dropped. Marks are discarded.
  ///
  /// Removed objects are freed at the end. Earlier changes by their `deinit` would count as saved, although the store
  /// does not have them.
  ///
  /// - Returns: The inserted and the updated objects, if they have hooks, and the deleted objects.
  func commit() -> (
    inserted: [ManagedObject], updated: [ManagedObject], deleted: [ManagedObject]
  ) {
    graph.retired.holdCount += 1
    defer {
      graph.retired.holdCount -= 1
      graph.releaseLeaving()
    }
    // The changes can no longer be reverted.
    if let mark = graph.journal.marks.first { graph.keepChanges(since: mark) }
    // The indexes update listed objects when they are next used: objects that were read may never be searched.
    graph.indexes.forgetUnwatched()
    graph.retired.forgetMissing()
    let deleted = graph.slots.anyObjects(graph.changes.deleted)
    if graph.retired.hasLateLinks { LateLinks(graph).clear(to: deleted) }
    let forgotten = graph.journal.recordsUndo ? UndoHistory(graph).save(deleted) : deleted
    let (inserted, updated) = (
      settle(graph.changes.inserted), settle(graph.slots.inOrder(graph.changes.updated))
    )
    for object in forgotten { graph.forget(object, keepingValues: true) }
    assert(graph.changes.count == 0, "Nothing must be pending after a save.")
    graph.changes.removeAll()
    graph.savedEnd = graph.slots.next
    return (inserted, updated, deleted)
  }

  /// Commits the current values of some objects.
  ///
  /// - Returns: The objects with hooks.
  private func settle(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    var live: [ManagedObject] = []
    // Other contexts may have saved members unknown to this context, which the store has put into the order.
    let mayLackMembers = graph.store.map { $0.certificate.token == nil } ?? false
    for handle in handles {
      let slot = graph.slots[handle]
      guard slot.isThere, let object = slot.object else { continue }
      let hasHooks = object._withUnsafeGuaranteedRef { object in
        guard object.row.state.life.isPending else { return false }
        let placed = mayLackMembers && object.hasRow ? object.placedLists : []
        if graph.slots.danglingCount > 0 { object.dropUnsavedEnds() }
        object.row.settle(object.shape)
        // The list of unindexed objects was cleared above.
        if !object.shape.hasIndexes { object.row.state.remove(.touched) }
        graph.pass(object, .save)
        for place in placed { ListLoader(graph).unload(object, place) }
        return object.shape.hasHooks
      }
      if hasHooks { live.append(object.takeUnretainedValue()) }
    }
    return live
  }

  /// Discards all changes. Inserted objects are removed, and changed and deleted objects get their saved values back.
  func rollBack() {
    UndoHistory(graph).endRecording()
    graph.retired.forgetMissing()
    let (inserted, updated, deleted) = graph.changes.takeLists()
    var events = SnapshotEventList(graph)
    for handle in deleted + updated {
      guard let object = graph.slots.anyObject(handle) else { continue }
      graph.restore(object)
      if graph.retired.hasErased { JournalReversal(graph).dropLostLinks(object, keepsEdits: false) }
      events.note(object, .rollback)
    }
    graph.retired.keep(graph.slots.anyObjects(inserted))
    for object in graph.slots.anyObjects(inserted) {
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

extension ManagedObject {
  /// The ordered relationships whose order was saved.
  fileprivate final var placedLists: [RowPlace] {
    shape.links.filter { link in
      link.isToMany && row.isChanged(link.place) && isOrdered(link.place)
        && delta(link.place).isPlaced
    }.map(\.place)
  }

  /// Removes the links in a save that led to deleted objects, because the store has not received these links. If such
  /// an object is restored, they must not lead to it again.
  fileprivate final func dropUnsavedEnds() {
    func noteChange(_ place: RowPlace) {
      graph?.listeners.noteRefreshing(row.handle)
      graph?.listeners.noteChange(self, place, isWritten: false)
    }
    for link in shape.links where !link.hasInverse && row.isChanged(link.place) {
      if link.isToMany {
        for member in row.list(link.place).editedMembers.added
        where !row.slots[member].isThere {
          noteChange(link.place)
          row.list(link.place).removeUnnoticed(member, returns: false)
          row.setPresent(link.place, !row.list(link.place).isEmpty)
        }
      } else if !row.link(link.place).handle.isNone, !hasEnd(link.place),
        !row.isAsCommitted(link.place)
      {
        noteChange(link.place)
        row.setLink(.none, link.place)
      }
    }
  }
}
