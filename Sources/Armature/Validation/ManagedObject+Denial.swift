import ArmatureModel

/// The reasons against a deletion.
extension ManagedObject {
  /// True if the object is deleted, and a relationship with the rule deny still leads to others.
  final var isDenied: Bool {
    shape.mayBeDenied && row.state.contains(.deleted)
      && shape.links.contains { link in
        isDenied(by: link.deleteRule) && related(link.place).contains { $0.isFilled() }
      }
  }

  /// The failures that prevent the save of the object's deletion.
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

  /// Returns the failure for a relationship with the rule deny and its objects.
  private func denial(_ relationship: String, by others: [ManagedObject]) -> ValidationFailure {
    ValidationFailure(
      entity: runtime.entity.name, objectID: objectID, label: label, keyPath: [relationship],
      .deleteDenied(
        relationship: relationship, count: others.count,
        first: others.prefix(3).map(\.failureObject)))
  }

  /// The failures that prevent the save of the object's deletion, or would prevent it.
  final var possibleDenials: [ValidationFailure] {
    if row.state.contains(.deleted) { return denials }
    return DeletionPlan(deleting: self).denied.map { $0.object.denial($0.relationship, by: $0.by) }
  }
}
