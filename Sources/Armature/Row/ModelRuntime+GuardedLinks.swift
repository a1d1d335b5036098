import ArmatureModel

extension ModelRuntime {
  /// The relationships of an entity of which a deletion must know all that they lead to: they deny or cascade, or
  /// take something from the objects at the other end that these need.
  func neededRelationships(ofEntityAt position: Int) -> Set<String> {
    let ways = derivations?.waysBack(fromEntityAt: position) ?? []
    return Set(
      entities[position].relationships.filter { relationship in
        isNeeded(relationship, isDerivedFrom: ways.contains { $0.first == relationship.name })
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
  /// The relationships of an entity that a store guards when it deletes a row: what they lead to must be deleted in
  /// the same transaction, or lead elsewhere by it.
  ///
  /// They have the delete rule deny or cascade, or their inverse needs an object, or values are derived along it. All
  /// others lose their links with the row. To-one relationships are among them only if their inverse is to-one, too:
  /// otherwise the version of the row tells that they have changed.
  ///
  /// ```swift
  /// for relationship in model.guardedRelationships(of: "Author") {
  ///   print(relationship.name, relationship.deleteRule)  // books cascade
  /// }
  /// ```
  /// - Returns: No relationships for an unknown entity.
  public func guardedRelationships(of entity: String) -> [RelationshipDescription] {
    let runtime = ModelRuntime.of(self)
    guard let position = runtime.index(of: entity) else { return [] }
    return runtime.runtime(at: position)._withUnsafeGuaranteedRef { runtime in
      runtime.links.filter { runtime.shape.pointee.link(at: $0.place).pointee.isGuarded }
        .compactMap(\.description.asRelationship)
    }
  }
}
