import ArmatureModel

extension ModelRuntime {
  /// Returns the relationships of an entity whose objects a deletion must load completely. The relationship denies or
  /// cascades, or the objects at the other end depend on it.
  func neededRelationships(ofEntityAt position: Int) -> Set<String> {
    let ways = derivations?.inversePaths.ways(from: position) ?? []
    return Set(
      entities[position].relationships.filter { relationship in
        isNeeded(relationship, isDerivedFrom: ways.contains { $0.path.first == relationship.name })
      }.map(\.name))
  }

  /// - Parameter isDerivedFrom: Whether objects at the other end may derive values along the relationship.
  private func isNeeded(_ relationship: RelationshipDescription, isDerivedFrom: Bool) -> Bool {
    if relationship.isTransient { return false }
    let back = relationship.inverse.flatMap { name in
      tree.entity(named: relationship.destination)?.property(named: name)?.asRelationship
    }
    switch relationship.deleteRule {
    case .deny, .cascade: return back != nil || relationship.isToMany
    case .nullify:
      guard let back else { return false }
      return !back.isOptional || back.minimumCount > 0 || isDerivedFrom
    case .noAction: return false
    }
  }
}

extension ManagedObjectModel {
  /// Returns the relationships that your store must check when it deletes an object of an entity.
  ///
  /// These relationships are called *guarded*. They lead to objects that depend on the deleted one. The store may
  /// delete an object only if the same transaction also deletes these other objects, or links them to a different
  /// object. A relationship is guarded in three cases:
  /// - Its delete rule is deny or cascade.
  /// - Its inverse requires an object.
  /// - Values are derived along the relationship.
  ///
  /// All other links are simply cleared when the row is deleted. A to-one relationship needs this check only if its
  /// inverse is also to-one. Otherwise, a change of the relationship changes the version of the deleted row, which the
  /// store checks anyway.
  ///
  /// ```swift
  /// for relationship in model.guardedRelationships(of: "Author") {
  ///   print(relationship.name, relationship.deleteRule)  // books cascade
  /// }
  /// ```
  /// - Returns: The guarded relationships; empty for an unknown entity.
  public func guardedRelationships(of entity: String) -> [RelationshipDescription] {
    let runtime = ModelRuntime.of(self)
    guard let position = runtime.index(of: entity) else { return [] }
    return runtime.runtime(at: position)._withUnsafeGuaranteedRef { runtime in
      runtime.links.filter { runtime.shape.link(at: $0.place).isGuarded }
        .compactMap(\.description.asRelationship)
    }
  }
}
