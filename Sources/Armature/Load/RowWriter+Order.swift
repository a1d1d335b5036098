import ArmatureModel

extension RowWriter {
  /// Returns the objects in the order of their rows: unchanged, except that the members of an ordered list are
  /// adjacent and in its order if only they name the owner.
  mutating func order(_ objects: [ManagedObject]) -> [ManagedObject] {
    var hasOrder = false
    for object in objects where !hasOrder { hasOrder = !orderingLinks(of: plans[object]).isEmpty }
    if !hasOrder { return objects }
    var starts: [List: Int] = [:]
    var places: [ManagedObjectID: Int] = [:]
    var keys: [(Int, Int, Int)] = []
    keys.reserveCapacity(objects.count)
    for (index, object) in objects.enumerated() {
      guard let (member, owner) = owner(of: object), let inverse = inverse(of: member, in: owner)
      else {
        keys.append((index, 0, index))
        continue
      }
      let list = List(owner: owner.objectID, relationship: inverse.name)
      if starts[list] == nil {
        starts[list] = index
        for (place, end) in inverse.ends(of: owner).enumerated() { places[end.objectID] = place }
      }
      keys.append((starts[list] ?? index, places[object.objectID] ?? 0, index))
    }
    return keys.sorted(by: <).map { objects[$0.2] }
  }

  /// An ordered list of an object.
  private struct List: Hashable {
    let owner: ManagedObjectID
    let relationship: String
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
