import Armature

/// Makes the objects of one call: fills them, links them, and repairs what rules still refuse.
final class GraphBuilder {
  let generator: ObjectGenerator
  let context: ManagedObjectContext
  var random: SplitMix64
  private var made: [ManagedObject] = []
  /// The objects of each entity that links may lead to, those that were there before included.
  private var pools: [String: [ManagedObject]] = [:]
  /// For each relationship how many objects at the start of the pool have no room left.
  private var full: [String: Int] = [:]
  private var used: [EntityPlan.Constraint: Set<AttributeValue>] = [:]
  private var cursors: [EntityPlan.Constraint: Int] = [:]
  private var spareCount = 0

  init(_ generator: ObjectGenerator, _ context: ManagedObjectContext) {
    self.generator = generator
    self.context = context
    random = generator.random
  }

  func build(_ counts: [String: Int]) throws -> [String: [ManagedObject]] {
    defer { generator.random = random }
    var requested: [String: [ManagedObject]] = [:]
    for entity in generator.model.entities {
      guard let count = counts[entity.name], count > 0 else { continue }
      requested[entity.name] = try (0..<count).map { _ in try insert(entity.name) }
    }
    try complete(made)
    return requested
  }

  /// Makes one valid object, with those that it requires.
  func makeValid(_ entity: String) throws -> ManagedObject {
    made = []
    let object = try insert(entity)
    try complete(made)
    return object
  }

  /// Makes one more object for a link where none of those that are there fits; `nil` after too
  /// many.
  func spare(_ entity: String) throws -> ManagedObject? {
    if spareCount == 100 { return nil }
    spareCount += 1
    let before = made
    defer { made = before + made }
    return try makeValid(entity)
  }

  /// Links what was made, makes what that requires, and repairs what rules refuse.
  private func complete(_ requested: [ManagedObject]) throws {
    let limit = 1_000 + 50 * requested.count
    var next = 0
    while next < made.count {
      if made.count > limit {
        throw GenerationError(
          entity: made[0].entity.name, report: ValidationReport(), requiredObjects: made.count)
      }
      // What is made meanwhile gets its links in the next round.
      let round = made[next...].filter { !plan(of: $0).relationships.isEmpty }
      next = made.count
      for phase in [LinkPhase.least, .required, .extra] {
        for object in round { try link(object, phase) }
      }
    }
    var invalid = made.filter { !isFine($0) }
    for _ in 0..<4 where !invalid.isEmpty {
      let repair = RuleRepair(self)
      var failures = 0
      for object in invalid where failures < 3 {
        // Where several cannot be repaired, the others will not be either.
        failures += try repair.repair(object).isEmpty ? 0 : 1
      }
      if failures == 3 { break }
      // What changed for one object may have broken a rule of another.
      invalid = made.filter { !isFine($0) }
    }
    guard let object = invalid.first(where: { !isFine($0) }) else { return }
    throw GenerationError(
      entity: object.entity.name, report: object.validate(), requiredObjects: 0)
  }

  private func isFine(_ object: ManagedObject) -> Bool {
    plan(of: object).constraints.isEmpty ? object.isValid : object.validate().isEmpty
  }

  func plan(of object: ManagedObject) -> EntityPlan { generator.plan(of: object.entity.name) }
}

// MARK: Objects

extension GraphBuilder {
  /// Inserts an object of an entity, or of one that inherits from it if it is abstract.
  private func insert(_ name: String) throws -> ManagedObject {
    var name = name
    if generator.model[name]?.isAbstract == true {
      name = random.element(of: generator.model.concreteEntities(under: name)) ?? name
    }
    let object = try context.insert(name)
    let plan = generator.plan(of: name)
    for attribute in plan.attributes {
      let isAbsent = !attribute.isRequired && random.oneIn(5)
      set(attribute, of: object, to: isAbsent ? .null : value(for: attribute, plan))
    }
    made.append(object)
    for entity in pools.keys where generator.model.entity(name, isKindOf: entity) {
      pools[entity]?.append(object)
    }
    return object
  }

  func set(
    _ attribute: EntityPlan.AttributePlan, of object: ManagedObject, to value: AttributeValue
  ) {
    // What is refused leaves the attribute as it is, and validation says so.
    try? object.setValue(value.isNull ? nil : value, forKey: attribute.name)
  }

  /// A value for an attribute that is unlike those of others if it has to be.
  func value(
    for attribute: EntityPlan.AttributePlan, _ plan: EntityPlan, isStrict: Bool = false,
    tries: Int = ValueSampler.tries
  ) -> AttributeValue {
    let sampler = isStrict ? attribute.strict : attribute.usual
    guard let position = attribute.constraint else {
      return sampler.sample(&random, tries: tries)
    }
    let constraint = plan.constraints[position]
    if used[constraint] == nil {
      let others = context.objects(of: constraint.entity)
      used[constraint] = Set(others.compactMap { $0[attribute.name] })
    }
    for _ in 0..<min(100, tries) {
      let value = sampler.sample(&random, tries: tries)
      if used[constraint]?.insert(value).inserted == true { return value }
    }
    // Chance has run out of values: those that can be counted are gone through in order.
    while let value = sampler.value(at: cursors[constraint, default: 0]) {
      cursors[constraint, default: 0] += 1
      if used[constraint]?.insert(value).inserted == true { return value }
    }
    return sampler.sample(&random, tries: tries)
  }
}

