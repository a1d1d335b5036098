import ArmatureModel

/// Letting go of all objects of a graph, whose `deinit` may do anything meanwhile.
struct GraphReset {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Lets go of all objects; they yield no values any more, unless they keep them.
  ///
  /// Objects that nobody else holds are freed. Their `deinit` may look at others and insert new ones,
  /// which stay.
  func removeAll(keepingValues: Bool = false) {
    let end = graph.slots.pointee.next
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
    // A reset within this one, by a `deinit`, must leave the numbers of slots that this one goes by, and so
    // must this one where a `deinit` has read objects again.
    if graph.userCode.openResets == 0, graph.slots.pointee.next == end,
      graph.keys.extents.allSatisfy(\.handles.isEmpty)
    {
      graph.slots.pointee.removeAll()
      graph.slots.pointee.danglingCount = 0
      graph.slots.pointee.hasMissing = false
      graph.indexes.noteSlotsGivenBack()
      graph.store?.certificate.noteEmptied()
    }
    graph.journal.renewStep()
  }

  /// Forgets what a `deinit` has done to objects that were still there: their slots are given out again,
  /// and nothing may lead there.
  private func forgetNotes(before end: Handle) {
    graph.changes.removeAll(before: end, graph.slots)
    graph.indexes.removeListed(before: end)
    // No step leads to before the reset.
    UndoHistory(graph).endRecording()
    graph.listeners.forget(before: end)
    graph.retired.forgetLabels(before: end)
    graph.source.forgetErrors(before: end)
  }

  /// Lets go of all objects at the end of the context; those that are kept elsewhere keep values.
  func end() {
    graph.context = nil
    graph.slots.pointee.owner = nil
    release(keepingValues: true)
    if let standIns = graph.userCode.standIns { GraphReset(standIns).end() }
  }

  /// Releases the objects; those that somebody else holds belong to no graph any more.
  private func release(keepingValues: Bool) {
    for position in 1..<max(1, graph.slots.pointee.count) {
      let slot = graph.slots.pointee.slots + position
      let (object, key) = (slot.pointee.object, slot.pointee.key)
      // First the slot: the `deinit` of a custom class may follow links, and read what has gone again.
      slot.pointee.word = SlotTable.Slot.empty | SlotTable.Slot.gone
      slot.pointee.key = SlotTable.Slot.noKey
      guard let object else { continue }
      var reference: ManagedObject = object.takeRetainedValue()
      if !isKnownUniquelyReferenced(&reference) {
        reference.depart(storeID: graph.storeID, key: key, keepingValues: keepingValues)
      }
    }
  }
}
