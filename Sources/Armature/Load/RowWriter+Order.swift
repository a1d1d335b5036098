import ArmatureModel

extension RowWriter {
  /// Returns the objects in the order of their rows.
  ///
  /// The order stays unchanged, except for the members of an ordered list. If only the rows of the members contain the
  /// links of the list, these rows are placed next to each other in the order of the list.
  mutating func order(_ objects: [ManagedObject]) -> [ManagedObject] {
    var hasOrder = false
    for object in objects where !hasOrder { hasOrder = !orderingLinks(of: plans[object]).isEmpty }
    if !hasOrder { return objects }
    var order = RowOrder()
    for object in objects { note(object, in: &order) }
    return order.indices.map { objects[$0] }
  }

  /// Notes where the next object stands.
  mutating func note(_ object: ManagedObject, in order: inout RowOrder) {
    guard let (member, owner) = owner(of: object), let inverse = inverse(of: member, in: owner)
    else { return order.add(object) }
    order.add(object, in: RowOrder.List(owner: owner.row.handle, relationship: inverse.name)) {
      inverse.ends(of: owner).map(\.row.handle)
    }
  }

  /// Returns the owner of the ordered list that contains an object, by the first such link in its row.
  private mutating func owner(of object: ManagedObject) -> (RecordPlan.Member, ManagedObject)? {
    for member in orderingLinks(of: plans[object]) {
      if let owner = member.end(of: object), inverse(of: member, in: owner) != nil {
        return (member, owner)
      }
    }
    return nil
  }

  private func inverse(
    of member: RecordPlan.Member, in owner: ManagedObject
  ) -> RecordPlan.Member? {
    guard let inverse = member.relationship?.inverse.flatMap(plans[owner].member(named:)) else {
      return nil
    }
    return inverse.isOrdered ? inverse : nil
  }
}
