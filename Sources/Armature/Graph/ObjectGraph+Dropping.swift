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
    changes.updated.removeAll { $0 == object.row.handle }
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

  /// Has an object that others have deleted come back with the next save, as the context has it.
  ///
  /// What they have deleted with it is let go of.
  ///
  /// - Throws: What the store throws.
  func reinsert(_ object: ManagedObject) throws {
    guard let store else { return }
    let ends = object.shape.pointee.links.map { object.related($0.place) }.joined()
    object.row.version = 0
    for end in ends where end.row.version != 0 {
      let found = try store.rows(for: [end.objectID.key], of: end.runtime.entity)
      if found.first.flatMap({ $0 }) == nil { letGo(end) }
    }
  }

  /// Takes a deletion back, with the links that led to the object.
  func undelete(_ object: ManagedObject) {
    guard object.row.state.contains(.deleted), !object.row.state.contains(.inserted) else { return }
    restoreDeleted(object, object.row.state.subtracting(.deleted))
    if !object.row.state.contains(.updated) { changes.count -= 1 }
    changes.deleted.removeAll { $0 == object.row.handle }
    for link in object.shape.pointee.links where link.hasInverse {
      for other in object.related(link.place) {
        // The object has kept its own side.
        let inverse = link.inverse(in: other.shape)
        let leadsBack =
          inverse.kind == .objects
          ? other.loadedList(inverse).pointee.contains(object.row.handle)
          : other.row.link(inverse).handle == object.row.handle
        if !leadsBack { other.linkBack(object.row.handle, inverse) }
      }
    }
  }
}
