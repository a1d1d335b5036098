import Armature

/// Makes the objects of one call: sets their values, links them, and repairs broken rules.
final class GraphBuilder {
  let plans: EntityPlans
  let context: ManagedObjectContext
  let memory: ContextMemory
  var random: SplitMix64
  /// The objects that were made, in order.
  var made: [ManagedObject] = []
  /// The start of the objects being completed in `made`, and of their links in `linkedOthers`. Objects that they need
  /// meanwhile are appended and completed first.
  private var base = (made: 0, others: 0)
  /// All objects made here. Other objects in the context keep their values and links.
  var own: Set<ObjectIdentifier> = []
  /// The objects that repair has visited. Their failures count against edits for other objects.
  private var settled: Set<ObjectIdentifier> = []
  /// Links to objects not made here. Their rules may read these links.
  private var linkedOthers: [(object: ManagedObject, property: String)] = []
  /// The constraints without untried countable values.
  var exhausted: Set<EntityPlan.Constraint> = []
  /// The objects with rules that read other objects; computed when the first broken rule is found.
  lazy var dependencies = RuleDependencies(self)
  /// The number of objects read by rules during the search. A limit on it replaces a time limit.
  var effort = 0
  private var spareCount = 0
  /// The depth of nested objects: each is made for a link of another object in progress.
  private(set) var depth = 0

  /// The limit of ``effort``, which takes some seconds to reach.
  static let mostEffort = 400_000

  init(_ plans: EntityPlans, _ context: ManagedObjectContext) {
    self.plans = plans
    self.context = context
    memory = plans.memory(of: context)
    random = plans.random
  }

  func build(_ counts: [String: Int]) throws -> [String: [ManagedObject]] {
    defer { plans.random = random }
    var requested: [String: [ManagedObject]] = [:]
    for entity in plans.model.entities {
      guard let count = counts[entity.name], count > 0 else { continue }
      requested[entity.name] = try (0..<count).map { _ in try insert(entity.name) }
    }
    try complete(made.count)
    return requested
  }

  /// Creates a valid object and the objects that it requires.
  func makeValid(_ entity: String) throws -> ManagedObject {
    let outer = base
    base = (made.count, linkedOthers.count)
    defer { base = outer }
    let object = try insert(entity)
    try complete(1)
    return object
  }

  /// Makes another object for a link if no existing one fits. Returns `nil` beyond a limit, or if no valid object is
  /// found.
  func spare(_ entity: String) throws -> ManagedObject? {
    if depth == 2 || spareCount > 100 + own.count { return nil }
    spareCount += 1
    depth += 1
    defer { depth -= 1 }
    let counts = (made: made.count, others: linkedOthers.count)
    do {
      return try context.attempt { try makeValid(entity) }
    } catch is GenerationError {
      for object in made[counts.made...] {
        own.remove(ObjectIdentifier(object))
        settled.remove(ObjectIdentifier(object))
      }
      made.removeSubrange(counts.made...)
      linkedOthers.removeSubrange(counts.others...)
      return nil
    }
  }

  /// Links the objects, makes the objects that links require, and repairs broken rules.
  private func complete(_ requestedCount: Int) throws {
    let limit = 1_000 + 50 * requestedCount
    var next = base.made
    while next < made.count {
      if made.count - base.made > limit {
        throw GenerationError(
          made[base.made].entity.name, requiredObjects: made.count - base.made)
      }
      // Objects made meanwhile are linked in the next round.
      let round = made[next...].filter { !plan(of: $0).relationships.isEmpty }
      next = made.count
      for phase in LinkPhase.allCases {
        for object in round { try link(object, phase) }
      }
    }
    try repair()
  }

