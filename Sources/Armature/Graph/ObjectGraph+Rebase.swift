import ArmatureModel

/// Taking over what others have saved, beneath the changes of this context.
extension ObjectGraph {
  /// Bases an object on another state of its row: what has not changed here becomes what it is there.
  ///
  /// No hook runs and nothing counts as a change. To-many relationships are loaded again when they are
  /// next looked at, with what came and went here.
  ///
  /// - Parameter keeps: Whether a property keeps its value; by default one that has changed here.
  func rebase(
    _ object: ManagedObject, on stored: StoreRow,
    keeps: (_ property: StoredProperty, _ hasChanged: Bool) -> Bool = { $1 }
  ) {
    if object.row.state.contains(.fault) { return }
    unindex(object)
    let row = object.row
    noteRefreshing(row.handle)
    row.version = stored.version
    for (property, value) in zip(object.runtime.persistentProperties, stored.values) {
      let place = property.place
      if property.kind == .objects {
        unloadList(object, place)
        continue
      }
      let keeps = keeps(property, row.isChanged(place) && !object.isAsCommitted(place))
      if property.kind == .object {
        var link = Link.none
        if case .object(let id) = value { link = Link(handle(of: id)) }
        rebase(link, object, place, keeps: keeps)
      } else {
        if let committed = row.committed { _ = committed.setValue(value, place) }
        if !keeps {
          if row.value(place) != value { noteChange(object, place, isWritten: false) }
          _ = row.setValue(value, place)
        }
      }
      row.setChanged(place, keeps)
    }
    touch(object)
  }

  /// Bases a to-one relationship on where it leads in the store, and has the other sides follow.
  ///
  /// What came and went in their lists with the links that are given up would be saved otherwise, or
  /// come back with a rollback.
  private func rebase(_ link: Link, _ object: ManagedObject, _ place: RowPlace, keeps: Bool) {
    let row = object.row
    let own = row.link(place).handle
    let base = row.committed?.link(place).handle ?? own
    let keeps = keeps && own != link.handle
    row.committed?.setLink(link, place)
    if !keeps, own != link.handle {
      noteChange(object, place, isWritten: false)
      row.setLink(link, place)
    }
    let plan = object.shape.pointee.link(at: place)
    guard plan.pointee.hasInverse else { return }
    if base != link.handle { cut(object, from: base, plan) }
    if !keeps, own != base, own != link.handle { cut(object, from: own, plan) }
    if base != link.handle || !keeps && own != base { join(object, to: link.handle, plan, keeps) }
  }

  /// Has the other side of a link follow that does not lead there any more in the store.
  private func cut(
    _ object: ManagedObject, from end: Handle, _ plan: UnsafePointer<LinkPlan>
  ) {
    let handle = object.row.handle
    guard let other = rebasable(end) else { return }
    let inverse = plan.pointee.inverse(in: other.shape)
    guard inverse.kind == .objects else {
      noteRefreshing(end)
      return cutLinks(from: other, inverse, to: handle)
    }
    // A list without a row in the store is the context's own.
    if other.row.version == 0 { other.unlink(handle, inverse, hint: nil) }
    unloadList(other, inverse)
    other.row.list(inverse).pointee.forgetEdits(of: handle)
  }

  /// Has the other side of a link follow that leads there in the store now.
  ///
  /// - Parameter isElsewhere: Whether the link leads elsewhere here, so that the other side is changed.
  private func join(
    _ object: ManagedObject, to end: Handle, _ plan: UnsafePointer<LinkPlan>, _ isElsewhere: Bool
  ) {
    if isElsewhere, !end.isNone { _ = anyObject(end)?.isFilled() }
    guard let other = rebasable(end) else { return }
    let (row, handle) = (other.row, object.row.handle)
    let inverse = plan.pointee.inverse(in: other.shape)
    noteRefreshing(end)
    if isElsewhere {
      if row.state.contains(.unchanged) { noteFirstChange(other, isRecorded: false) }
      row.setChanged(inverse, true)
    }
    if inverse.kind == .objects {
      unloadList(other, inverse)
      row.list(inverse).pointee.forgetEdits(of: handle)
      if isElsewhere, !row.list(inverse).pointee.isLoaded {
        row.list(inverse).pointee.editUnloaded(.removed(handle, at: LinkList.nowhere))
      }
    } else {
      row.committed?.setLink(Link(handle), inverse)
      if isElsewhere { return }
      noteChange(other, inverse, isWritten: false)
      row.setLink(Link(handle), inverse)
    }
  }

