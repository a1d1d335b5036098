import ArmatureModel

/// Puts what others have saved under the changes of this context.
struct RowRebase {
  let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Bases an object on another state of its row: what has not changed here becomes what it is there.
  ///
  /// No hook runs and nothing counts as a change. To-many relationships are loaded again when they are
  /// next looked at, with what came and went here.
  ///
  /// - Parameters:
  ///   - isAsked: Whether somebody has asked for it, or a policy has decided; else what has changed both here and
  ///     there is a conflict of the next save still.
  ///   - keeps: Whether a property keeps its value; by default one that has changed here.
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
      let keeps = keeps(property, row.isChanged(place) && !object.isAsCommitted(place))
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
    // The store tells by the old version that others have saved.
    if !hasConflict, !row.state.contains(.overtaken) { row.version = stored.version }
    graph.indexes.touch(object)
  }

  /// Bases a to-one relationship on where it leads in the store, and has the other sides follow.
  ///
  /// What came and went in their lists with the links that are given up would be saved otherwise, or
  /// come back with a rollback.
  ///
  /// - Returns: Whether it leads elsewhere here.
  private func rebase(
    _ link: Link, _ object: ManagedObject, _ place: RowPlace, isAsked: Bool, keeps: Bool
  ) -> Bool {
    let row = object.row
    let plan = object.shape.pointee.link(at: place)
    let own = row.link(place).handle
    let base = row.committed?.link(place).handle ?? own
    var keeps = keeps && own != link.handle
    if !isAsked, keeps, base != link.handle { row.state.insert(.overtaken) }
    if base != link.handle {
      noteOvertaking(.link(link, target(object, place)), keeps: keeps)
    }
    // What a deletion has left is not taken: the object has it again where the deletion is taken back.
    if !keeps, object.isThere, isTaken(link.handle, by: row.handle, plan) {
      // What is linked elsewhere here has left this object.
      graph.listeners.noteChange(object, place, isWritten: false)
      if row.state.contains(.unchanged) { graph.noteFirstChange(object, isRecorded: false) }
      row.setLink(.none, place)
      keeps = true
    }
    row.committed?.setLink(link, place)
    if !keeps, own != link.handle {
      graph.listeners.noteChange(object, place, isWritten: false)
      row.setLink(link, place)
    }
    guard plan.pointee.hasInverse else { return keeps }
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

  /// Stores an attribute of a row, unless it is of another type than it must be.
  private func store(
    _ value: AttributeValue, in row: Row, of object: ManagedObject, _ place: RowPlace
  ) {
    if place.kind == .value, !value.isNull {
      let attribute = object.runtime.properties[Int(place.index)].description.asAttribute
      guard attribute?.admits(value) ?? false else {
        return graph.source.noteWrong(value, object, place)
      }
    }
    if !row.setValue(value, place) { graph.source.noteWrong(value, object, place) }
  }

  /// The slot that a to-one relationship of a row leads to; none where it leads to what cannot be.
  private func handle(
    ofStored value: AttributeValue, _ object: ManagedObject, _ place: RowPlace
  ) -> Handle {
    if value.isNull { return .none }
    let plan = object.shape.pointee.link(at: place)
    if case .object(let id) = value, let handle = StoreSlots(graph).handle(ofLinked: id, plan) {
      return handle
    }
    graph.source.noteWrong(value, object, place)
    return .none
  }

  private func target(_ object: ManagedObject, _ place: RowPlace) -> JournalEntry.Target {
    JournalEntry.Target(object.row.handle, place, wasChanged: false)
  }

  /// Notes for the steps of undo that others have changed a property, and what it has in the store.
  private func noteOvertaking(_ entry: JournalEntry, keeps: Bool) {
    guard graph.journal.recordsUndo else { return }
    switch entry {
    case .value(_, let target), .link(_, let target):
      graph.journal.overtake(target, keeps ? .kept(entry) : .whole)
    default: break
    }
  }

  /// Asks the store for all that objects with changes lead to, here and by other rows: if it fails, it does so
  /// before any of them is based on its row.
  ///
  /// - Throws: What the store throws.
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

  /// Whether the other end of a one-to-one relationship leads elsewhere by a change that is not saved yet.
  private func isTaken(
    _ end: Handle, by handle: Handle, _ plan: UnsafePointer<LinkPlan>
  ) -> Bool {
    guard plan.pointee.hasInverse, !plan.pointee.isToMany, !plan.pointee.isInverseToMany,
      let other = rebasable(end)
    else { return false }
    let inverse = plan.pointee.inverse(in: other.shape)
    return other.row.isChanged(inverse) && !other.isAsCommitted(inverse)
      && other.row.link(inverse).handle != handle
  }

  /// Has the other side of a link agree with it.
  ///
  /// - Parameters:
  ///   - isStored: Whether the link leads there in the store.
  ///   - isHere: Whether it leads there in this context; the other side counts as changed where these
  ///     are not the same. A list that has it here has it in the store by the save of the link.
  private func agree(
    _ object: ManagedObject, _ end: Handle, _ plan: UnsafePointer<LinkPlan>,
    isStored: Bool, isHere: Bool
  ) {
    let isChange = isStored != isHere
    if isChange, !end.isNone { _ = graph.anyObject(end)?.isFilled() }
    guard let other = rebasable(end) else { return }
    let (row, handle) = (other.row, object.row.handle)
    let inverse = plan.pointee.inverse(in: other.shape)
    graph.listeners.noteRefreshing(end)
    let isPending =
      inverse.kind == .object && row.isChanged(inverse) && !other.isAsCommitted(inverse)
    if isChange, other.isThere {
      if row.state.contains(.unchanged) { graph.noteFirstChange(other, isRecorded: false) }
      row.setChanged(inverse, true)
    }
    guard inverse.kind == .object else {
      if isHere, !isStored {
        // It may be that the link itself has not changed here, but is to be saved all the same.
        if row.list(inverse).pointee.edit(of: handle) != .added {
          row.list(inverse).pointee.removeUnnoticed(handle, returns: true)
          other.linkBack(handle, inverse)
        }
        return
      }
      if !other.hasRow {
        if !isHere { other.unlink(handle, inverse, hint: nil) }
        return
      }
      ListLoader(graph).unload(other, inverse)
      row.list(inverse).pointee.forgetEdits(of: handle)
      if isChange {
        row.list(inverse).pointee.editUnloaded(.removed(handle, at: LinkList.nowhere))
      }
      return
    }
    let base = row.committed?.link(inverse).handle ?? .none
    if let committed = row.committed, isStored || base == handle {
      committed.setLink(isStored ? Link(handle) : .none, inverse)
    }
    let back = other.shape.pointee.link(at: inverse)
    let former = row.link(inverse).handle
    // Where the other one led to before is what others have changed, unless it is a change of this context: what
    // is deleted here is no reason to take that back.
    let stays =
      isPending && !object.isThere
      || isHere == (former == handle) && (isHere || !isStored || isPending || former.isNone)
    if !stays {
      // The object that it led to here loses it; where it led there in the store, too, the save must tell.
      if former != handle {
        let isStored = row.committed?.link(inverse).handle == former
        agree(other, former, back, isStored: isStored, isHere: false)
      }
      graph.listeners.noteChange(other, inverse, isWritten: false)
      row.setLink(isHere ? Link(handle) : .none, inverse)
    }
    // So does the object that it led to in the store, though here it may lead there still.
    if isStored, base != handle {
      agree(other, base, back, isStored: false, isHere: row.link(inverse).handle == base)
    }
  }

  /// The object at the other side of a link, if it has values that must agree.
  private func rebasable(_ handle: Handle) -> ManagedObject? {
    guard !handle.isNone, let object = graph.slots.pointee.anyObject(handle),
      !object.row.state.contains(.fault)
    else { return nil }
    return object
  }

  /// Lets go of an object that others have deleted, and of the links to it.
  func removeMissing(_ object: ManagedObject) {
    let state = object.row.state
    // Its deletion was saved here before: only the undo history has it.
    if state.contains(.erased) { return }
    graph.noteLost(object)
    for link in object.shape.pointee.links where link.hasInverse && state.isDisjoint(with: .fault) {
      let place = link.place
      var ends = ContiguousArray<Handle>()
      if !link.isToMany {
        ends = [object.row.link(place).handle]
      } else if object.row.list(place).pointee.isLoaded {
        ends = object.row.list(place).pointee.handles
      } else {
        // The store knows nothing of what was linked here.
        ends = ContiguousArray(object.row.list(place).pointee.editedMembers.added)
      }
      let plan = object.shape.pointee.link(at: place)
      for end in ends { agree(object, end, plan, isStored: false, isHere: false) }
    }
    if state.contains(.updated) { graph.changes.removeUpdated(object.row.handle) }
    if state.contains(.deleted) { graph.changes.removeDeleted(object.row.handle) }
    graph.forgetMissing(object)
  }
}
