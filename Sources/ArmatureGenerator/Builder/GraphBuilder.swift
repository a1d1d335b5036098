import Armature

/// Makes the objects of one call: fills them, links them, and repairs what rules still refuse.
final class GraphBuilder {
  let plans: EntityPlans
  let context: ManagedObjectContext
  let memory: ContextMemory
  var random: SplitMix64
  /// What was made, in order.
  var made: [ManagedObject] = []
  /// Where what was made begins, and the links to others, that are being completed: what is made for one
  /// of these comes on top.
  private var base = (made: 0, others: 0)
  /// All that was made: others keep their values and links.
  var own: Set<ObjectIdentifier> = []
  /// What was made and has been looked at: what others ask for is not at its cost any more.
  private var settled: Set<ObjectIdentifier> = []
  /// The links that lead to objects of others, whose rules may see that.
  private var linkedOthers: [(object: ManagedObject, property: String)] = []
  /// The constraints of which all values that can be counted were tried.
  var exhausted: Set<EntityPlan.Constraint> = []
  /// Which objects read what of others; made when the first rule is found broken.
  lazy var reach = RuleReach(self)
  /// How many objects were read by rules in the search, of which there is a bound in place of time.
  var effort = 0
  private var spareCount = 0
  /// How many objects are being made for links of others that are being made.
  private(set) var depth = 0

  /// As much as takes some seconds.
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

  /// Makes one valid object, with those that it requires.
  func makeValid(_ entity: String) throws -> ManagedObject {
    let outer = base
    base = (made.count, linkedOthers.count)
    defer { base = outer }
    let object = try insert(entity)
    try complete(1)
    return object
  }

  /// Makes one more object for a link where none of those that are there fits; `nil` after too
  /// many, and if no valid one is found.
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

  /// Links what was made, makes what that requires, and repairs what rules refuse.
  private func complete(_ requestedCount: Int) throws {
    let limit = 1_000 + 50 * requestedCount
    var next = base.made
    while next < made.count {
      if made.count - base.made > limit {
        throw GenerationError(
          made[base.made].entity.name, requiredObjects: made.count - base.made)
      }
      // What is made meanwhile gets its links in the next round.
      let round = made[next...].filter { !plan(of: $0).relationships.isEmpty }
      next = made.count
      for phase in LinkPhase.allCases {
        for object in round { try link(object, phase) }
      }
    }
    try repair()
  }

  /// Repairs what rules refuse, until they refuse nothing more, or an object is found that resists.
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
      // What changes for others in between may help. Where several cannot be repaired, though, the
      // others will not be either.
      if attempts[ObjectIdentifier(object)] == 3 || resisted >= 3 + repaired / 4
        || effort >= Self.mostEffort
      {
        let object = firstResisting ?? object
        throw GenerationError(object, object.validate(), plan(of: object))
      }
    }
    // In the order in which they were made, in which links mostly lead back: what a rule hands on from
    // one to the next so comes to all of them at once.
    for object in made[base.made...] { try settle(object) }
    while true {
      // What changed for one object may have broken a rule of another.
      let others = reach.readers(of: Array(linkedOthers[base.others...])).filter { !isOwn($0) }
      let invalid = (made[base.made...] + others).filter { !isFine($0) }
      if invalid.isEmpty { return }
      for object in invalid { try settle(object) }
    }
  }

  /// Whether the rules of an object count by now.
  func isSettled(_ object: ManagedObject) -> Bool {
    settled.contains(ObjectIdentifier(object)) || !isOwn(object)
  }

  func isFine(_ object: ManagedObject) -> Bool {
    plan(of: object).constraints.isEmpty ? object.isValid : object.validate().isEmpty
  }

  /// Notes that an object may lead to another end of a link.
  func noteLink(_ relationship: EntityPlan.RelationshipPlan, to target: ManagedObject) {
    guard let inverse = relationship.inverse, !isOwn(target) else { return }
    linkedOthers.append((target, inverse.name))
  }

  func isOwn(_ object: ManagedObject) -> Bool { own.contains(ObjectIdentifier(object)) }

  func plan(of object: ManagedObject) -> EntityPlan { plans.plan(of: object.entity.name) }
}