  /// Repairs objects until no rule is broken; throws an error if that fails.
  private func repair() throws {
    let repair = RuleRepair(self)
    var attempts: [ObjectIdentifier: Int] = [:]
    var (repaired, resisted) = (0, 0)
    var firstResisting: ManagedObject?
    func settle(_ object: ManagedObject) throws {
      defer { settled.insert(ObjectIdentifier(object)) }
      if isFine(object) { return }
      let report = try repair.repair(object)
      if report.isEmpty, effort < Self.mostEffort {
        repaired += 1
        return
      }
      resisted += 1
      attempts[ObjectIdentifier(object), default: 0] += 1
      if firstResisting.map(isFine) ?? true { firstResisting = object }
      // Changes for other objects may help this one later. But if several resist repair, the others will as well.
      if attempts[ObjectIdentifier(object)] == 3 || resisted >= 3 + repaired / 4
        || effort >= Self.mostEffort
      {
        let object = firstResisting ?? object
        throw GenerationError(object, object.validate(), plan(of: object))
      }
    }
    // In the order of creation, links mostly lead back. A change that a rule passes on from object to object therefore
    // reaches all of them in one pass.
    for object in made[base.made...] { try settle(object) }
    while true {
      // A change for one object may break a rule of another.
      let others = dependencies.readers(of: Array(linkedOthers[base.others...])).filter {
        !isOwn($0)
      }
      let invalid = (made[base.made...] + others).filter { !isFine($0) }
      if invalid.isEmpty { return }
      for object in invalid { try settle(object) }
    }
  }

  /// Returns whether failures of an object count against edits for other objects.
  func isSettled(_ object: ManagedObject) -> Bool {
    settled.contains(ObjectIdentifier(object)) || !isOwn(object)
  }

  func isFine(_ object: ManagedObject) -> Bool {
    plan(of: object).constraints.isEmpty ? object.isValid : object.validate().isEmpty
  }

  /// Records a link to an object not made here, because its inverse changes.
  func noteLink(_ relationship: EntityPlan.RelationshipPlan, to target: ManagedObject) {
    guard let inverse = relationship.inverse, !isOwn(target) else { return }
    linkedOthers.append((target, inverse.name))
  }

  func isOwn(_ object: ManagedObject) -> Bool { own.contains(ObjectIdentifier(object)) }

  func plan(of object: ManagedObject) -> EntityPlan { plans.plan(of: object.entity.name) }
}

/// Objects and their values.
extension GraphBuilder {
  /// Inserts an object of an entity, or of a sub-entity if the entity is abstract.
  func insert(_ name: String) throws -> ManagedObject {
    var name = name
    if plans.model[name]?.isAbstract == true {
      name = random.element(of: plans.model.concreteEntities(of: name)) ?? name
    }
    let plan = plans.plan(of: name)
    // Values come first, so that the index reads the object only when it is complete.
    let values = plan.attributes.map { attribute in
      !attribute.isRequired && random.oneIn(5) ? .null : value(for: attribute, plan)
    }
    let object = try context.insert(name)
    for (attribute, value) in zip(plan.attributes, values) {
      set(attribute, of: object, to: value)
    }
    made.append(object)
    own.insert(ObjectIdentifier(object))
    return object
  }

  func set(
    _ attribute: EntityPlan.AttributePlan, of object: ManagedObject, to value: AttributeValue
  ) {
    // A rejected value leaves the attribute unchanged; validation reports that.
    try? object.setValue(value.isNull ? nil : value, forKey: attribute.name)
  }

  /// Returns a value for an attribute. It is unique if a constraint requires that.
  func value(
    for attribute: EntityPlan.AttributePlan, _ plan: EntityPlan, isStrict: Bool = false,
    tries: Int = ValueSampler.tries
  ) -> AttributeValue {
    let sampler = isStrict ? attribute.strict : attribute.usual
    guard let position = attribute.constraint else {
      return sampler.sample(&random, tries: tries)
    }
    let constraint = plan.constraints[position]
    func isNew(_ value: AttributeValue) -> Bool {
      !context.hasObject(of: constraint.entity, with: value, for: attribute.name)
    }
    if !exhausted.contains(constraint) {
      for _ in 0..<min(100, tries) {
        let value = sampler.sample(&random, tries: tries)
        if isNew(value) { return value }
      }
      // If random values collide, countable values are tried in order: from the position of the last call, and once
      // from the start, because values may have become free.
      for start in [memory.cursors[constraint, default: 0], 0] {
        var cursor = start
        while let value = sampler.value(at: cursor) {
          cursor += 1
          memory.cursors[constraint] = cursor
          if isNew(value) { return value }
        }
        if start == 0 { break }
      }
      exhausted.insert(constraint)
    }
    return sampler.sample(&random, tries: tries)
  }
}
