import Armature

/// What a generator knows of a context from one call to the next, so that each takes no longer.
final class ContextMemory {
  private(set) weak var context: ManagedObjectContext?
  /// For each constraint the next of the values that are gone through in order.
  var cursors: [EntityPlan.Constraint: Int] = [:]
  /// For each relationship how many objects at the start of those it leads to have no room left.
  var full: [String: Int] = [:]

  init(_ context: ManagedObjectContext) { self.context = context }
}
