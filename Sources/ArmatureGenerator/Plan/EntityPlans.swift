import Armature

/// The plans for all entities of a model, and the generator's state between calls.
final class EntityPlans {
  let model: ManagedObjectModel
  var random: SplitMix64
  private var plans: [String: EntityPlan] = [:]
  private var supplied: [String: [AttributeValue]] = [:]
  private var links: [String: EntityPlan.LinkProvider] = [:]
  private var memory: ContextMemory?
  private var knownWays: RuleWays?
  private let filter: ValueSampler.Filter?

  init(_ model: ManagedObjectModel, seed: UInt64, filter: ValueSampler.Filter?) {
    self.model = model
    self.filter = filter
    random = SplitMix64(seed: seed)
  }

  /// Supplies the values of an attribute, also for sub-entities.
  func supply(_ values: [AttributeValue], for attribute: String, of entity: String) {
    for name in names(under: entity) { supplied["\(name).\(attribute)"] = values }
    forgetPlans()
  }

  /// Supplies the objects of a relationship, also for sub-entities.
  func supply(
    for relationship: String, of entity: String, from links: @escaping EntityPlan.LinkProvider
  ) {
    for name in names(under: entity) { self.links["\(name).\(relationship)"] = links }
    forgetPlans()
  }

  private func names(under entity: String) -> [String] {
    model.entities.map(\.name).filter { model.entity($0, isKindOf: entity) }
  }

  private func forgetPlans() {
    plans = [:]
    knownWays = nil
  }

  /// Continues like new plans with this seed, but keeps supplied values and objects.
  func reseed(_ seed: UInt64) {
    random = SplitMix64(seed: seed)
    memory = nil
  }

  /// Returns the plan of an entity, which the model must contain.
  func plan(of name: String) -> EntityPlan {
    if let plan = plans[name] { return plan }
    let plan = EntityPlan(
      model[name] ?? EntityDescription(name), in: model, supplied: supplied, links: links,
      filter: filter)
    plans[name] = plan
    return plan
  }

  /// The paths by which the model's rules read other objects.
  var ways: RuleWays {
    if let knownWays { return knownWays }
    let made = RuleWays(self)
    knownWays = made
    return made
  }

  /// Returns the state for a context; only the last context's state is kept.
  func memory(of context: ManagedObjectContext) -> ContextMemory {
    if let memory, memory.context === context { return memory }
    let made = ContextMemory(context)
    memory = made
    return made
  }
}

/// State that a generator keeps about a context between calls, so that later calls do not become slower.
final class ContextMemory {
  private(set) weak var context: ManagedObjectContext?
  /// For each constraint, the position of the next countable value to try.
  var cursors: [EntityPlan.Constraint: Int] = [:]
  /// For each relationship, the number of leading destination objects that cannot take another link.
  var full: [String: Int] = [:]

  init(_ context: ManagedObjectContext) { self.context = context }
}
