import ArmatureModel

/// The plans of the entities to read or write, created on first use.
final class RecordPlans {
  let model: ManagedObjectModel
  private let context: ManagedObjectContext
  private let options: LoadOptions
  private var plans: [RecordPlan?]
  private var candidates: [Int: EntityCandidates] = [:]
  /// The positions of the entities by their keys in an object with records of all entities.
  private lazy var entityKeys = Dictionary(
    model.entities.enumerated().map { ($1.key ?? $1.name, $0) }
  ) { first, _ in first }

  init(_ context: ManagedObjectContext, _ options: LoadOptions) {
    self.context = context
    self.options = options
    model = context.model
    plans = Array(repeating: nil, count: context.runtime.count)
  }

  /// The plan of the entity at a position.
  subscript(position: Int) -> RecordPlan {
    if let plan = plans[position] { return plan }
    let plan = RecordPlan(context.graph.runtime(at: position), context, options)
    plans[position] = plan
    return plan
  }

  subscript(object: ManagedObject) -> RecordPlan { self[object.shape.index] }

  subscript(name: String) -> RecordPlan? { context.runtime.index(of: name).map { self[$0] } }

  /// Returns the entities that a record of an abstract entity may belong to.
  func candidates(of plan: RecordPlan) -> EntityCandidates {
    let position = plan.runtime.shape.index
    if let known = candidates[position] { return known }
    let made = EntityCandidates(
      model.concreteEntities(of: plan.name).compactMap { self[$0] })
    candidates[position] = made
    return made
  }

  /// True if an entity with a plan has an identifying attribute.
  var hasIdentities: Bool { plans.contains { $0?.identity != nil } }

  /// The keys of all entities, sorted.
  var sortedEntityKeys: [String] { entityKeys.keys.sorted() }

  /// Returns the plan of the entity with a key in an object with records of all entities.
  func plan(forKey key: String) -> RecordPlan? {
    entityKeys.value(exactly: key).map { self[$0] }
  }
}
