import Armature

/// Edits that add or remove members of collections.
extension RuleSolver {
  /// Returns edits that reduce the number of an expression's objects.
  func shrink(
    _ expression: FetchExpression, by count: UInt, _ scopes: [ManagedObject]
  ) throws -> [Edit] {
    var members = members(of: expression, scopes)
    var edits: [Edit] = []
    for _ in 0..<count {
      if members.isEmpty { break }
      let member = members.remove(at: builder.random.below(members.count))
      if case .subquery(_, let condition) = expression, builder.random.oneIn(2) {
        edits += try self.edits(condition, false, scopes + [member])
      } else {
        edits += try remove(member, from: expression, scopes)
      }
    }
    return edits
  }

  /// Returns edits that increase the number of an expression's objects.
  func grow(
    _ expression: FetchExpression, by count: UInt, _ scopes: [ManagedObject]
  ) throws -> [Edit] {
    var edits: [Edit] = []
    if case .subquery(let base, let condition) = expression {
      var others = members(of: base, scopes).filter { !condition.holds(in: scopes + [$0]) }
      for _ in 0..<count {
        if others.isEmpty {
          edits += try grow(base, by: 1, scopes)
        } else {
          let other = others.remove(at: builder.random.below(others.count))
          edits += try self.edits(condition, true, scopes + [other])
        }
      }
      return edits
    }
    guard let (holder, relationship) = collection(expression, scopes) else { return [] }
    for _ in 0..<count {
      guard let member = try newMember(of: holder, relationship) else { break }
      edits += insertion(of: member, holder, relationship)
    }
    return edits
  }

  /// Returns an object that is in no collection yet, or that can leave its collection.
  private func newMember(
    of holder: ManagedObject, _ relationship: EntityPlan.RelationshipPlan
  ) throws -> ManagedObject? {
    if let supplied = try relationship.supplied(to: holder) {
      return builder.random.element(of: supplied)
    }
    if let free = builder.existing(for: holder, relationship) { return free }
    let destination = relationship.description.destination
    let count = builder.context.positionCount(of: destination)
    if count > 0, !builder.random.oneIn(4) {
      let found = builder.context.object(of: destination, at: builder.random.below(count))
      if let found, builder.isOwn(found) { return found }
    }
    return try builder.spare(destination)
  }

  /// Returns edits that add an object to an expression's result.
  func add(
    _ object: ManagedObject, to expression: FetchExpression, _ scopes: [ManagedObject]
  ) throws -> [Edit] {
    if case .subquery(let base, let condition) = expression {
      let edits = try add(object, to: base, scopes)
      return edits + (try self.edits(condition, true, scopes + [object]))
    }
    guard let (holder, relationship) = collection(expression, scopes),
      isKind(object, relationship.description.destination)
    else { return [] }
    return insertion(of: object, holder, relationship)
  }

  /// Returns edits that remove an object from an expression's result.
  func remove(
    _ object: ManagedObject, from expression: FetchExpression, _ scopes: [ManagedObject]
  ) throws -> [Edit] {
    if case .subquery(let base, _) = expression { return try remove(object, from: base, scopes) }
    let (holders, name) = holders(of: expression, scopes)
    for holder in holders {
      guard let name, let relationship = builder.plan(of: holder).relationship(named: name),
        builder.related(holder, relationship.description).contains(where: { $0 === object })
      else { continue }
      guard relationship.description.isToMany else {
        return try relink(holder, relationship, .notEqual, .null)
      }
      guard let inverse = relationship.inverse, !inverse.isToMany,
        let back = builder.plan(of: object).relationship(named: inverse.name)
      else { return [.remove(holder, relationship, object)] }
      if inverse.isOptional, builder.random.oneIn(4) { return [.link(object, back, nil)] }
      return try another(for: object, back).map { [.link(object, back, $0)] } ?? []
    }
    return []
  }

  private func insertion(
    of member: ManagedObject, _ holder: ManagedObject,
    _ relationship: EntityPlan.RelationshipPlan
  ) -> [Edit] {
    guard relationship.description.isToMany else { return [.link(holder, relationship, member)] }
    guard let inverse = relationship.inverse, !inverse.isToMany,
      let back = builder.plan(of: member).relationship(named: inverse.name)
    else { return [.insert(holder, relationship, member)] }
    return [.link(member, back, holder)]
  }

  /// Returns the relationship at the end of an expression, and an object that has it.
  private func collection(
    _ expression: FetchExpression, _ scopes: [ManagedObject]
  ) -> (ManagedObject, EntityPlan.RelationshipPlan)? {
    let (holders, name) = holders(of: expression, scopes)
    guard let name, let holder = builder.random.element(of: holders),
      let relationship = builder.plan(of: holder).relationship(named: name)
    else { return nil }
    return (holder, relationship)
  }
}
