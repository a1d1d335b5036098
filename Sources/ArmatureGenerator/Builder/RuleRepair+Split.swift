import Armature

/// Distributes a collection that is too large for a rule over several objects.
extension RuleRepair {
  /// The number of steps after which a collection may be split.
  static let stepsBeforeSplit = 32
  /// The minimum number of members that an object keeps, and the maximum number that a new object receives.
  private static let sizes = (least: 4, most: 16)

  /// Moves members of the collections that a broken rule reads to new objects like the owner. Returns false if no
  /// member could be moved.
  func split(_ object: ManagedObject, _ report: ValidationReport) throws -> Bool {
    var hasMoved = false
    for problem in problems(in: report, object) {
      for path in problem.predicate?.paths ?? [] {
        var holder = object
        for name in path {
          guard let step = builder.plan(of: holder).relationship(named: name) else { break }
          if step.description.isToMany {
            if try split(holder, step, object) { hasMoved = true }
            break
          }
          guard let next = builder.related(holder, step.description).first else { break }
          holder = next
        }
      }
    }
    return hasMoved
  }

  private func split(
    _ holder: ManagedObject, _ relationship: EntityPlan.RelationshipPlan, _ object: ManagedObject
  ) throws -> Bool {
    guard let inverse = relationship.inverse, !inverse.isToMany else { return false }
    var members = builder.related(holder, relationship.description).filter(builder.isOwn)
    if members.count <= Self.sizes.least { return false }
    func move(_ member: ManagedObject, to other: ManagedObject?) throws {
      guard let back = builder.plan(of: member).relationship(named: inverse.name) else { return }
      _ = try Edit.link(member, back, other).apply(builder)
    }
    var moved: [ManagedObject] = []
    while members.count > Self.sizes.least, !builder.isFine(object) {
      let half = members.suffix(members.count / 2)
      members.removeLast(half.count)
      for member in half where member !== object { try move(member, to: nil) }
      moved += half.filter { $0 !== object }
    }
    var open: (holder: ManagedObject, count: Int)?
    for member in moved {
      if let (other, count) = open, count < Self.sizes.most {
        try move(member, to: other)
        if failures(of: [other, member]) == 0 {
          open = (other, count + 1)
          continue
        }
      }
      guard let other = try builder.spare(holder.entity.name) else {
        try move(member, to: holder)
        continue
      }
      try move(member, to: other)
      open = (other, 1)
    }
    return !moved.isEmpty
  }
}
