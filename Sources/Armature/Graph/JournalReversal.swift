import ArmatureModel

/// Reverts the entries of a journal one by one, starting with the last one.
///
/// Each reversal produces an opposite entry, with which the change can be made again. If an entry is older than the
/// last save, its reversal counts as a new unsaved change. If it is newer, its reversal removes an unsaved change.
struct JournalReversal {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Reverts an entry, made before or after the last save.
  func revert(_ entry: JournalEntry, isSaved: Bool) {
    switch entry {
    case .firstChange(let handle):
      guard !isSaved, let object = graph.slots.anyObject(handle) else { return }
      graph.journal.append(.lostChange(handle))
      loseChanges(object)
    case .lostChange(let handle):
      guard !isSaved, let object = filled(handle) else { return }
      if object.row.state.contains(.unchanged) { graph.noteFirstChange(object, isRecorded: true) }
    case .value(let value, let target):
      guard let object = objectToChange(target.handle, target.index) else { return }
      let (row, place) = (object.row, object.place(of: target))
      let isChanged = row.isChanged(place)
      graph.journal.append(
        .value(row.value(place), JournalEntry.Target(row.handle, place, wasChanged: isChanged)))
      _ = row.setValue(former(value, object, target, isSaved: isSaved), place)
      row.setChanged(place, target.wasChanged || isSaved)
      if target.isFirst { revert(.firstChange(row.handle), isSaved: isSaved) }
    case .stored(let value, let target):
      guard graph.journal.direction == .goingBack,
        let object = objectToChange(target.handle, target.index)
      else { return }
      _ = object.row.setValue(value, object.place(of: target))
    case .primitive(let value, let target): if !isSaved { revertPrimitive(value, target) }
    case .link(let link, let target):
      guard let object = objectToChange(target.handle, target.index) else { return }
      let (row, place) = (object.row, object.place(of: target))
      let isChanged = row.isChanged(place)
      graph.journal.append(
        .link(row.link(place), JournalEntry.Target(row.handle, place, wasChanged: isChanged)))
      row.setLink(isGoneForGood(link.handle, object, place) ? .none : link, place)
      row.setChanged(place, target.wasChanged || isSaved)
    case .list(let edit, let target): revert(edit, target, isSaved: isSaved)
    case .layout(let edit, let target): revertLayout(edit, target)
    case .inserted(let handle):
      // A mark itself knows the objects inserted since.
      guard graph.journal.direction != .goingBack, let object = filled(handle) else { return }
      takeOut(object)
    case .returned(let handle):
      guard let object = filled(handle) else { return }
      graph.remove(object)
    case .deleted(let handle):
      guard let object = graph.slots.anyObject(handle) else { return }
      bringBack(object)
    case .overtaken, .late: break
    }
  }

  /// Returns the value to which a property returns. If the property was not changed before, this is the saved value,
  /// which another context may have changed since.
  private func former(
    _ value: AttributeValue, _ object: ManagedObject, _ target: JournalEntry.Target, isSaved: Bool
  ) -> AttributeValue {
    guard graph.journal.direction == .goingBack, !target.wasChanged, !isSaved,
      let committed = object.row.committed
    else { return value }
    return committed.value(object.place(of: target))
  }

  /// Restores a value that was set without recording the change.
  private func revertPrimitive(_ value: AttributeValue, _ target: JournalEntry.Target) {
    guard let object = filled(target.handle) else { return }
    graph.indexes.remove(object)
    graph.indexes.touch(object)
    if object.row.committed == nil {
      object.row.committed = object.row.committedCopy(object.shape)
    }
    _ = object.row.setValue(value, object.place(of: target))
  }

  /// Reopens the closed holes of a list.
  private func revertLayout(_ edit: LinkList.Edit, _ target: JournalEntry.Target) {
    guard let object = filled(target.handle) else { return }
    let (row, place) = (object.row, object.place(of: target))
    let keepsEdits = row.committed != nil
    loadOrder(object, place)
    let forward = row.list(place).goBack(over: edit, keepsEdits: keepsEdits)
    graph.journal.append(.layout(forward, target))
  }

  /// Reverts an edit of a list.
  private func revert(_ edit: LinkList.Edit, _ target: JournalEntry.Target, isSaved: Bool) {
    guard let object = objectToChange(target.handle, target.index) else { return }
    let (row, place) = (object.row, object.place(of: target))
    let isChanged = row.isChanged(place)
    loadOrder(object, place)
    let forward = row.list(place).goBack(over: edit, keepsEdits: object.keepsEdits)
    graph.journal.append(
      .list(forward, JournalEntry.Target(row.handle, place, wasChanged: isChanged)))
    for member in edit.returning where !graph.slots[member].isThere {
      graph.slots.hasMissing = true
      if isGoneForGood(member, object, place) { takeOut(member, object, target) }
    }
    row.setPresent(place, !row.list(place).isEmpty)
    row.setChanged(place, target.wasChanged || isSaved)
  }

  /// Loads an ordered relationship, because its members must return to their positions.
  private func loadOrder(_ object: ManagedObject, _ place: RowPlace) {
    if object.isOrdered(place) { _ = object.loadedList(place) }
  }

  /// Returns the object of a handle with its values, loading them if necessary.
  private func filled(_ handle: Handle) -> ManagedObject? {
    guard let object = graph.anyObject(handle), object.isFilled() else { return nil }
    return object
  }

