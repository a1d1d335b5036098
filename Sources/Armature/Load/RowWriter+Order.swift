import ArmatureModel

extension RowWriter {
  /// The objects in the order of their rows: that in which they are given, but those of an ordered list that
  /// only its members name stand together, in the order of the list.
  func order(_ objects: [ManagedObject]) -> [ManagedObject] {
    var starts: [List: Int] = [:]
    var places: [ManagedObjectID: Int] = [:]
    let keys = objects.indices.map { index -> (Int, Int, Int) in
      let object = objects[index]
      guard let (member, owner) = owner(of: object), let inverse = inverse(of: member, in: owner)
      else { return (index, 0, index) }
      let list = List(owner: owner.objectID, relationship: inverse.name)
      if starts[list] == nil {
        starts[list] = index
        for (place, end) in inverse.ends(of: owner).enumerated() { places[end.objectID] = place }
      }
      return (starts[list] ?? index, places[object.objectID] ?? 0, index)
    }
    return keys.sorted(by: <).map { objects[$0.2] }
  }

  /// An ordered list of an object.
  private struct List: Hashable {
    let owner: ManagedObjectID
    let relationship: String
  }

  /// The object in whose list an object stands, by the first such link that is written in its row.
  private func owner(of object: ManagedObject) -> (RecordPlan.Member, ManagedObject)? {
    let plan = plans[object]
    for member in plan.members
    where !member.isToMany && member.relationship != nil && isWritten(member, plan) {
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
