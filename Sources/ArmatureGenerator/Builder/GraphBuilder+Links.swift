import Armature

/// Links between objects.
extension GraphBuilder {
  /// The steps of linking objects. The most restricted links come first.
  enum LinkPhase: CaseIterable {
    /// The minimum number of members of to-many relationships.
    case least
    /// The objects that to-one relationships require.
    case required
    /// Optional links.
    case extra
    /// Relationships with supplied objects. The choice depends on the other links.
    case supplied
  }

  func link(_ object: ManagedObject, _ phase: LinkPhase) throws {
    if phase == .required { try linkToOwner(object) }
    for relationship in plan(of: object).relationships {
      if phase == .supplied {
        if relationship.provider != nil { try linkSupplied(object, relationship) }
      } else if relationship.provider == nil {
        try link(object, relationship, phase)
      }
    }
  }

  private func link(
    _ object: ManagedObject, _ relationship: EntityPlan.RelationshipPlan, _ phase: LinkPhase
  ) throws {
    let description = relationship.description
    switch phase {
    case .least:
      guard description.isToMany, relationship.counts.least > 0 else { return }
      var count = related(object, description).count
      // An optional relationship is empty or has at least the number of members that rules require.
      if relationship.counts.mayBeNone, count == 0, random.oneIn(2) { return }
      while count < relationship.counts.least {
        try link(object, relationship, to: target(of: object, relationship))
        count += 1
      }
    case .required:
      guard !description.isToMany, !description.isOptional, !description.leadsToOwner else {
        return
      }
      if related(object, description).isEmpty {
        try link(object, relationship, to: target(of: object, relationship))
      }
    case .extra, .supplied: try linkMore(object, relationship)
    }
  }

  /// Links a part to an owner, unless it has one.
  private func linkToOwner(_ object: ManagedObject) throws {
    var ways = plan(of: object).relationships.filter(\.description.leadsToOwner)
    if ways.isEmpty || ways.contains(where: { !related(object, $0.description).isEmpty }) { return }
    ways.swapAt(0, random.below(ways.count))
    for way in ways {
      if let owner = existing(for: object, way) { return try link(object, way, to: owner) }
    }
    // An owner of the same kind would need an owner itself.
    guard let way = ways.first(where: { !$0.isOfOwnKind }) else { return }
    try link(object, way, to: insert(way.description.destination))
  }

  /// Links an object to supplied objects. If none are supplied, links it as usual.
  private func linkSupplied(
    _ object: ManagedObject, _ relationship: EntityPlan.RelationshipPlan
  ) throws {
    guard var candidates = try relationship.supplied(to: object) else {
      for phase in [LinkPhase.least, .required, .extra] { try link(object, relationship, phase) }
      return
    }
    var wanted = relationship.description.isToMany ? max(relationship.counts.least, 1) : 1
    wanted -= related(object, relationship.description).count
    while wanted > 0, !candidates.isEmpty {
      let target = candidates.remove(at: random.below(candidates.count))
      try link(object, relationship, to: target)
      wanted -= 1
    }
  }

  private func linkMore(
    _ object: ManagedObject, _ relationship: EntityPlan.RelationshipPlan
  ) throws {
    let description = relationship.description
    // A part has one owner, and is made for it.
    if description.isOwned || description.leadsToOwner { return }
    // If possible, the members of a to-many relationship create the link from their side.
    if description.isToMany, relationship.inverse.map({ !$0.isToMany }) ?? false { return }
    let count = related(object, description).count
    if relationship.counts.mayBeNone, relationship.counts.least > 1, count == 0 { return }
    let wanted = description.isToMany ? random.below(3) : (random.oneIn(4) ? 0 : 1)
    let most = relationship.counts.most - count
    for _ in 0..<max(0, min(most, wanted - (description.isToMany ? 0 : count))) {
      guard let target = existing(for: object, relationship) else { return }
      try link(object, relationship, to: target)
    }
  }

  /// Returns the destination objects of a relationship.
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
    noteLink(relationship, to: target)
  }

  /// Returns an object for a relationship: an existing one if possible, otherwise a new one.
  private func target(
    of object: ManagedObject, _ relationship: EntityPlan.RelationshipPlan
  ) throws -> ManagedObject {
    if relationship.description.isOwned { return try insert(relationship.description.destination) }
    if let found = existing(for: object, relationship) { return found }
    // The first object of a chain leads to itself; otherwise the chain would be endless.
    if relationship.isOfOwnKind, !relationship.description.isToMany, hasRoom(object, relationship) {
      return object
    }
    return try insert(relationship.description.destination)
  }

  /// Returns an existing object that a relationship can lead to but does not yet.
  ///
  /// - Parameter isOlder: Whether links within one entity lead only to objects made earlier, so that links form no
  ///   cycle.
  func existing(
    for object: ManagedObject, _ relationship: EntityPlan.RelationshipPlan, isOlder: Bool = true
  ) -> ManagedObject? {
    let destination = relationship.description.destination
    let count = context.positionCount(of: destination)
    if count == 0 { return nil }
    let current = related(object, relationship.description)
    func fitting(_ position: Int) -> ManagedObject? {
      guard let target = context.object(of: destination, at: position) else { return nil }
      if isOlder, relationship.isOfOwnKind, target.objectID.key >= object.objectID.key {
        return nil
      }
      let isFitting = hasRoom(target, relationship) && !current.contains { $0 === target }
      return isFitting ? target : nil
    }
    for _ in 0..<8 {
      if let target = fitting(random.below(count)) { return target }
    }
    let key = "\(destination).\(relationship.description.inverse ?? relationship.name)"
    // Objects were removed, so positions have changed.
    var start = memory.full[key].flatMap { $0 <= count ? $0 : nil } ?? 0
    while start < count,
      context.object(of: destination, at: start).map({ isFull($0, relationship) }) ?? true
    { start += 1 }
    memory.full[key] = start
    return (start..<count).prefix(1_000).lazy.compactMap(fitting).first
  }

  private func isFull(
    _ target: ManagedObject, _ relationship: EntityPlan.RelationshipPlan
  ) -> Bool {
    guard let inverse = relationship.inverse, let counts = relationship.inverseCounts,
      counts.most < .max
    else { return false }
    return related(target, inverse).count >= counts.most
  }

  /// Returns whether an object stays as valid as before with one more link from it.
  private func hasRoom(
    _ target: ManagedObject, _ relationship: EntityPlan.RelationshipPlan
  ) -> Bool {
    if isFull(target, relationship) { return false }
    guard let inverse = relationship.inverse, let counts = relationship.inverseCounts,
      counts.mayBeNone, counts.least > 1
    else { return true }
    return related(target, inverse).count >= counts.least
  }
}
