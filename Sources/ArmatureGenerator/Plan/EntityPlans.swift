import Armature

/// How the objects of a model are made, and what a generator remembers between calls.
final class EntityPlans {
  let model: ManagedObjectModel
  var random: SplitMix64
  private var plans: [String: EntityPlan] = [:]
  private var supplied: [String: [AttributeValue]] = [:]
  private var links: [String: EntityPlan.LinkSupply] = [:]
  private var memory: ContextMemory?
  private var knownWays: RuleWays?
  private let filter: ValueSampler.Filter?

  init(_ model: ManagedObjectModel, seed: UInt64, filter: ValueSampler.Filter?) {
    self.model = model
    self.filter = filter
    random = SplitMix64(seed: seed)
  }

  /// Gives an attribute values, also in the entities that inherit from its own.
  func supply(_ values: [AttributeValue], for attribute: String, of entity: String) {
    for name in names(under: entity) { supplied["\(name).\(attribute)"] = values }
    forgetPlans()
  }

  /// Gives a relationship objects to lead to, also in the entities that inherit from its own.
  func supply(
    for relationship: String, of entity: String, from links: @escaping EntityPlan.LinkSupply
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

  /// Goes on as new plans with this seed would, but for what was supplied.
  func reseed(_ seed: UInt64) {
    random = SplitMix64(seed: seed)
    memory = nil
  }

  /// How objects of an entity are made; the model has the entity.
  func plan(of name: String) -> EntityPlan {
    if let plan = plans[name] { return plan }
    let plan = EntityPlan(
      model[name] ?? EntityDescription(name), in: model, supplied: supplied, links: links,
      filter: filter)
    plans[name] = plan
    return plan
  }

  /// How the rules of the model read other objects.
  var ways: RuleWays {
    if let knownWays { return knownWays }
    let made = RuleWays(self)
    knownWays = made
    return made
  }

  /// The memory of a context; only that of the last one is kept.
  func memory(of context: ManagedObjectContext) -> ContextMemory {
    if let memory, memory.context === context { return memory }
    let made = ContextMemory(context)
    memory = made
    return made
  }
}
