import ArmatureModel

/// What keeps the deletion of an object from being saved.
extension ManagedObject {
  /// Whether the object is deleted, and a relationship with the rule deny still leads to others.
  final var isDenied: Bool {
    shape.pointee.mayBeDenied && row.state.contains(.deleted)
      && shape.pointee.links.contains { link in
        isDenied(by: link.deleteRule) && related(link.place).contains { $0.isFilled() }
      }
  }

  /// The failures that say what keeps the deletion of the object from being saved.
  final var denials: [ValidationFailure] {
    guard isDenied else { return [] }
    return runtime.links.compactMap { property in
      guard let relationship = property.description.asRelationship,
        isDenied(by: relationship.deleteRule)
      else { return nil }
      let others = related(property.place).filter { $0.isFilled() }
      return others.isEmpty ? nil : denial(property.name, by: others)
    }
  }

  /// The failure that says which objects a relationship must not lead to.
  private func denial(_ relationship: String, by others: [ManagedObject]) -> ValidationFailure {
    ValidationFailure(
      entity: runtime.entity.name, objectID: objectID, label: label, keyPath: [relationship],
      .deleteDenied(
        relationship: relationship, count: others.count,
        first: others.prefix(3).map(\.failureObject)))
  }

  /// What would keep the deletion of the object from being saved, or does.
  final var possibleDenials: [ValidationFailure] {
    if row.state.contains(.deleted) { return denials }
    return DeletionPlan(deleting: self).denied.map { $0.object.denial($0.relationship, by: $0.by) }
  }
}
