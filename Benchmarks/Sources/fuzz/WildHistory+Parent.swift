@_spi(Invariants) import Armature
import ArmatureModel

/// A context with a parent, whose hooks change the objects of the context while it reads and saves.
extension WildHistory {
  /// Performs one action on the parent and ignores errors.
  func actOnParent() {
    guard let parent, !othersSave else { return }
    switch choices.below(6) {
    case 0, 1, 2:
      // The next save reads the objects again, and calls their hooks.
      trace.note("  the parent forgets unused")
      parent.evictUnusedObjects()
    case 3:
      trace.note("  the parent saves")
      othersSave = true
      defer { othersSave = false }
      try? parent.save()
    case 4:
      let objects = parent.registeredObjects
      guard !objects.isEmpty else { return }
      let object = choices.pick(objects)
      trace.note("  the parent sets \(object.objectID).t")
      parentHasChanged = true
      try? object.setValue(AttributeValue.string("text \(choices.below(4))"), forKey: "t")
    default:
      let objects = parent.registeredObjects
      guard !objects.isEmpty else { return }
      let object = choices.pick(objects)
      trace.note("  the parent deletes \(object.objectID)")
      parentHasChanged = true
      try? parent.delete(object)
    }
  }

  /// Returns a difference between the saved objects of the context and the parent, if only the context has changed them.
  func parentProblem() throws -> String? {
    guard parent != nil, !parentHasChanged, !othersHaveSaved else { return nil }
    return context.checkInvariants(isUpToDate: true).first.map { "the parent differs: \($0)" }
  }
}
