import ArmatureModel

/// The records of each change, in the lists of changed objects, the journal and the unique indexes.
extension ObjectGraph {
  /// Turns the recording of changes for their processors on or off.
  func setTracksPendingChanges(_ tracksPendingChanges: Bool) {
    guard tracksPendingChanges != slots.tracksPendingChanges else { return }
    if tracksPendingChanges { indexes.watchAll() }
    listeners.setTracksPendingChanges(tracksPendingChanges)
  }

  /// Records the first write to an object since the object was saved, or since the journal or an index was updated.
  ///
  /// It is called before the value changes, and runs no user code.
  func willChange(_ object: ManagedObject, _ place: RowPlace) {
    let row = object.row
    var state = row.state
    let isRecorded = slots.records(row)
    let isLink = place.isLink
    // A change of links has already begun a step for both sides.
    if isRecorded && !isLink { UndoHistory(self).beginStep() }
    var isFirst = false
    if state.contains(.unchanged), isLink || !state.contains(.awaking) {
      // One entry is enough if no values were stored before without counting as a change.
      isFirst = isRecorded && !isLink && row.committed == nil
      noteFirstChange(object, isRecorded: isRecorded && !isFirst)
      state = row.state
    }
    // Link writes always come here, so the next write is noticed, too. The indexes need not update the object again.
    if isLink && !object.shape.link(at: place).isUnique {
      state.insert(.watched)
      row.state = state
    } else {
      if !state.contains(.touched) {
        state.insert(.touched)
        indexes.listUnwatched(object)
      }
      if slots.isObserved {
        state.insert(.watched)
      } else if !isRecorded {
        state.remove(.watched)
      }
      row.state = state
      if state.contains(.indexed) { indexes.remove(object) }
    }
    listeners.noteChange(object, place)
    if isRecorded {
      row.state.insert(.watched)
      record(object, place, isFirst: isFirst)
    }
  }

  /// Records that an object differs from its saved state, and keeps a copy of that state.
  func noteFirstChange(_ object: ManagedObject, isRecorded: Bool) {
    let row = object.row
    if row.committed == nil {
      row.committed = row.committedCopy(object.shape)
    } else if isRecorded {
      recordPrimitives(object)
    }
    pass(object, .firstChange)
    changes.addUpdated(row.handle)
    if isRecorded { append(.firstChange(row.handle)) }
  }

  /// Records how to revert a write of an attribute that does not count as a change.
  func willStore(_ object: ManagedObject, _ place: RowPlace) {
    let row = object.row
    if journal.isRecording, slots.records(row) {
      append(.stored(row.value(place), JournalEntry.Target(row.handle, place, wasChanged: false)))
    }
    if row.state.contains(.unchanged), row.committed == nil {
      row.committed = row.committedCopy(object.shape)
    }
    if object.shape.hasIndexes {
      indexes.remove(object)
      indexes.touch(object)
    }
  }

  /// Records the values that were stored in an object without a recorded change. Otherwise reverting the first recorded
  /// change would lose these values.
  private func recordPrimitives(_ object: ManagedObject) {
    let row = object.row
    for property in object.runtime.properties where !property.isLink {
      let value = row.value(property.place)
      if row.committed?.value(property.place) == value { continue }
      append(
        .primitive(value, JournalEntry.Target(row.handle, property.place, wasChanged: false)))
    }
  }

  private func record(_ object: ManagedObject, _ place: RowPlace, isFirst: Bool) {
    let row = object.row
    journal.notice(object)
    var target = JournalEntry.Target(row.handle, place, wasChanged: row.isChanged(place))
    switch place.kind {
    case .object: append(.link(row.link(place), target))
    // Recorded after the change.
    case .objects: break
    default:
      target.isFirst = isFirst
      if _slowPath(!journal.future.isEmpty) { UndoHistory(self).forgetUndone() }
      journal.appendValue(row.value(place), target)
    }
  }

  /// Records a change for undo or a mark.
  @inline(__always) func append(_ entry: JournalEntry) {
    if _slowPath(!journal.future.isEmpty) { UndoHistory(self).forgetUndone() }
    journal.append(entry)
  }

  /// Records the last edit of a list.
  func recordEdit(_ object: ManagedObject, _ place: RowPlace, wasChanged: Bool) {
    guard let edit = object.row.list(place).lastEdit else { return }
    append(.list(edit, JournalEntry.Target(object.row.handle, place, wasChanged: wasChanged)))
  }

  /// Deletes an object, regardless of links to it.
  func remove(_ object: ManagedObject) {
    if object.row.state.contains(.inserted) {
      forgetInserted(object)
    } else {
      // The committed values stay: a rollback restores the object with them.
      noteDeleted(object)
    }
  }

  /// Records that a saved object will be deleted.
  private func noteDeleted(_ object: ManagedObject) {
    let row = object.row
    listeners.noteGoing(row.handle)
    recordDeletion(object)
    indexes.remove(object)
    pass(object, .deletion)
    changes.addDeleted(row.handle)
  }

  /// Records for undo, or for a mark, that an object is about to be deleted.
  private func recordDeletion(_ object: ManagedObject) {
    let row = object.row
    if slots.records(row) {
      append(.deleted(row.handle))
      if journal.recordsUndo { row.state.insert(.recoverable) }
    }
    journal.notice(object)
  }

  /// Reverts the deletion of an object.
  func restoreDeleted(_ object: ManagedObject) {
    listeners.noteComing(object.row.handle)
    pass(object, .restoration)
    indexes.touch(object)
  }

  /// Deletes an object that was never saved.
  ///
  /// While the journal records, the object is kept, because it may be restored later.
  func forgetInserted(_ object: ManagedObject) {
    listeners.noteGoing(object.row.handle)
    guard slots.records(object.row) else {
      forget(object)
      journal.hasLostNew = true
      return compactLists()
    }
    recordDeletion(object)
    indexes.remove(object)
    pass(object, .deletion, from: .inserted)
  }
}
