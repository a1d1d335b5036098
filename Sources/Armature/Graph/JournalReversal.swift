import ArmatureModel

/// Going back over the entries of the journal, one by one, the last one first.
///
/// Each makes the entry that leads forth again. What was made before the last save is taken back as a
/// change of what was saved then; what was made since leaves no trace.
struct JournalReversal {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Goes back over an entry, which was made before the last save or since.
  func revert(_ entry: JournalEntry, isSaved: Bool) {
    switch entry {
    case .firstChange(let handle):
      guard !isSaved, let object = graph.slots.pointee.anyObject(handle) else { return }
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
      // A mark knows by itself what came since.
      guard graph.journal.direction != .goingBack, let object = filled(handle) else { return }
      takeOut(object)
    case .returned(let handle):
      guard let object = filled(handle) else { return }
      graph.remove(object)
    case .deleted(let handle):
      guard let object = graph.slots.pointee.anyObject(handle) else { return }
      bringBack(object)
    case .overtaken, .late: break
    }
  }

  /// The value that a property gets back: one that had not changed has what is saved, and others may have saved
  /// another value since.
  private func former(
    _ value: AttributeValue, _ object: ManagedObject, _ target: JournalEntry.Target, isSaved: Bool
  ) -> AttributeValue {
    guard graph.journal.direction == .goingBack, !target.wasChanged, !isSaved,
      let committed = object.row.committed
    else { return value }
    return committed.value(object.place(of: target))
  }

  /// Gives a value back that was set without a note of the change.
  private func revertPrimitive(_ value: AttributeValue, _ target: JournalEntry.Target) {
    guard let object = filled(target.handle) else { return }
    graph.indexes.remove(object)
    graph.indexes.touch(object)
    if object.row.committed == nil {
      object.row.committed = object.row.committedCopy(object.shape)
    }
    _ = object.row.setValue(value, object.place(of: target))
  }

  /// Opens the holes of a list again that were closed.
  private func revertLayout(_ edit: LinkList.Edit, _ target: JournalEntry.Target) {
    guard let object = filled(target.handle) else { return }
    let (row, place) = (object.row, object.place(of: target))
    let keepsEdits = row.committed != nil
    loadOrder(object, place)
    let forward = row.list(place).pointee.goBack(over: edit, keepsEdits: keepsEdits)
    graph.journal.append(.layout(forward, target))
  }

  /// Goes back over an edit of a list.
  private func revert(_ edit: LinkList.Edit, _ target: JournalEntry.Target, isSaved: Bool) {
    guard let object = objectToChange(target.handle, target.index) else { return }
    let (row, place) = (object.row, object.place(of: target))
    let isChanged = row.isChanged(place)
    loadOrder(object, place)
    let forward = row.list(place).pointee.goBack(over: edit, keepsEdits: object.keepsEdits)
    graph.journal.append(
      .list(forward, JournalEntry.Target(row.handle, place, wasChanged: isChanged)))
    for member in edit.returning where !graph.slots.pointee[member].isThere {
      graph.slots.pointee.hasMissing = true
      if isGoneForGood(member, object, place) { takeOut(member, object, target) }
    }
    row.setPresent(place, !row.list(place).pointee.isEmpty)
    row.setChanged(place, target.wasChanged || isSaved)
  }

  /// Loads an ordered relationship, whose members have places to go back to.
  private func loadOrder(_ object: ManagedObject, _ place: RowPlace) {
    let property = object.runtime.properties[Int(place.index)]
    if property.description.asRelationship?.arity == .ordered { _ = object.loadedList(place) }
  }

  /// The object of a handle, with its values; as a fault that is filled if need be.
  private func filled(_ handle: Handle) -> ManagedObject? {
    guard let object = graph.anyObject(handle), object.isFilled() else { return nil }
    return object
  }

  /// The object of a handle, prepared for a change that the indexes must not miss.
  private func objectToChange(_ handle: Handle, _ index: UInt16) -> ManagedObject? {
    guard let object = filled(handle) else { return nil }
    // A change of what was saved since; going back to a mark never meets any.
    if graph.journal.direction != .goingBack, object.row.state.contains(.unchanged) {
      graph.noteFirstChange(object, isRecorded: true)
    }
    // The index must see the former values, too.
    graph.indexes.remove(object)
    graph.indexes.touch(object)
    // The next write is noticed, too.
    if graph.slots.pointee.records(object.row) || graph.slots.pointee.noticesChanges {
      object.row.state.insert(.watched)
    }
    graph.listeners.noteChange(object, object.shape.pointee.places[Int(index)])
    return object
  }

  /// Whether a link must not come back, since what it led to is gone for good.
  ///
  /// When that was saved, a rule had cleared the link, or forbidden the deletion until it was cleared.
  private func isGoneForGood(_ handle: Handle, _ object: ManagedObject, _ place: RowPlace) -> Bool {
    graph.slots.pointee[handle].isGone
      && !object.shape.pointee.link(at: place).pointee.mayBeLeft
  }

  /// Clears the links of an object that comes back to what is gone for good.
  func dropLostLinks(_ object: ManagedObject, keepsEdits: Bool) {
    let row = object.row
    for link in object.shape.pointee.links where row.isPresent(link.place) {
      if !link.isToMany {
        if isGoneForGood(row.link(link.place).handle, object, link.place) {
          row.setLink(.none, link.place)
        }
        continue
      }
      let list = row.list(link.place)
      guard list.pointee.isLoaded else { continue }
      for member in list.pointee.handles where !graph.slots.pointee[member].isThere {
        graph.slots.pointee.hasMissing = true
        // A hole: what came before counts positions.
        if isGoneForGood(member, object, link.place) {
          list.pointee.remove(member, hint: nil, keepsEdits: keepsEdits)
        }
      }
      row.setPresent(link.place, !list.pointee.isEmpty)
    }
  }

  /// Takes a member out of a list again that must not come back.
  private func takeOut(
    _ member: Handle, _ object: ManagedObject, _ target: JournalEntry.Target
  ) {
    let list = object.row.list(object.place(of: target))
    guard list.pointee.remove(member, hint: nil, keepsEdits: true),
      let edit = list.pointee.lastEdit
    else { return }
    graph.journal.append(.list(edit, target))
  }

  /// Takes back the first change of a saved object, after all others.
  private func loseChanges(_ object: ManagedObject) {
    let handle = object.row.handle
    if object.row.state.contains(.fault) { return }
    graph.restoreSaved(object)
    graph.changes.removeUpdated(handle)
  }

  /// Takes back the insertion of an object, with the links that it has left.
  private func takeOut(_ object: ManagedObject) {
    let row = object.row
    // It was saved, and others may have linked to it since.
    if object.hasRow { PendingChanges(graph).unlinkOthers(of: object) }
    for link in object.shape.pointee.links where row.isPresent(link.place) {
      guard objectToChange(row.handle, link.place.index) != nil else { continue }
      let target = JournalEntry.Target(
        row.handle, link.place, wasChanged: row.isChanged(link.place))
      if link.isToMany {
        let edit = object.loadedList(link.place).pointee
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

  /// Takes back the deletion of an object; one that was saved is inserted again.
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
    }
    row.state.insert(.watched)
  }
}

extension ManagedObject {
  /// Where the property lies that a change is about.
  final func place(of target: JournalEntry.Target) -> RowPlace {
    shape.pointee.places[Int(target.index)]
  }
}
