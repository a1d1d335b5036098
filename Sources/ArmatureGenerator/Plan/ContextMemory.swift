import Armature

/// What a generator remembers of a context between calls, so that later calls take no longer.
final class ContextMemory {
  private(set) weak var context: ManagedObjectContext?
  /// For each constraint, the position of the next countable value to try.
  var cursors: [EntityPlan.Constraint: Int] = [:]
  /// For each relationship, how many of the first objects that it leads to have no room left.
  var full: [String: Int] = [:]

  init(_ context: ManagedObjectContext) { self.context = context }
}
