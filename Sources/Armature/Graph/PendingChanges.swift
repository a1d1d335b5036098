import ArmatureModel

/// The unsaved changes of a graph. They can be committed or discarded, all at once or for each object, together with
/// the other sides of links.
struct PendingChanges {
  let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Restores the values that an updated object had when it was read.
  ///
  /// Links are changed on both sides, as in an ordinary change. Some links to the object are kept, because they are
  /// changes of other objects: the links of new objects, and to-one relationships that lead to this object. If such a
  /// link is kept, the object still counts as updated.
  func drop(_ object: ManagedObject) {
    guard object.row.state.contains(.updated), let committed = object.row.committed else { return }
    var theirs: [(place: RowPlace, member: Handle)] = []
    for link in object.shape.links {
      let place = link.place
      let hasToOneInverse = link.hasInverse && !link.isInverseToMany
      func leave(_ ends: [Handle]) {
        // A link of the object to itself is its own on both sides.
        theirs += ends.filter { !$0.isNone && $0 != object.row.handle }.map { (place, $0) }
      }
      if link.isToMany {
        let (added, removed) = object.row.list(place).editedMembers
        if hasToOneInverse {
          leave(added + removed)
          continue
        }
        for handle in added where !forget(handle, of: object, link) {
          if link.hasInverse, isNew(handle) {
            theirs.append((place, handle))
          } else {
            unlink(handle, of: object, link)
          }
        }
        for handle in removed where !forget(handle, of: object, link) {
          takeBack(handle, of: object, link)
        }
      } else {
        let (own, former) = (object.row.link(place).handle, committed.link(place).handle)
        if own == former { continue }
        if hasToOneInverse {
          // The previous destination first: leaving it makes room for the other one.
          leave([former, own])
          continue
        }
        unlink(own, of: object, link)
        takeBack(former, of: object, link)
      }
    }
    graph.restoreSaved(object)
    graph.changes.removeUpdated(object.row.handle)
    let handle = object.row.handle
    for (place, member) in theirs {
      guard let other = graph.slots.anyObject(member) else { continue }
      let inverse = object.shape.link(at: place).inverse(in: other.shape)
      if other.isThere, other.isFilled(), other.leads(to: handle, inverse) {
        object.linkBack(member, place)
      } else {
        object.unlink(member, place, hint: nil)
      }
    }
  }

  /// Returns both sides of a many-to-many link to their state in the store.
  ///
  /// - Returns: Whether the store has both objects.
  private func forget(_ end: Handle, of object: ManagedObject, _ link: LinkPlan) -> Bool {
    guard link.hasInverse, let other = graph.anyObject(end), other.isFilled(),
      object.hasRow, other.hasRow
    else { return false }
    ListLoader(graph).forget(end, object, link.place)
    ListLoader(graph).forget(object.row.handle, other, link.inverse(in: other.shape))
    return true
  }

  /// Returns whether an object was inserted and never saved.
  private func isNew(_ handle: Handle) -> Bool {
    graph.slots.object(handle)?.row.state.contains(.inserted) ?? false
  }

  /// Removes both sides of a link.
  private func unlink(_ end: Handle, of object: ManagedObject, _ link: LinkPlan) {
    if end.isNone { return }
    object.unlink(end, link.place, hint: nil)
    guard link.hasInverse, let other = graph.anyObject(end) else { return }
    other.unlink(object.row.handle, link.inverse(in: other.shape), hint: nil)
  }

  /// Restores both sides of a link, unless another context has linked the other object to a third one.
  private func takeBack(_ end: Handle, of object: ManagedObject, _ link: LinkPlan) {
    guard !end.isNone, let other = graph.object(end), other.isFilled() else { return }
    if link.hasInverse {
      let (handle, inverse) = (object.row.handle, link.inverse(in: other.shape))
      if inverse.kind == .object, ![.none, handle].contains(other.row.link(inverse).handle),
        !other.row.isChanged(inverse) || other.row.isAsCommitted(inverse)
      {
        return
      }
      other.linkBack(handle, inverse)
    }
    object.linkBack(end, link.place)
  }

  /// Clears the links to an object that is now permanently removed. They had to remain until the deletion was saved.
  func dropHiddenLinks(to object: ManagedObject) {
    graph.retired.hasErased = true
    for link in object.shape.links where link.hasInverse && link.deleteRule == .deny {
      for other in object.related(link.place) {
        let (row, inverse) = (other.row, link.inverse(in: other.shape))
        if inverse.kind == .object {
          if row.link(inverse).handle == object.row.handle { row.setLink(.none, inverse) }
        } else if row.list(inverse).isLoaded {
          let list = row.list(inverse)
          list.remove(object.row.handle, hint: nil, keepsEdits: row.committed != nil)
          row.setPresent(inverse, !list.isEmpty)
        }
      }
    }
  }

