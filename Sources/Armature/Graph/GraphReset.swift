import ArmatureModel

/// The removal of all objects from a graph. During the removal, the `deinit` of an object may run any code.
struct GraphReset {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Removes all objects, which then have no values, unless the values are kept.
  ///
  /// Objects without other references are freed. Their `deinit` may access other objects and insert new ones. The new
  /// objects are not removed.
  func removeAll(keepingValues: Bool = false) {
    let end = graph.slots.next
    graph.listeners.noteReset()
    graph.changes.removeAll()
    graph.decisions.removeAll()
    graph.journal.removeAll()
    graph.journal.forgetNoticed()
    graph.source.forgetErrors()
    graph.retired.reset()
    graph.indexes.removeAll(before: end)
    graph.keys.removeAll()
    graph.userCode.openResets += 1
    release(keepingValues: keepingValues)
    graph.userCode.openResets -= 1
    (graph.retired.hasErased, graph.savedEnd) = (false, .none)
    forgetNotes(before: end)
    graph.releaseLeaving()
    // A nested reset, by a `deinit`, must keep the slot numbers of the outer one. A reset must also keep them if a
    // `deinit` has read objects again.
    if graph.userCode.openResets == 0, graph.slots.next == end,
      graph.keys.extents.allSatisfy(\.handles.isEmpty)
    {
      graph.slots.removeAll()
      graph.slots.danglingCount = 0
      graph.slots.hasMissing = false
      graph.indexes.noteSlotsGivenBack()
      graph.store?.certificate.noteEmptied()
    }
    graph.journal.renewStep()
  }

  /// Discards changes that a `deinit` has made to objects that were still registered. The slots of these objects will
  /// be reused, so nothing may refer to them.
  private func forgetNotes(before end: Handle) {
    graph.changes.removeAll(before: end, graph.slots)
    graph.indexes.removeListed(before: end)
    // No step goes back to before the reset.
    UndoHistory(graph).endRecording()
    graph.listeners.forget(before: end)
    graph.retired.forgetLabels(before: end)
    graph.source.forgetErrors(before: end)
  }

  /// Removes all objects when the context ends. Objects with other references keep their values.
  func end() {
    graph.context = nil
    graph.slots.owner = nil
    release(keepingValues: true)
    if let standIns = graph.userCode.standIns { GraphReset(standIns).end() }
  }

  /// Releases the objects. Objects held elsewhere no longer belong to a graph.
  private func release(keepingValues: Bool) {
    for position in 1..<max(1, graph.slots.count) {
      let slot = graph.slots.slots + position
      let (object, key) = (slot.pointee.object, slot.pointee.key)
      // The slot first: the `deinit` of a custom class may follow links, and read removed objects again.
      slot.pointee.word = SlotTable.Slot.empty | SlotTable.Slot.invalidated
      slot.pointee.key = SlotTable.Slot.noKey
      guard let object else { continue }
      var reference: ManagedObject = object.takeRetainedValue()
      if !isKnownUniquelyReferenced(&reference) {
        reference.depart(storeID: graph.storeID, key: key, keepingValues: keepingValues)
      }
    }
  }
}
