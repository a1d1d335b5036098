import ArmatureModel

/// The rebase of this context's unsaved changes onto values that other contexts have saved.
struct RowRebase {
  let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Applies a new state of the object's row in the store. Unchanged properties get the stored values.
  ///
  /// This calls no hooks and does not count as a change of the object. To-many relationships are loaded again when they
  /// are next accessed, and the unsaved additions and removals are applied to them.
  ///
  /// - Parameters:
  ///   - isAsked: True if the user or a merge policy has decided to take the stored values. Otherwise, properties that
  ///     were changed both here and in the store still have a conflict in the next save.
  ///   - keeps: A closure that returns true if a property keeps its value. By default, properties that were changed
  ///     here keep their values.
  func rebase(
    _ object: ManagedObject, on stored: StoreRow, isAsked: Bool = true,
    keeps: (_ property: StoredProperty, _ hasChanged: Bool) -> Bool = { $1 }
  ) {
    if object.row.state.contains(.fault) { return }
    graph.indexes.remove(object)
    let row = object.row
    graph.listeners.noteRefreshing(row.handle)
    if isAsked { row.state.remove(.overtaken) }
    var hasConflict = false
    for (property, value) in zip(object.runtime.persistentProperties, stored.values) {
      let place = property.place
      if property.kind == .objects {
        ListLoader(graph).unload(object, place)
        continue
      }
      let keeps = keeps(property, row.isChanged(place) && !object.row.isAsCommitted(place))
      if property.kind == .object {
        let link = Link(handle(ofStored: value, object, place))
        row.setChanged(place, rebase(link, object, place, isAsked: isAsked, keeps: keeps))
        continue
      }
      let base = (row.committed ?? row).value(place)
      if !isAsked, keeps, base != value, row.value(place) != value {
        hasConflict = true
        continue
      }
      if base != value { noteOvertaking(.value(value, target(object, place)), keeps: keeps) }
      if let committed = row.committed { store(value, in: committed, of: object, place) }
      if !keeps {
        if row.value(place) != value { graph.listeners.noteChange(object, place, isWritten: false) }
        store(value, in: row, of: object, place)
      }
      row.setChanged(place, keeps)
    }
    // The old version tells the store that others have saved.
    if !hasConflict, !row.state.contains(.overtaken) { row.version = stored.version }
    graph.indexes.touch(object)
    if row.state.contains(.cascaded) { restoreIfOwned(object) }
  }

  /// Reverts the deletion of an object if another context has given it to an owner that is not deleted. The objects
  /// that would be deleted with it are also restored.
  private func restoreIfOwned(_ object: ManagedObject) {
    var objects = [object]
    while let object = objects.popLast() {
      guard object.row.state.contains(.cascaded), hasLeftDeletedOwners(object) else { continue }
      PendingChanges(graph).undelete(object)
      for link in object.shape.links where link.deleteRule == .cascade {
        objects += object.lost(link.place).compactMap { graph.slots.anyObject($0) }
      }
    }
  }

  /// Returns whether no link of an object leads to a deleted owner that cascades to the object, here or in the store,
  /// because another context has given the object to another owner.
  private func hasLeftDeletedOwners(_ object: ManagedObject) -> Bool {
    !object.shape.links.contains { link in
      if link.isToMany || !link.hasInverse { return false }
      return isDeletedOwner(object.row.link(link.place).handle, link)
        || isDeletedOwner(object.row.savedEnd(link.place), link)
    }
  }

  private func isDeletedOwner(_ end: Handle, _ link: LinkPlan) -> Bool {
    if end.isNone || graph.slots[end].isThere { return false }
    // The slot of a deleted owner that was never saved has only its entity.
    guard
      let owner = graph.slots.anyObject(end)?.shape
        ?? graph.slots[end].entity.map({ graph.runtime(at: $0).shape })
    else { return false }
    return owner.link(at: link.inverse(in: owner)).deleteRule == .cascade
  }

  /// Sets a to-one relationship to the destination in the store, and updates the lists on the other side.
  ///
  /// The lists must be updated because they contain additions and removals for links that are now discarded. Otherwise,
  /// a save would write them, and a rollback would restore them.
  ///
  /// - Returns: Whether the relationship leads to another object in this context.
  private func rebase(
    _ link: Link, _ object: ManagedObject, _ place: RowPlace, isAsked: Bool, keeps: Bool
  ) -> Bool {
    let row = object.row
    let plan = object.shape.link(at: place)
    let own = row.link(place).handle
    let base = object.row.savedEnd(place)
    var keeps = keeps && own != link.handle && !isCut(object, place, stored: link.handle)
    if !isAsked, keeps, base != link.handle { row.state.insert(.overtaken) }
    if base != link.handle {
      noteOvertaking(.link(link, target(object, place)), keeps: keeps)
    }
    // This does not apply to a deleted object: reverting its deletion restores the link.
    if !keeps, object.isThere, let other = taken(link.handle, from: row.handle, plan) {
      // The other object is linked elsewhere here and has therefore left this one.
      if !isAsked { other.row.state.insert(.overtaken) }
      graph.listeners.noteChange(object, place, isWritten: false)
      if row.state.contains(.unchanged) { graph.noteFirstChange(object, isRecorded: false) }
      row.setLink(.cut, place)
      keeps = true
    }
    row.committed?.setLink(link, place)
    if !keeps, own != link.handle {
      graph.listeners.noteChange(object, place, isWritten: false)
      row.setLink(link, place)
    }
    guard plan.hasInverse else { return keeps }
    let here = row.link(place).handle
    if base != link.handle {
      agree(object, base, plan, isStored: false, isHere: here == base)
    }
    if own != base, own != link.handle, own != here {
      agree(object, own, plan, isStored: false, isHere: false)
    }
    if base != link.handle || own != here {
      agree(object, link.handle, plan, isStored: true, isHere: here == link.handle)
    }
    return keeps
  }