  /// Prepares the restoration of an object. All objects that lead to it in this context are added to its lists.
  ///
  /// All restored objects must be prepared before the first one is inserted again, because the insertion reads other
  /// objects again.
  func prepareReinsertion(_ object: ManagedObject) {
    let row = object.row
    row.version = 0
    for link in object.shape.links where link.isToMany && link.hasInverse {
      for member in unlistedMembers(of: object, link) {
        row.list(link.place).appendUnnoticed(member.row.handle)
        row.setPresent(link.place, true)
      }
    }
  }

  /// Prepares the next save to restore an object that another context has deleted in the store. The object keeps the
  /// values that it has in this context.
  ///
  /// Objects that were deleted together with it are removed. Objects that other contexts have changed in the meantime
  /// get their stored values. If they no longer lead to another object, they lead to the restored object again.
  ///
  /// - Throws: The error of the store.
  func reinsert(_ object: ManagedObject) throws {
    let links = object.shape.links
    // A removed object no longer has a handle, and several links may lead to it.
    let ends = links.map { link in
      object.related(link.place).filter { $0.isFilled() }.map {
        (object: $0, handle: $0.row.handle)
      }
    }
    try graph.throwStoreError()
    let rows = try graph.storedRows(
      of: ends.joined().map(\.object).filter { $0.row.version != 0 })
    for (link, ends) in zip(links, ends) {
      for (end, handle) in ends {
        if end.row.state.contains(.invalidated) {
          object.unlink(handle, link.place, hint: nil)
        } else if end.row.version == 0, end !== object {
          // It is new, or restored, too.
          if link.hasInverse { complete(end, object, link) }
        } else if end !== object, !isThere(end, rows[handle]) {
          object.unlink(handle, link.place, hint: nil)
        } else if link.hasInverse {
          relink(object, end, link)
        }
      }
    }
    JournalReversal(graph).dropLostLinks(object, keepsEdits: true)
  }