// MARK: Links

extension GraphBuilder {
  /// The steps in which objects are linked: what is hardest to find objects for comes first.
  enum LinkPhase {
    /// The least number of members of to-many relationships.
    case least
    /// The objects that to-one relationships require.
    case required
    /// What may be there, and may be absent.
    case extra
  }

  private func link(_ object: ManagedObject, _ phase: LinkPhase) throws {
    for relationship in plan(of: object).relationships {
      let description = relationship.description
      switch phase {
      case .least:
        guard description.isToMany, relationship.least > 0 else { continue }
        var count = related(object, relationship.description).count
        // An optional relationship has none, or as many as it must.
        if description.isOptional, count == 0, random.oneIn(2) { continue }
        while count < relationship.least {
          try link(object, relationship, to: target(of: object, relationship))
          count += 1
        }
      case .required:
        guard !description.isToMany, !description.isOptional else { continue }
        if related(object, relationship.description).isEmpty {
          try link(object, relationship, to: target(of: object, relationship))
        }
      case .extra: try linkMore(object, relationship)
      }
    }
  }

  private func linkMore(
    _ object: ManagedObject, _ relationship: EntityPlan.RelationshipPlan
  ) throws {
    let description = relationship.description
    // The members of a to-many relationship choose it from their side, if they can.
    if description.isToMany, relationship.inverse.map({ !$0.isToMany }) ?? false { return }
    let count = related(object, relationship.description).count
    if description.isOptional, description.minimumCount > 1, count == 0 { return }
    let wanted = description.isToMany ? random.below(3) : (random.oneIn(4) ? 0 : 1)
    for _ in 0..<max(0, min(relationship.most - count, wanted - (description.isToMany ? 0 : count)))
    {
      guard let target = existing(for: object, relationship) else { return }
      try link(object, relationship, to: target)
    }
  }

  /// The objects that a relationship leads to.
  func related(
    _ object: ManagedObject, _ relationship: RelationshipDescription
  ) -> [ManagedObject] {
    if relationship.isToMany {
      return (try? object.value(forKey: relationship.name, as: [ManagedObject].self)) ?? []
    }
    let end = try? object.value(forKey: relationship.name, as: ManagedObject.self)
    return end.map { [$0] } ?? []
  }

  private func link(
    _ object: ManagedObject, _ relationship: EntityPlan.RelationshipPlan, to target: ManagedObject
  ) throws {
    if relationship.description.isToMany {
      try object.insert(target, into: relationship.name)
    } else {
      try object.setValue(target, forKey: relationship.name)
    }
  }

  /// An object that a relationship can lead to: one that is there, or else a new one.
  private func target(
    of object: ManagedObject, _ relationship: EntityPlan.RelationshipPlan
  ) throws -> ManagedObject {
    if let found = existing(for: object, relationship) { return found }
    // The first of a chain leads to itself: else there would be no end.
    if relationship.isOfOwnKind, !relationship.description.isToMany, hasRoom(object, relationship) {
      return object
    }
    return try insert(relationship.description.destination)
  }

  /// An object that a relationship can lead to besides those it leads to already.
  func existing(
    for object: ManagedObject, _ relationship: EntityPlan.RelationshipPlan
  ) -> ManagedObject? {
    let destination = relationship.description.destination
    if pools[destination] == nil { pools[destination] = context.objects(of: destination) }
    guard let pool = pools[destination], !pool.isEmpty else { return nil }
    let current = related(object, relationship.description)
    func isFitting(_ target: ManagedObject) -> Bool {
      // Within one entity links lead to what was made before, so that they form no circle.
      if relationship.isOfOwnKind, target.objectID.key >= object.objectID.key { return false }
      return hasRoom(target, relationship) && !current.contains { $0 === target }
    }
    for _ in 0..<8 {
      let target = pool[random.below(pool.count)]
      if isFitting(target) { return target }
    }
    let key = "\(destination).\(relationship.description.inverse ?? relationship.name)"
    var start = full[key, default: 0]
    while start < pool.count, isFull(pool[start], relationship) { start += 1 }
    full[key] = start
    return pool[start...].prefix(1_000).first(where: isFitting)
  }

  private func isFull(
    _ target: ManagedObject, _ relationship: EntityPlan.RelationshipPlan
  ) -> Bool {
    guard let inverse = relationship.inverse, inverse.greatestCount < .max else { return false }
    return related(target, inverse).count >= inverse.greatestCount
  }

  /// Whether one more link back leaves an object as valid as it was.
  private func hasRoom(
    _ target: ManagedObject, _ relationship: EntityPlan.RelationshipPlan
  ) -> Bool {
    if isFull(target, relationship) { return false }
    guard let inverse = relationship.inverse, inverse.minimumCount > 1 else { return true }
    return related(target, inverse).count >= inverse.minimumCount
  }
}
