import ArmatureModel

/// Letting go of all objects, whose `deinit` may do anything meanwhile.
extension ObjectGraph {
  /// Lets go of all objects; they yield no values any more, unless they keep them.
  ///
  /// Objects that nobody else holds are freed. Their `deinit` may look at others and insert new ones,
  /// which stay.
  func removeAll(keepingValues: Bool = false) {
    let end = slots.pointee.next
    listeners.noteReset()
    changes.removeAll()
    journal.removeAll()
    journal.forgetNoticed()
    source.forgetErrors()
    retired.reset()
    indexes.removeAll(before: end)
    keys.removeAll()
    userCode.openResets += 1
    release(keepingValues: keepingValues)
    userCode.openResets -= 1
    (retired.hasErased, savedEnd) = (false, .none)
    forgetNotes(before: end)
    releaseLeaving()
    // A reset within this one, by a `deinit`, must leave the numbers of slots that this one goes by, and so
    // must this one where a `deinit` has read objects again.
    if userCode.openResets == 0, slots.pointee.next == end,
      keys.extents.allSatisfy(\.handles.isEmpty)
    {
      slots.pointee.removeAll()
      slots.pointee.danglingCount = 0
      slots.pointee.hasMissing = false
      indexes.noteSlotsGivenBack()
    }
    journal.renewStep()
  }

  /// Forgets what a `deinit` has done to objects that were still there: their slots are given out again,
  /// and nothing may lead there.
  private func forgetNotes(before end: Handle) {
    changes.removeAll(before: end, slots)
    indexes.removeListed(before: end)
    // No step leads to before the reset.
    endRecording()
    listeners.forget(before: end)
    retired.forgetLabels(before: end)
    source.forgetErrors(before: end)
  }

  /// Lets go of all objects at the end of the context; those that are kept elsewhere keep values.
  func end() {
    context = nil
    slots.pointee.graph = nil
    release(keepingValues: true)
    userCode.standIns?.end()
  }

  /// Releases the objects; those that somebody else holds belong to no graph any more.
  func release(keepingValues: Bool) {
    for position in 1..<max(1, slots.pointee.count) {
      let slot = slots.pointee.slots + position
      let (object, key) = (slot.pointee.object, slot.pointee.key)
      // First the slot: the `deinit` of a custom class may follow links, and read what has gone again.
      slot.pointee.word = SlotTable.Slot.empty | SlotTable.Slot.gone
      slot.pointee.key = SlotTable.Slot.noKey
      guard let object else { continue }
      var reference: ManagedObject = object.takeRetainedValue()
      if !isKnownUniquelyReferenced(&reference) {
        reference.depart(storeID: storeID, key: key, keepingValues: keepingValues)
      }
    }
  }
}