  /// Returns the objects that lead to an object by the inverse of a list, but are missing in this list. The list was
  /// loaded from the store, which had cleared these links together with the deletion.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  private func unlistedMembers(of object: ManagedObject, _ link: LinkPlan) -> [ManagedObject] {
    let (handle, list) = (object.row.handle, object.loadedList(link.place))
    return graph.slots.objects(graph.keys.handles).filter { other in
      guard other !== object, link.admits(other.shape), !list.contains(other.row.handle),
        other.row.state.isDisjoint(with: .fault)
      else { return false }
      let inverse = link.inverse(in: other.shape)
      if inverse.kind == .object { return other.row.link(inverse).handle == handle }
      return other.row.list(inverse).isLoaded
        && other.row.list(inverse).contains(handle)
    }
  }

  /// Makes the destination of a link lead back, unless it leads elsewhere.
  private func complete(_ end: ManagedObject, _ object: ManagedObject, _ link: LinkPlan) {
    let (handle, inverse) = (object.row.handle, link.inverse(in: end.shape))
    if end.leads(to: handle, inverse) { return }
    if inverse.kind == .object, !end.row.link(inverse).handle.isNone {
      object.unlink(end.row.handle, link.place, hint: nil)
    } else {
      end.linkBack(handle, inverse)
    }
  }

  /// Returns whether the store still has an object. If so, and if the object is unchanged, it gets the stored values.
  private func isThere(_ object: ManagedObject, _ stored: StoreRow?) -> Bool {
    guard let stored else {
      if !object.row.state.contains(.invalidated) { RowRebase(graph).removeMissing(object) }
      return false
    }
    if stored.version != object.row.version,
      object.row.state.isDisjoint(with: .updated | .deleted)
    {
      RowRebase(graph).rebase(object, on: stored)
    }
    return true
  }

  /// Restores both sides of a link, unless the other object has been linked elsewhere.
  ///
  /// The deletion has cleared the other side in the store. The other side therefore counts as changed, even if it has
  /// kept the link in this context. A member that was added to a list in the meantime keeps its position.
  private func relink(_ object: ManagedObject, _ end: ManagedObject, _ link: LinkPlan) {
    let (handle, inverse) = (object.row.handle, link.inverse(in: end.shape))
    if inverse.kind == .object {
      let former = end.row.link(inverse).handle
      if ![.none, handle].contains(former) {
        return object.unlink(end.row.handle, link.place, hint: nil)
      }
      if former == handle {
        if end.row.state.contains(.unchanged) { graph.noteFirstChange(end, isRecorded: false) }
        if end.row.committed?.link(inverse).handle == handle {
          end.row.committed?.setLink(.none, inverse)
        }
        end.row.setChanged(inverse, true)
      } else {
        end.linkBack(handle, inverse)
      }
    } else if end.row.list(inverse).edit(of: handle) != .added {
      end.row.list(inverse).removeUnnoticed(handle, returns: true)
      end.linkBack(handle, inverse)
    }
    if !object.leads(to: end.row.handle, link.place) { object.linkBack(end.row.handle, link.place) }
  }

  /// Reverts a deletion, with the links that led to the object.
  func undelete(_ object: ManagedObject) {
    guard object.row.state.life.losesRow else { return }
    graph.restoreDeleted(object)
    graph.changes.removeDeleted(object.row.handle)
    graph.noteMergedLinks(of: object)
    linkOthersBack(to: object)
  }

  /// Restores the other sides of a restored object's links, which its deletion has cleared.
  func linkOthersBack(to object: ManagedObject) {
    for link in object.shape.links where link.hasInverse {
      for other in object.related(link.place) where other.isFilled() {
        // The object has kept its own side.
        let inverse = link.inverse(in: other.shape)
        if inverse.kind == .objects {
          let list = other.row.list(inverse)
          let edit = list.edit(of: object.row.handle)
          let isNew = object.hasNewLink(link, to: other.row.handle)
          if edit == .removed, link.isToMany, !isNew, object.hasRow, other.hasRow {
            // Others may have removed the pair: both sides are read again.
            ListLoader(graph).forget(object.row.handle, other, inverse)
            ListLoader(graph).unload(object, link.place)
          } else if edit == .removed {
            other.returnMember(object.row.handle, inverse)
          } else if edit == nil, isNew {
            // The deletion has taken back the addition of the member.
            if !list.isLoaded || !list.contains(object.row.handle) {
              other.linkBack(object.row.handle, inverse)
            }
          } else if list.isLoaded, !list.contains(object.row.handle) {
            ListLoader(graph).unload(other, inverse)
          }
        } else if other.row.link(inverse).handle.isNone {
          // A merge forgets the change of a new link that the deletion has cleared: nothing differs from the store.
          if other.row.version == 0 || other.row.isChanged(inverse)
            || object.hasNewLink(link, to: other.row.handle)
          {
            other.linkBack(object.row.handle, inverse)
          } else {
            forgetCut(other.row.handle, of: object, link)
          }
        } else if !other.leads(to: object.row.handle, inverse) {
          // It was linked elsewhere in the meantime.
          object.unlink(other.row.handle, link.place, hint: nil)
        }
      }
      if link.isToMany { noteEdits(of: object, link.place) }
    }
  }

  /// Clears the links of remaining objects to a deleted object. Links that prevent the deletion are kept.
  func unlinkOthers(of object: ManagedObject) {
    let handle = object.row.handle
    for link in object.shape.links
    where link.hasInverse && link.deleteRule != .noAction && !object.isDenied(by: link.deleteRule) {
      for other in object.related(link.place) where other.isFilled() {
        let inverse = link.inverse(in: other.shape)
        // A list without the object must not record it as a member in the store.
        if other.leads(to: handle, inverse) { other.unlink(handle, inverse, hint: nil) }
      }
    }
  }

  /// Removes a link that others have cleared: its other side was read since.
  private func forgetCut(_ end: Handle, of object: ManagedObject, _ link: LinkPlan) {
    if link.isToMany {
      object.row.list(link.place).removeUnnoticed(end, returns: false)
    } else {
      object.unlink(end, link.place, hint: nil)
    }
  }

  /// Marks an object as changed, because a list was edited while the object was marked for deletion.
  private func noteEdits(of object: ManagedObject, _ place: RowPlace) {
    let (added, removed) = object.row.list(place).editedMembers
    if added.isEmpty, removed.isEmpty { return }
    if object.row.state.contains(.unchanged) { graph.noteFirstChange(object, isRecorded: false) }
    object.row.setChanged(place, true)
  }
}

extension ManagedObject {
  /// Returns whether a link to an object is not saved yet.
  fileprivate final func hasNewLink(_ link: LinkPlan, to end: Handle) -> Bool {
    link.isToMany
      ? row.list(link.place).edit(of: end) == .added : row.savedEnd(link.place) != end
  }

  /// Returns whether a relationship leads to an object.
  fileprivate final func leads(to handle: Handle, _ place: RowPlace) -> Bool {
    place.kind == .objects
      ? loadedList(place).contains(handle) : row.link(place).handle == handle
  }
}
