import ArmatureModel

/// What is noted of each change: the list of changes, the journal, the unique indexes.
extension ObjectGraph {
  /// Switches the noting of changes for those who process them on or off.
  func setNotesChanges(_ notesChanges: Bool) {
    guard notesChanges != slots.pointee.notesChanges else { return }
    if notesChanges { indexes.watchAll() }
    listeners.setNotesChanges(notesChanges)
  }

  /// Notes the first write to an object since it was saved, or since the journal or an index looked.
  ///
  /// Called before the value changes. Runs no code of the user.
  func willChange(_ object: ManagedObject, _ place: RowPlace) {
    let row = object.row
    var state = row.state
    let isRecorded = slots.pointee.records(row)
    let isLink = place.isLink
    // Whoever changes links has begun a step that is to have both sides.
    if isRecorded && !isLink { UndoHistory(self).beginStep() }
    var isFirst = false
    if state.contains(.unchanged), isLink || !state.contains(.awaking) {
      // One entry will do, where no values were stored before without a change.
      isFirst = isRecorded && !isLink && row.committed == nil
      noteFirstChange(object, isRecorded: isRecorded && !isFirst)
      state = row.state
    }
    // Links are always written here, so the next one is noticed, too, and the indexes need not look
    // at the object again.
    if isLink && !object.shape.pointee.link(at: place).pointee.isUnique {
      state.insert(.watched)
      row.state = state
    } else {
      if !state.contains(.touched) {
        state.insert(.touched)
        indexes.listUnwatched(object)
      }
      if slots.pointee.noticesChanges {
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

  /// Notes that an object is not as it was saved any more, and keeps a copy of what was saved.
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

  /// Notes what it takes to go back over a write of an attribute that counts as no change.
  func willStore(_ object: ManagedObject, _ place: RowPlace) {
    let row = object.row
    if journal.isRecording, slots.pointee.records(row) {
      append(.stored(row.value(place), JournalEntry.Target(row.handle, place, wasChanged: false)))
    }
    if row.state.contains(.unchanged), row.committed == nil {
      row.committed = row.committedCopy(object.shape)
    }
    if object.shape.pointee.hasIndexes {
      indexes.remove(object)
      indexes.touch(object)
    }
  }

  /// Notes the values that were stored in an unchanged object, which the first change would lose on
  /// the way back.
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
    // Noted when it is done.
    case .objects: break
    default:
      target.isFirst = isFirst
      if _slowPath(!journal.future.isEmpty) { UndoHistory(self).forgetUndone() }
      journal.appendValue(row.value(place), target)
    }
  }

  /// Notes a change for undo or a mark.
  @inline(__always) func append(_ entry: JournalEntry) {
    if _slowPath(!journal.future.isEmpty) { UndoHistory(self).forgetUndone() }
    journal.append(entry)
  }

  /// Notes how a list was changed just now.
  func recordEdit(_ object: ManagedObject, _ place: RowPlace, wasChanged: Bool) {
    guard let edit = object.row.list(place).pointee.lastEdit else { return }
    append(.list(edit, JournalEntry.Target(object.row.handle, place, wasChanged: wasChanged)))
  }

  /// Deletes an object, whatever leads to it.
  func remove(_ object: ManagedObject) {
    if object.row.state.contains(.inserted) {
      forgetInserted(object)
    } else {
      // The committed values stay: a rollback brings the object back with them.
      noteDeleted(object)
    }
  }

  /// Notes that an object that was saved is to be deleted.
  private func noteDeleted(_ object: ManagedObject) {
    let row = object.row
    listeners.noteGoing(row.handle)
    recordDeletion(object)
    indexes.remove(object)
    pass(object, .deletion)
    changes.addDeleted(row.handle)
  }

  /// Notes for undo or a mark that an object is about to be deleted.
  private func recordDeletion(_ object: ManagedObject) {
    let row = object.row
    if slots.pointee.records(row) {
      append(.deleted(row.handle))
      if journal.recordsUndo { row.state.insert(.recoverable) }
    }
    journal.notice(object)
  }

  /// Takes back that an object is to be deleted.
  func restoreDeleted(_ object: ManagedObject) {
    listeners.noteComing(object.row.handle)
    pass(object, .restoration)
    indexes.touch(object)
  }

  /// Deletes an object that was never saved.
  ///
  /// While the journal records it is kept, to be brought back or let go of later.
  func forgetInserted(_ object: ManagedObject) {
    listeners.noteGoing(object.row.handle)
    guard slots.pointee.records(object.row) else {
      forget(object)
      journal.hasLostNew = true
      return compactLists()
    }
    recordDeletion(object)
    indexes.remove(object)
    pass(object, .deletion, from: .inserted)
  }
}
