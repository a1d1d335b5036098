import ArmatureModel

/// Dropping the changes of single objects, with the other sides of their links.
extension ObjectGraph {
  /// Gives an updated object the values back that it was read with.
  ///
  /// The other sides of its links follow as ordinary changes, which so cancel out. What leads to it by
  /// to-one relationships of others is theirs, and stays: the object then counts as updated still.
  func dropChanges(_ object: ManagedObject) {
    guard object.row.state.contains(.updated), let committed = object.row.committed else { return }
    var theirs: [(place: RowPlace, member: Handle)] = []
    for link in object.shape.pointee.links {
      let place = link.place
      if link.isToMany {
        let (added, removed) = object.row.list(place).pointee.editedMembers
        if link.hasInverse, !link.isInverseToMany {
          theirs += (added + removed).map { (place, $0) }
          continue
        }
        for handle in added {
          if let member = self.object(handle) { try? object.remove(member, place) }
        }
        for handle in removed {
          if let member = self.object(handle) { try? object.add(member, place) }
        }
      } else {
        let former = committed.link(place).handle
        try? object.setEnd(former.isNone ? nil : self.object(former), place)
      }
    }
    restoreSaved(object)
    changes.count -= 1
    changes.updated.removeLast(object.row.handle)
    let handle = object.row.handle
    for (place, member) in theirs {
      guard let other = slots.pointee.anyObject(member) else { continue }
      let inverse = object.shape.pointee.link(at: place).pointee.inverse(in: other.shape)
      if other.isThere, other.row.link(inverse).handle == handle {
        object.linkBack(member, place)
      } else {
        object.unlink(member, place, hint: nil)
      }
    }
  }

  /// Clears the links to a deleted object that goes for good, where they had to stay until its deletion
  /// was saved.
  func dropHiddenLinks(to object: ManagedObject) {
    hasForgottenErased = true
    for link in object.shape.pointee.links where link.hasInverse && link.deleteRule == .deny {
      for other in object.related(link.place) {
        let (row, inverse) = (other.row, link.inverse(in: other.shape))
        if inverse.kind == .object {
          if row.link(inverse).handle == object.row.handle { row.setLink(.none, inverse) }
        } else if row.list(inverse).pointee.isLoaded {
          let list = row.list(inverse)
          list.pointee.remove(object.row.handle, hint: nil, keepsEdits: row.committed != nil)
          row.setPresent(inverse, !list.pointee.isEmpty)
        }
      }
    }
  }

  /// Has an object that others have deleted come back with the next save, as the context has it.
  ///
  /// What they have deleted with it is let go of; what they have changed since is as they have left it,
  /// and leads to the object again unless it leads elsewhere now.
  ///
  /// - Throws: What the store throws.
  func reinsert(_ object: ManagedObject) throws {
    object.row.version = 0
    let links = object.shape.pointee.links
    let ends = links.map { link in
      object.related(link.place).filter { $0.isFilled() && $0.row.version != 0 }
    }
    try context?.throwStoreError()
    let rows = try storedRows(of: ends.joined())
    for (link, ends) in zip(links, ends) {
      for end in ends where isThere(end, rows[end.row.handle]) && link.hasInverse {
        relink(object, end, link)
      }
    }
  }

  /// Whether others have left an object in the store, as which it is then, unless it has changes.
  private func isThere(_ object: ManagedObject, _ stored: StoreRow?) -> Bool {
    guard let stored else {
      if !object.row.state.contains(.gone) { letGo(object) }
      return false
    }
    if stored.version != object.row.version,
      object.row.state.isDisjoint(with: .updated | .deleted)
    {
      rebase(object, on: stored)
    }
    return true
  }

  /// Has both sides of a link lead to each other, unless the other one leads elsewhere.
  private func relink(_ object: ManagedObject, _ end: ManagedObject, _ link: LinkPlan) {
    let (handle, inverse) = (object.row.handle, link.inverse(in: end.shape))
    if inverse.kind == .object, ![.none, handle].contains(end.row.link(inverse).handle) {
      return object.unlink(end.row.handle, link.place, hint: nil)
    }
    if !object.leads(to: end.row.handle, link.place) { object.linkBack(end.row.handle, link.place) }
    if !end.leads(to: handle, inverse) { end.linkBack(handle, inverse) }
  }

  /// Takes a deletion back, with the links that led to the object.
  func undelete(_ object: ManagedObject) {
    guard object.row.state.contains(.deleted), !object.row.state.contains(.inserted) else { return }
    restoreDeleted(object, object.row.state.subtracting(.deleted))
    if !object.row.state.contains(.updated) { changes.count -= 1 }
    changes.deleted.removeLast(object.row.handle)
    for link in object.shape.pointee.links where link.hasInverse {
      for other in object.related(link.place) {
        // The object has kept its own side.
        let inverse = link.inverse(in: other.shape)
        if !other.leads(to: object.row.handle, inverse) {
          other.linkBack(object.row.handle, inverse)
        }
      }
    }
  }
}

extension ManagedObject {
  /// Whether a relationship leads to an object.
  fileprivate final func leads(to handle: Handle, _ place: RowPlace) -> Bool {
    place.kind == .objects
      ? loadedList(place).pointee.contains(handle) : row.link(place).handle == handle
  }
}