  /// Stores an attribute of a row, unless it has an invalid type.
  private func store(
    _ value: AttributeValue, in row: Row, of object: ManagedObject, _ place: RowPlace
  ) {
    if place.kind == .value, !value.isNull {
      let attribute = object.runtime.properties[Int(place.index)].description.asAttribute
      guard attribute?.admits(value) ?? false else {
        return graph.noteWrong(value, object, place)
      }
    }
    if !row.setValue(value, place) { graph.noteWrong(value, object, place) }
  }

  /// Returns the slot to which a to-one relationship of a row leads. Returns no slot for an invalid destination.
  private func handle(
    ofStored value: AttributeValue, _ object: ManagedObject, _ place: RowPlace
  ) -> Handle {
    if value.isNull { return .none }
    let plan = object.shape.link(at: place)
    if case .object(let id) = value, let handle = StoreSlots(graph).handle(ofLinked: id, plan) {
      return handle
    }
    graph.noteWrong(value, object, place)
    return .none
  }

  private func target(_ object: ManagedObject, _ place: RowPlace) -> JournalEntry.Target {
    JournalEntry.Target(object.row.handle, place, wasChanged: false)
  }

  /// Records for undo steps that another context has changed a property, with its value in the store.
  private func noteOvertaking(_ entry: JournalEntry, keeps: Bool) {
    guard graph.journal.recordsUndo else { return }
    switch entry {
    case .value(_, let target), .link(_, let target):
      graph.journal.overtake(target, keeps ? .kept(entry) : .whole)
    default: break
    }
  }

  /// Records for undo steps that the saved destination of a to-one relationship has changed.
  private func noteOvertaking(_ object: ManagedObject, _ place: RowPlace, since former: Handle) {
    let saved = object.row.savedEnd(place)
    if saved == former { return }
    noteOvertaking(
      .link(Link(saved), target(object, place)), keeps: object.row.link(place).handle != saved)
  }

  /// Reads the rows of some objects, and everything that a rebase on them needs.
  ///
  /// Reading from a parent runs the hooks of objects that it loads. If one of them saves this context, the parent has
  /// newer values than the rows, which are then read again. The loaded objects are used until all rows are read, so no
  /// hook can make the parent load them each time.
  ///
  /// - Parameter wanted: The objects, which are determined before each reading.
  /// - Throws: The error of the store.
  func storedRows(
    of wanted: @autoclosure () -> [ManagedObject]
  ) throws -> (objects: [ManagedObject], rows: [Handle: StoreRow]) {
    while true {
      let (commitCount, objects) = (graph.source.commitCount, wanted())
      let rows = try graph.storedRows(of: objects)
      try prepare(objects, rows)
      if graph.source.commitCount == commitCount { return (objects, rows) }
    }
  }

  /// Loads all destinations of changed objects, both in this context and in their new rows. This is done first, so that
  /// no object has changed if the store fails.
  ///
  /// - Throws: The error of the store.
  func prepare(_ objects: some Sequence<ManagedObject>, _ rows: [Handle: StoreRow]) throws {
    guard let store = graph.store else { return }
    var ends: [Handle] = []
    for object in objects where !object.row.state.isDisjoint(with: .updated | .deleted) {
      guard let stored = rows[object.row.handle] else { continue }
      let row = object.row.committed ?? object.row
      for (property, value) in zip(object.runtime.persistentProperties, stored.values)
      where property.kind == .object {
        ends.append(handle(ofStored: value, object, property.place))
        ends.append(row.link(property.place).handle)
      }
    }
    try Prefetch(graph, graph.source.reader(of: store)).fill(ends.filter { !$0.isNone })
    try graph.throwStoreError()
  }

  /// Returns whether a link was cleared here only from its other end, and leads elsewhere in the store. The change of
  /// the other end no longer concerns it.
  private func isCut(_ object: ManagedObject, _ place: RowPlace, stored: Handle) -> Bool {
    object.row.link(place).isCut && object.row.savedEnd(place) != stored
  }

