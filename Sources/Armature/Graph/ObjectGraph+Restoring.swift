import ArmatureModel

/// Restoring the saved values of objects.
extension ObjectGraph {
  /// Restores the saved state of an object.
  func restore(_ object: ManagedObject) {
    if object.row.state.contains(.fault) { return }
    if object.row.state.contains(.deleted) {
      restoreDeleted(object)
    }
    restoreSaved(object)
  }

  /// Counts a restored object as changed if a merge has changed its links while it was deleted, because an unsaved
  /// change of another object requires it.
  func noteMergedLinks(of object: ManagedObject) {
    let row = object.row
    guard row.state.contains(.unchanged), row.committed != nil else { return }
    for link in object.shape.links where object.hasMergedEdits(link) {
      if row.state.contains(.unchanged) { noteFirstChange(object, isRecorded: false) }
      row.setChanged(link.place, true)
    }
  }

  /// Replaces the current values of an object with the saved values, and updates the indexes.
  func restoreSaved(_ object: ManagedObject) {
    listeners.noteRestoring(object)
    indexes.remove(object)
    object.row.restoreCommitted(object.shape)
    object.row.settle(object.shape)
    pass(object, .revert)
    if object.shape.hasIndexes { indexes.touch(object) }
  }
}

extension ManagedObject {
  /// Whether a relationship of an object without changes of its own differs from the saved one.
  fileprivate final func hasMergedEdits(_ link: LinkPlan) -> Bool {
    if !link.isToMany { return row.link(link.place).handle != row.savedEnd(link.place) }
    let (added, removed) = row.list(link.place).editedMembers
    return !added.isEmpty || !removed.isEmpty
  }
}
