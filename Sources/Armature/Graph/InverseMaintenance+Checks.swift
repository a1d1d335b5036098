import ArmatureModel

/// The checks of a relationship's write before the first change.
extension ManagedObject {
  @inline(__always) final func checkLink(
    _ object: ManagedObject, _ plan: LinkPlan
  ) throws(ManagedObjectError) {
    let (row, other) = (row, object.row)
    let refused: RowState = .deleted | .invalidated
    if _fastPath(
      plan.admits(object.shape) && row.slots == other.slots && !row.handle.isNone
        && (row.state | other.state).isDisjoint(with: refused | .fault))
    {
      return
    }
    try checkLinkSlowly(object, plan)
  }

  @inline(never) private func checkLinkSlowly(
    _ object: ManagedObject, _ plan: LinkPlan
  ) throws(ManagedObjectError) {
    let entity = runtime.entity.name
    guard
      let relationship = runtime.properties[Int(plan.place.index)].description
        .asRelationship
    else { return }
    guard plan.admits(object.shape), object.runtime.isKind(of: relationship.destination)
    else {
      throw .wrongEntity(
        entity: entity, property: relationship.name, expected: relationship.destination,
        found: object.runtime.entity.name)
    }
    guard isThere, isFilled() else { throw notThere(for: relationship.name) }
    guard object.isThere, object.isFilled() else { throw object.notThere }
    guard row.slots == object.row.slots, !row.handle.isNone else {
      throw .otherContext(entity: entity, property: relationship.name)
    }
  }

  /// Checks that a relationship may be cleared. The relationship may belong to a deleted object and prevent its
  /// deletion.
  final func checkClearing(_ place: RowPlace) throws(ManagedObjectError) {
    if row.state.contains(.invalidated) || !isFilled() { throw notThere(for: place) }
  }
}
