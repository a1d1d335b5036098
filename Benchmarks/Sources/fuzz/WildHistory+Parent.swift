@_spi(Invariants) import Armature
import ArmatureModel
import Observation

/// A context with a parent, whose hooks change the objects of the context while it reads and saves.
extension WildHistory {
  /// The hooks that may belong to the parent without being called by one of its objects.
  static let parentHooks = ["deinit", "onChange"]

  /// Saves a few objects, so that the parent can release them and read them again.
  func stockParent() {
    guard let parent else { return }
    for _ in 0..<(2 + choices.below(4)) {
      let entity = choices.pick(context.model.entities).name
      trace.note("insert \(entity)")
      _ = try? context.insert(entity)
    }
    try? context.save()
    try? parent.save()
    parent.tracksReads = choices.bool()
  }

  /// Changes an object of the context, and lets the parent release its objects. The next save makes the parent read
  /// some of them again, which calls their hooks.
  func releaseParent() {
    let objects = context.registeredObjects
    if !objects.isEmpty {
      let object = choices.pick(objects)
      trace.note("set \(object.objectID).t")
      try? object.setValue(AttributeValue.string("text \(choices.below(4))"), forKey: "t")
    }
    observeParent()
    trace.note("the parent forgets unused")
    parent?.evictUnusedObjects()
  }

  /// Calls a hook when a property of a random object of the parent changes.
  private func observeParent() {
    guard let parent, parent.tracksReads else { return }
    let objects = parent.registeredObjects
    if objects.isEmpty { return }
    let object = choices.pick(objects)
    trace.note("observe \(object.objectID).t in the parent")
    withObservationTracking {
      _ = object["t"]
    } onChange: {
      WildHistory.current?.hook("onChange")
    }
  }

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
