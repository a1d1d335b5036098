import ArmatureModel

/// Deleting the parts that were removed from their owners.
extension ManagedObjectContext {
  /// Whether a changed object has lost its owner.
  var hasLostParts: Bool { runtime.hasParts && updatedObjects.contains(where: \.hasLostOwner) }

  /// Deletes the changed objects that have lost their owner, with all their own parts.
  func deleteLostParts() throws {
    guard runtime.hasParts else { return }
    for object in updatedObjects where object.isThere && object.hasLostOwner {
      try delete(object)
    }
  }
}
