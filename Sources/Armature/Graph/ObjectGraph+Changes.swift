import ArmatureModel

/// What is noted of each change: the list of changes, the journal, the unique indexes.
extension ObjectGraph {
  /// Notes the first write to an object since it was saved, or since the journal or an index looked.
  ///
  /// Called before the value changes. Runs no code of the user.
  func willChange(_ object: ManagedObject, _ place: RowPlace) {
    let row = object.row
    var state = row.state
    let isRecorded = row.handle < slots.pointee.recordedEnd
    if state.contains(.unchanged) {
      if row.committed == nil {
        row.committed = row.committedCopy(object.shape)
      } else if isRecorded {
        recordPrimitives(object)
      }
      state.remove(.unchanged)
      state.insert(.updated)
      changes.updated.append(row.handle)
      if !state.contains(.deleted) { changes.count += 1 }
      if isRecorded { journal.entries.append(.firstChange(row.handle)) }
    }
    // Links are always written here, so the next one is noticed, too, and the indexes need not look
    // at the object again.
    let isLink = place.kind == .object || place.kind == .objects
    if isLink && !object.shape.pointee.link(at: place).pointee.isUnique {
      state.insert(.watched)
      row.state = state
    } else {
      if !state.contains(.touched) {
        state.insert(.touched)
        listUnwatched(object)
      }
      if !isRecorded { state.remove(.watched) }
      row.state = state
      if state.contains(.indexed) { unindex(object) }
    }
    if isRecorded {
      row.state.insert(.watched)
      record(object, place)
    }
  }

  /// Notes what it takes to go back over a write of an attribute that counts as no change.
  func willStore(_ object: ManagedObject, _ place: RowPlace) {
    let row = object.row
    if row.handle < slots.pointee.recordedEnd {
      journal.entries.append(
        .value(row.handle, place, row.value(place), wasChanged: row.isChanged(place)))
    }
    if row.state.contains(.unchanged), row.committed == nil {
      row.committed = row.committedCopy(object.shape)
    }
    if object.shape.pointee.hasIndexes {
      unindex(object)
      touch(object)
    }
  }

  /// Notes the values that were stored in an unchanged object, which the first change would lose on
  /// the way back.
  private func recordPrimitives(_ object: ManagedObject) {
    let row = object.row
    for property in object.runtime.properties where !property.isLink {
      let value = row.value(property.place)
      if row.committed?.value(property.place) == value { continue }
      journal.entries.append(.primitive(row.handle, property.place, value))
    }
  }

  func record(_ object: ManagedObject, _ place: RowPlace) {
    let row = object.row
    notice(object)
    let wasChanged = row.isChanged(place)
    switch place.kind {
    case .object:
      journal.entries.append(.link(row.handle, place, row.link(place), wasChanged: wasChanged))
    case .objects:
      journal.entries.append(
        .list(
          row.handle, place, editCount: row.list(place).pointee.editCount, wasChanged: wasChanged))
    default:
      journal.entries.append(.value(row.handle, place, row.value(place), wasChanged: wasChanged))
    }
  }

  /// Notes that an object was written to, or deleted, while hooks or rules run.
  func notice(_ object: ManagedObject) {
    guard journal.isRecording, !object.row.state.contains(.noticed) else { return }
    object.row.state.insert(.noticed)
    journal.noticed.append(object.row.handle)
  }

  /// The objects that were written to or deleted since this was last asked, as far as they are left.
  func takeNoticed() -> [ManagedObject] {
    let objects = allObjects(journal.noticed)
    journal.noticed.removeAll(keepingCapacity: true)
    for object in objects { object.row.state.remove(.noticed) }
    return objects
  }

  /// Notes that an object that was saved is to be deleted.
  func noteDeleted(_ object: ManagedObject) {
    let row = object.row
    if journal.isRecording {
      if row.handle < slots.pointee.recordedEnd {
        journal.entries.append(.deleted(row.handle, former: row.state))
      }
      notice(object)
    }
    unindex(object)
    if !row.state.contains(.updated) { changes.count += 1 }
    markDeleted(object)
    changes.deleted.append(row.handle)
  }

  /// Takes back that an object is to be deleted.
  func restoreDeleted(_ object: ManagedObject, _ state: RowState) {
    // The rule that deleted it was validating it then.
    object.row.state = state.subtracting(
      .touched | .indexed | .noticed | .validating | .validatedAgain | .changedByRule
        | .preparedForDeletion)
    unmarkDeleted(object)
    touch(object)
  }

  /// Has an object count as deleted: links lead to it no longer.
  private func markDeleted(_ object: ManagedObject) {
    object.row.state.insert(.deleted)
    slots.pointee.mark(object.row.handle, SlotTable.Slot.deleted)
    if object.shape.pointee.isLinkedWhenDeleted { slots.pointee.lostCount += 1 }
  }

  /// Has a deleted object count as being there again.
  func unmarkDeleted(_ object: ManagedObject) {
    object.row.state.remove(.deleted)
    slots.pointee.unmark(object.row.handle, SlotTable.Slot.deleted)
    if object.shape.pointee.isLinkedWhenDeleted { slots.pointee.lostCount -= 1 }
  }

  /// Has an object looked at again by the indexes.
  func touch(_ object: ManagedObject) {
    if !object.shape.pointee.hasIndexes || object.row.state.contains(.touched) {
      object.row.state.insert(.watched)
    } else {
      object.row.state.insert(.touched)
      touched.append(object.row.handle)
    }
  }

  /// Lists an object whose writes are not noticed from now on.
  @inline(__always) func listUnwatched(_ object: ManagedObject) {
    if object.shape.pointee.hasIndexes {
      touched.append(object.row.handle)
    } else {
      unwatched.append(object.row.handle)
    }
  }

  /// Deletes an object that was never saved.
  ///
  /// While the journal records it is kept, to be brought back or let go of later.
  func forgetInserted(_ object: ManagedObject) {
    guard journal.isRecording, object.row.handle < slots.pointee.recordedEnd else {
      forget(object)
      return closeUp()
    }
    journal.entries.append(.forgotten(object.row.handle, former: object.row.state))
    notice(object)
    unindex(object)
    markDeleted(object)
    changes.count -= 1
  }
}