  /// The object at the other side of a link, if it has values that must agree.
  private func rebasable(_ handle: Handle) -> ManagedObject? {
    guard !handle.isNone, let object = slots.pointee.anyObject(handle),
      !object.row.state.contains(.fault)
    else { return nil }
    return object
  }

  /// Has a to-one relationship lead nowhere that leads to an object, or that led there when it was saved.
  private func cutLinks(from object: ManagedObject, _ place: RowPlace, to target: Handle) {
    let row = object.row
    if row.link(place).handle == target {
      noteChange(object, place, isWritten: false)
      row.setLink(.none, place)
    }
    guard let committed = row.committed, committed.link(place).handle == target else { return }
    committed.setLink(.none, place)
  }

  /// Has a to-many relationship that others may have changed loaded again when it is next looked at.
  func unloadList(_ object: ManagedObject, _ place: RowPlace) {
    // Without a row in the store there is nowhere to load it from.
    if object.row.version == 0 { return }
    noteRefreshing(object.row.handle)
    noteChange(object, place, isWritten: false)
    object.row.list(place).pointee.unload()
    object.row.setPresent(place, true)
    object.row.committed?.setPresent(place, true)
  }

  /// Drops the values of an unchanged object, which are filled again when they are next asked for.
  func turnIntoFault(_ object: ManagedObject) {
    guard store != nil, object.row.state.isDisjoint(with: .fault | .gone | .inserted | .deleted)
    else { return }
    noteEmptying(object.row.handle)
    unindex(object)
    object.row.empty(object.shape)
    object.row.state =
      object.row.state.intersection(.ownsRuntime) | .registered | .fault | .unchanged
  }

  /// Lets go of an object that others have deleted, and of the links to it.
  func letGo(_ object: ManagedObject) {
    let state = object.row.state
    // Its deletion was saved here before: only the undo history has it.
    if state.contains(.erased) { return }
    for link in object.shape.pointee.links where link.hasInverse && state.isDisjoint(with: .fault) {
      let place = link.place
      let handles =
        link.isToMany
        ? (object.row.list(place).pointee.isLoaded
          ? Array(object.row.list(place).pointee.handles) : []) : [object.row.link(place).handle]
      for handle in handles where !handle.isNone {
        guard let other = slots.pointee.anyObject(handle), !other.row.state.contains(.fault) else {
          continue
        }
        let inverse = link.inverse(in: other.shape)
        if inverse.kind == .objects {
          // A list without a row in the store is the context's own.
          if other.row.version == 0 { other.unlink(object.row.handle, inverse, hint: nil) }
          unloadList(other, inverse)
        } else {
          noteRefreshing(other.row.handle)
          cutLinks(from: other, inverse, to: object.row.handle)
        }
      }
    }
    if state.contains(.updated) || state.contains(.deleted) { changes.count -= 1 }
    changes.updated.removeAll { $0 == object.row.handle }
    changes.deleted.removeAll { $0 == object.row.handle }
    if state.contains(.deleted) { unmarkDeleted(object) }
    vanish(object)
  }
}

extension Row {
  /// Makes every property absent, and every access one that fills the row again.
  fileprivate func empty(_ shape: UnsafePointer<EntityShape>) {
    if let committed {
      committed.deallocate(shape.pointee.managed)
      self.committed = nil
    }
    dropLinks(shape)
    for place in shape.pointee.places where place.kind != .object && place.kind != .objects {
      clear(place)
    }
    for index in 0..<shape.pointee.maskCount { setChanged(index, 0) }
    tableMask = 0
  }
}
