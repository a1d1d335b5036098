import ArmatureModel

/// Going back over the entries of the journal, one by one, the last one first.
///
/// Each makes the entry that leads forth again. What was made before the last save is taken back as a
/// change of what was saved then; what was made since leaves no trace.
extension ObjectGraph {
  func revert(_ entry: ChangeJournal.Entry, isSaved: Bool) {
    switch entry {
    case .firstChange(let handle):
      guard !isSaved, let object = slots.pointee.anyObject(handle) else { return }
      journal.append(.lostChange(handle))
      loseChanges(object)
    case .lostChange(let handle):
      guard !isSaved, let object = filled(handle) else { return }
      if object.row.state.contains(.unchanged) { noteFirstChange(object, isRecorded: true) }
    case .value(let handle, let place, let value, let wasChanged):
      guard let row = rowToChange(handle) else { return }
      journal.append(.value(handle, place, row.value(place), wasChanged: row.isChanged(place)))
      _ = row.setValue(value, place)
      row.setChanged(place, wasChanged || isSaved)
    case .stored(let handle, let place, let value):
      guard journal.direction == .goingBack, let row = rowToChange(handle) else { return }
      _ = row.setValue(value, place)
    case .primitive(let handle, let place, let value):
      guard !isSaved, let object = filled(handle) else { return }
      unindex(object)
      touch(object)
      if object.row.committed == nil {
        object.row.committed = object.row.committedCopy(object.shape)
      }
      _ = object.row.setValue(value, place)
    case .link(let handle, let place, let link, let wasChanged):
      guard let row = rowToChange(handle) else { return }
      journal.append(.link(handle, place, row.link(place), wasChanged: row.isChanged(place)))
      row.setLink(link, place)
      row.setChanged(place, wasChanged || isSaved)
    case .list(let handle, let place, let edit, let wasChanged):
      guard let object = filled(handle), let row = rowToChange(handle) else { return }
      let isChanged = row.isChanged(place)
      let forward = row.list(place).pointee.goBack(over: edit, keepsEdits: object.keepsEdits)
      journal.append(.list(handle, place, forward, wasChanged: isChanged))
      row.setPresent(place, !row.list(place).pointee.isEmpty)
      row.setChanged(place, wasChanged || isSaved)
    case .layout(let handle, let place, let edit):
      guard let row = filled(handle)?.row else { return }
      let keepsEdits = row.committed != nil
      let forward = row.list(place).pointee.goBack(over: edit, keepsEdits: keepsEdits)
      journal.append(.layout(handle, place, forward))
    case .inserted(let handle):
      // A mark knows by itself what came since.
      guard journal.direction != .goingBack, let object = filled(handle) else { return }
      takeOut(object)
    case .returned(let handle):
      guard journal.direction != .goingBack, let object = filled(handle) else { return }
      remove(object)
    case .deleted(let handle, let former):
      guard let object = slots.pointee.anyObject(handle) else { return }
      bringBack(object, former)
    }
  }

  /// The object of a handle, with its values; as a fault that is filled if need be.
  private func filled(_ handle: Handle) -> ManagedObject? {
    guard let object = slots.pointee.anyObject(handle) ?? object(handle), object.isFilled() else {
      return nil
    }
    return object
  }

  /// The row of an object, prepared for a change that the indexes must not miss.
  private func rowToChange(_ handle: Handle) -> Row? {
    guard let object = filled(handle) else { return nil }
    // A change of what was saved since; going back to a mark never meets any.
    if journal.direction != .goingBack, object.row.state.contains(.unchanged) {
      noteFirstChange(object, isRecorded: true)
    }
    // The index must see the former values, too.
    unindex(object)
    touch(object)
    // The next write is noticed, too.
    if slots.pointee.records(object.row) { object.row.state.insert(.watched) }
    return object.row
  }

  /// Takes back the first change of a saved object, after all others.
  private func loseChanges(_ object: ManagedObject) {
    let handle = object.row.handle
    if object.row.state.contains(.fault) { return }
    if !object.row.state.contains(.deleted) { changes.count -= 1 }
    unindex(object)
    restoreSaved(object)
    if !indexes.isEmpty { touch(object) }
    changes.updated.removeLast(handle)
  }

  /// Takes back the insertion of an object, with the links that it has left.
  private func takeOut(_ object: ManagedObject) {
    let row = object.row
    for link in object.shape.pointee.links where row.isPresent(link.place) {
      guard let row = rowToChange(row.handle) else { continue }
      let wasChanged = row.isChanged(link.place)
      if link.isToMany {
        let before = row.list(link.place).pointee.removeAll(keepsEdits: object.keepsEdits)
        journal.append(.list(row.handle, link.place, before, wasChanged: wasChanged))
        row.setPresent(link.place, false)
      } else {
        journal.append(.link(row.handle, link.place, row.link(link.place), wasChanged: wasChanged))
        row.setLink(.none, link.place)
      }
      row.setChanged(link.place, true)
    }
    remove(object)
  }

  /// Takes back the deletion of an object; one that was saved is inserted again.
  private func bringBack(_ object: ManagedObject, _ former: RowState) {
    let row = object.row
    guard row.state.contains(.deleted) else { return }
    journal.append(.returned(row.handle))
    if row.state.contains(.erased) {
      restoreDeleted(object, row.state.intersection(.ownsRuntime) | .registered | .inserted)
      row.markAllChanged(object.shape)
      changes.inserted.append(row.handle)
      changes.count += 1
    } else {
      restoreDeleted(object, former)
      if former.contains(.inserted) {
        changes.count += 1
      } else {
        if !former.contains(.updated) { changes.count -= 1 }
        changes.deleted.removeLast(row.handle)
      }
    }
    row.state.insert(.watched)
  }
}

extension ContiguousArray<Handle> {
  /// Takes out the last one of a handle, which mostly is the last of all.
  fileprivate mutating func removeLast(_ handle: Handle) {
    if last == handle {
      removeLast()
    } else if let position = lastIndex(of: handle) {
      remove(at: position)
    }
  }
}
