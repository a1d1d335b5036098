import ArmatureModel

extension ModelRuntime {
  /// Returns the relationships of an entity that a deletion must know completely. They deny or cascade, or the objects
  /// at the other end depend on them.
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
  /// Returns the relationships of an entity that a store guards when it deletes a row: the same transaction must delete
  /// their destinations, or link them elsewhere.
  ///
  /// Their delete rule is deny or cascade, or their inverse requires an object, or values are derived along them. All
  /// other links are cleared together with the row. A to-one relationship is guarded only if its inverse is also
  /// to-one: otherwise a new version of the row shows that the relationship has changed.
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
      runtime.links.filter { runtime.shape.pointee.link(at: $0.place).pointee.isGuarded }
        .compactMap(\.description.asRelationship)
    }
  }
}