  /// Returns the other end of a one-to-one relationship if it leads elsewhere because of an unsaved change.
  private func taken(
    _ end: Handle, from handle: Handle, _ plan: LinkPlan
  ) -> ManagedObject? {
    guard plan.hasInverse, !plan.isToMany, !plan.isInverseToMany,
      let other = rebasable(end)
    else { return nil }
    let inverse = plan.inverse(in: other.shape)
    let isTaken =
      other.row.isChanged(inverse) && !other.row.isAsCommitted(inverse)
      && other.row.link(inverse).handle != handle && !other.row.link(inverse).isCut
    return isTaken ? other : nil
  }

  /// Makes the other side of a link agree with this side.
  ///
  /// - Parameters:
  ///   - isStored: True if the link exists in the store.
  ///   - isHere: True if the link exists in this context. If the two parameters differ, the other side counts as
  ///     changed.
  private func agree(
    _ object: ManagedObject, _ end: Handle, _ plan: LinkPlan,
    isStored: Bool, isHere: Bool
  ) {
    let isChange = isStored != isHere
    if isChange, !end.isNone { _ = graph.anyObject(end)?.isFilled() }
    guard let other = rebasable(end) else { return }
    let (row, handle) = (other.row, object.row.handle)
    let inverse = plan.inverse(in: other.shape)
    graph.listeners.noteRefreshing(end)
    let isPending =
      inverse.kind == .object && row.isChanged(inverse) && !other.row.isAsCommitted(inverse)
    if isChange, other.isThere {
      if row.state.contains(.unchanged) { graph.noteFirstChange(other, isRecorded: false) }
      row.setChanged(inverse, true)
    } else if isChange, other.hasRow, row.committed == nil {
      // A deleted object counts as changed as soon as its deletion is reverted.
      row.committed = row.committedCopy(other.shape)
    }
    guard inverse.kind == .object else {
      if isHere, !isStored {
        // The link itself may be unchanged here and still has to be saved.
        if row.list(inverse).edit(of: handle) != .added {
          row.list(inverse).removeUnnoticed(handle, returns: true)
          other.linkBack(handle, inverse)
        }
        return
      }
      if !other.hasRow {
        if !isHere { other.unlink(handle, inverse, hint: nil) }
        return
      }
      ListLoader(graph).unload(other, inverse)
      row.list(inverse).forgetEdits(of: handle)
      if isChange {
        row.list(inverse).editUnloaded(.removed(handle, at: LinkList.nowhere))
      }
      return
    }
    let saved = other.row.savedEnd(inverse)
    defer { noteOvertaking(other, inverse, since: saved) }
    let base = row.committed?.link(inverse).handle ?? .none
    if isStored || base == handle {
      // Only the other object's own row tells what the store has instead of a link that was changed here.
      let isChangedThere = isPending && !isHere && !row.link(inverse).isCut
      row.committed?.setLink(
        isStored ? Link(handle) : isChangedThere ? .unknown : .none, inverse)
    }
    let back = other.shape.link(at: inverse)
    let former = row.link(inverse).handle
    // The previous destination of the other object was changed by others, unless this context has changed it: a
    // deletion here must not revert that.
    let stays =
      isPending && !object.isThere
      || isHere == (former == handle) && (isHere || !isStored || isPending || former.isNone)
    if !stays {
      // The object that it led to here loses it. If it also led there in the store, the save must report this.
      if former != handle {
        let isStored = row.committed?.link(inverse).handle == former
        agree(other, former, back, isStored: isStored, isHere: false)
      }
      graph.listeners.noteChange(other, inverse, isWritten: false)
      row.setLink(isHere ? Link(handle) : isStored ? .cut : .none, inverse)
    } else if isStored, !isHere, !isPending, former.isNone {
      row.setLink(.cut, inverse)
    }
    // The object that it led to in the store loses it as well, even if it still leads there here.
    if isStored, base != handle {
      agree(other, base, back, isStored: false, isHere: row.link(inverse).handle == base)
    }
  }

  /// Returns the object at the other side of a link, if it has values that must agree.
  private func rebasable(_ handle: Handle) -> ManagedObject? {
    guard !handle.isNone, let object = graph.slots.anyObject(handle),
      !object.row.state.contains(.fault)
    else { return nil }
    return object
  }

  /// Removes an object that another context has deleted, and the links to it.
  func removeMissing(_ object: ManagedObject) {
    let state = object.row.state
    // Its deletion was already saved here, so only the undo history keeps it; or a hook of a parent, which runs while the
    // rows are read, has removed it.
    if !state.isDisjoint(with: .erased | .invalidated) { return }
    graph.noteLost(object)
    for link in object.shape.links where link.hasInverse && state.isDisjoint(with: .fault) {
      let plan = object.shape.link(at: link.place)
      for end in object.knownEnds(link) {
        agree(object, end, plan, isStored: false, isHere: false)
      }
    }
    if state.contains(.updated) { graph.changes.removeUpdated(object.row.handle) }
    if state.contains(.deleted) { graph.changes.removeDeleted(object.row.handle) }
    graph.forgetMissing(object)
  }
}