  /// Returns the object of a handle, prepared for a change that the indexes must notice.
  private func objectToChange(_ handle: Handle, _ index: UInt16) -> ManagedObject? {
    guard let object = filled(handle) else { return nil }
    // A change to a state that was saved since. Going back to a mark never encounters one.
    if graph.journal.direction != .goingBack, object.row.state.contains(.unchanged) {
      graph.noteFirstChange(object, isRecorded: true)
    }
    // The index must also see the previous values.
    graph.indexes.remove(object)
    graph.indexes.touch(object)
    // The next write is noticed, too.
    if graph.slots.records(object.row) || graph.slots.isObserved {
      object.row.state.insert(.watched)
    }
    graph.listeners.noteChange(object, object.shape.places[Int(index)])
    return object
  }

  /// Returns whether a link must not be restored because its destination was removed permanently.
  ///
  /// When the deletion of the destination was saved, the link was already cleared: either a delete rule cleared it, or
  /// the rule deny demanded that it be cleared first.
  private func isGoneForGood(_ handle: Handle, _ object: ManagedObject, _ place: RowPlace) -> Bool {
    graph.slots[handle].isInvalidated
      && !object.shape.link(at: place).mayBeLeft
  }

  /// Clears the links of a restored object to objects that were removed permanently.
  func dropLostLinks(_ object: ManagedObject, keepsEdits: Bool) {
    let row = object.row
    for link in object.shape.links where row.isPresent(link.place) {
      if !link.isToMany {
        if isGoneForGood(row.link(link.place).handle, object, link.place) {
          row.setLink(.none, link.place)
        }
        continue
      }
      let list = row.list(link.place)
      guard list.isLoaded else { continue }
      for member in list.handles where !graph.slots[member].isThere {
        graph.slots.hasMissing = true
        // Leave a hole: earlier entries count positions.
        if isGoneForGood(member, object, link.place) {
          list.remove(member, hint: nil, keepsEdits: keepsEdits)
        }
      }
      row.setPresent(link.place, !list.isEmpty)
    }
  }

  /// Removes a member from a list again that must not be restored.
  private func takeOut(
    _ member: Handle, _ object: ManagedObject, _ target: JournalEntry.Target
  ) {
    let list = object.row.list(object.place(of: target))
    guard list.remove(member, hint: nil, keepsEdits: true),
      let edit = list.lastEdit
    else { return }
    graph.journal.append(.list(edit, target))
  }

  /// Reverts the first change of a saved object, after all others.
  private func loseChanges(_ object: ManagedObject) {
    let handle = object.row.handle
    if object.row.state.contains(.fault) { return }
    if graph.journal.direction != .goingBack, object.hasMergedLinks { return }
    graph.restoreSaved(object)
    graph.changes.removeUpdated(handle)
  }

  /// Reverts the insertion of an object, with its remaining links.
  private func takeOut(_ object: ManagedObject) {
    let row = object.row
    // It was saved, and others may have linked to it since.
    if object.hasRow { PendingChanges(graph).unlinkOthers(of: object) }
    for link in object.shape.links where row.isPresent(link.place) {
      guard objectToChange(row.handle, link.place.index) != nil else { continue }
      let target = JournalEntry.Target(
        row.handle, link.place, wasChanged: row.isChanged(link.place))
      if link.isToMany {
        let edit = object.loadedList(link.place)
          .replace(with: [], keepsEdits: object.keepsEdits)
        graph.journal.append(.list(edit, target))
        row.setPresent(link.place, false)
      } else {
        graph.journal.append(.link(row.link(link.place), target))
        row.setLink(.none, link.place)
      }
      row.setChanged(link.place, true)
    }
    graph.remove(object)
  }

  /// Reverts the deletion of an object. If the deletion was already saved, the object is inserted again.
  func bringBack(_ object: ManagedObject) {
    let (row, life) = (object.row, object.row.state.life)
    guard life.isDeleted else { return }
    graph.journal.append(.returned(row.handle))
    graph.restoreDeleted(object)
    if life == .erased {
      dropLostLinks(object, keepsEdits: true)
      row.markAllChanged(object.shape)
      graph.changes.addInserted(row.handle)
    } else if life != .withdrawn {
      graph.changes.removeDeleted(row.handle)
      graph.noteMergedLinks(of: object)
    }
    row.state.insert(.watched)
  }
}

extension ManagedObject {
  /// Whether a link differs from the saved one although all changes of the object are reverted. A merge has changed
  /// this link, because an unsaved change of another object requires it. Many-to-many relationships have no such links.
  fileprivate final var hasMergedLinks: Bool {
    shape.links.contains { link in
      if link.isToMany {
        if !link.hasInverse || link.isInverseToMany { return false }
        let (added, removed) = row.list(link.place).editedMembers
        return (added + removed).contains { row.slots[$0].isThere }
      }
      let (end, saved) = (row.link(link.place).handle, row.savedEnd(link.place))
      return end != saved && (row.slots[end].isThere || row.slots[saved].isThere)
    }
  }

  /// Returns the place of the property of a change.
  final func place(of target: JournalEntry.Target) -> RowPlace {
    shape.places[Int(target.index)]
  }
}
