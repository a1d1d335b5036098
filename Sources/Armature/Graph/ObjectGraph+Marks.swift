import ArmatureModel

/// Going back to a mark, or going on without it.
extension ObjectGraph {
  /// Starts to record what it takes to go back to now.
  func mark() -> ChangeJournal.Mark {
    watchAll()
    let mark = journal.mark(changes, firstNew: slots.pointee.next)
    slots.pointee.recordedEnd = mark.firstNew
    return mark
  }

  /// Has writes to objects noticed that are newer than the last mark, too.
  func recordNewer() {
    guard journal.isRecording else { return }
    watchAll()
    slots.pointee.recordedEnd = slots.pointee.next
  }

  func remove(_ mark: ChangeJournal.Mark) {
    journal.remove(mark)
    slots.pointee.recordedEnd = journal.firstNew
  }

  func endRecording() {
    journal.removeAll()
    slots.pointee.recordedEnd = .none
  }

  /// Ends recording for a mark: what happened since stays.
  func keepChanges(since mark: ChangeJournal.Mark) {
    guard journal.contains(mark) else { return }
    remove(mark)
    _ = takeNoticed()
    if journal.isRecording { return }
    let entries = journal.entries
    journal.entries = []
    var forgotten: [ManagedObject] = []
    // Their `deinit` may change the graph again, and go on where this is done.
    defer { withExtendedLifetime(forgotten) {} }
    for entry in entries {
      switch entry {
      case .forgotten(let handle, _):
        guard let object = slots.pointee.anyObject(handle) else { continue }
        unmarkDeleted(object)
        changes.count += 1
        forgotten.append(object)
        forget(object)
      case .list(let handle, let place, _, _):
        // Only a saved object has a list to go back to.
        guard let object = slots.pointee.anyObject(handle) else { continue }
        if object.row.committed == nil { object.row.list(place).pointee.forgetEdits() }
      default: break
      }
    }
    closeUp()
  }

  /// Goes back to a mark: what happened since is undone, and newer objects are gone.
  ///
  /// Does nothing if a rollback or a reset came in between.
  func goBack(to mark: ChangeJournal.Mark) {
    guard journal.contains(mark) else { return }
    _ = takeNoticed()
    remove(mark)
    while journal.entries.count > mark.entryCount, let entry = journal.entries.popLast() {
      undo(entry)
    }
    changes.inserted.removeLast(max(0, changes.inserted.count - mark.insertedCount))
    changes.updated.removeLast(max(0, changes.updated.count - mark.updatedCount))
    changes.deleted.removeLast(max(0, changes.deleted.count - mark.deletedCount))
    let newer = (Int(mark.firstNew.rawValue)..<slots.pointee.count).reversed()
    var forgotten: [ManagedObject] = []
    for position in newer {
      let handle = Handle(rawValue: UInt32(position))
      guard let object = slots.pointee.anyObject(handle) else { continue }
      guard object.row.state.contains(.inserted) else {
        // A fault that came meanwhile stays, as its store has it.
        restore(object)
        continue
      }
      if object.row.state.contains(.deleted) { unmarkDeleted(object) }
      forgotten.append(object)
      forget(object)
    }
    changes.count = mark.changeCount
    changes.forgottenCount = mark.forgottenCount
    // Their `deinit` may change the graph again, which must not be undone with the rest.
    withExtendedLifetime(forgotten) {}
  }

  func undo(_ entry: ChangeJournal.Entry) {
    func row(_ handle: Handle) -> Row? {
      // The index must see the former values, too.
      guard let object = slots.pointee.anyObject(handle) else { return nil }
      unindex(object)
      touch(object)
      return object.row
    }
    switch entry {
    case .firstChange(let handle):
      guard let object = slots.pointee.anyObject(handle) else { return }
      restoreSaved(object)
    case .value(let handle, let place, let value, let wasChanged):
      guard let row = row(handle) else { return }
      _ = row.setValue(value, place)
      row.setChanged(place, wasChanged)
    case .primitive(let handle, let place, let value):
      guard let object = slots.pointee.anyObject(handle), let row = row(handle) else { return }
      if row.committed == nil { row.committed = row.committedCopy(object.shape) }
      _ = row.setValue(value, place)
    case .link(let handle, let place, let link, let wasChanged):
      guard let row = row(handle) else { return }
      row.setLink(link, place)
      row.setChanged(place, wasChanged)
    case .list(let handle, let place, let editCount, let wasChanged):
      guard let row = row(handle) else { return }
      row.list(place).pointee.revertEdits(downTo: editCount)
      row.setPresent(place, !row.list(place).pointee.isEmpty)
      row.setChanged(place, wasChanged)
    case .deleted(let handle, let former), .forgotten(let handle, let former):
      guard let object = slots.pointee.anyObject(handle) else { return }
      restoreDeleted(object, former)
    }
  }
}
