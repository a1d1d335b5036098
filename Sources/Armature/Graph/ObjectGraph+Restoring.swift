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

  /// Replaces the current values of an object with the saved values, and updates the indexes.
  func restoreSaved(_ object: ManagedObject) {
    listeners.noteRestoring(object)
    indexes.remove(object)
    object.row.restoreCommitted(object.shape)
    object.row.settle(object.shape)
    pass(object, .revert)
    if object.shape.pointee.hasIndexes { indexes.touch(object) }
  }
}
