import Armature

/// State that a generator keeps about a context between calls, so that later calls do not become slower.
final class ContextMemory {
  private(set) weak var context: ManagedObjectContext?
  /// For each constraint, the position of the next countable value to try.
  var cursors: [EntityPlan.Constraint: Int] = [:]
  /// For each relationship, the number of leading destination objects that cannot take another link.
  var full: [String: Int] = [:]

  init(_ context: ManagedObjectContext) { self.context = context }
}
