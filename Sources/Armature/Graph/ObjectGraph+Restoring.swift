import ArmatureModel

/// Giving objects back what they were saved with.
extension ObjectGraph {
  /// Gives an object back what it was saved with.
  func restore(_ object: ManagedObject) {
    if object.row.state.contains(.fault) { return }
    if object.row.state.contains(.deleted) {
      restoreDeleted(object)
    }
    restoreSaved(object)
  }

  /// Puts the saved values of an object in place of its present ones, for the indexes, too.
  func restoreSaved(_ object: ManagedObject) {
    listeners.noteRestoring(object)
    indexes.remove(object)
    object.row.restoreCommitted(object.shape)
    object.row.settle(object.shape)
    pass(object, .revert)
    if object.shape.pointee.hasIndexes { indexes.touch(object) }
  }
}
