/// The correspondence between the entities and properties of two models, for code that migrates rows.
package struct MigrationNames: Sendable {
  private let comparison: ModelComparison

  /// - Parameter dropped: The places of properties whose links are dropped. If such a relationship has another
  ///   destination, count or inverse in the new model, it counts as a new relationship.
  package init(
    from old: ManagedObjectModel, to new: ManagedObjectModel, dropping dropped: Set<String> = []
  ) {
    var comparison = ModelComparison(from: old, to: new)
    comparison.compare()
    let severed = dropped.isEmpty ? [] : comparison.changedLinks.intersection(dropped)
    if !severed.isEmpty {
      comparison = ModelComparison(from: old, to: new, severing: severed)
      comparison.compare()
    }
    self.comparison = comparison
    self.severed = severed
  }

  /// The places of relationships that count as new, because their old links are dropped.
  package let severed: Set<String>

  package var old: ManagedObjectModel { comparison.old }
  package var new: ManagedObjectModel { comparison.new }

  /// The plan from the old model to the new one. The models are not compared again.
  package var plan: MigrationPlan { MigrationPlan(comparison) }

  /// Returns the old entity for an entity of the new model, or `nil` if the entity is new.
  package func oldEntity(of name: String) -> EntityDescription? { comparison.oldEntity(of: name) }

  /// Returns the new entity for an entity of the old model, or `nil` if the entity was removed.
  package func newEntity(of name: String) -> EntityDescription? {
    comparison.entities.newNames[name].flatMap { new[$0] }
  }

  /// Returns the old property for a property of the new model, which may be inherited. Returns `nil` if the property is
  /// new.
  package func oldProperty(of name: String, in entity: String) -> PropertyDescription? {
    let names = comparison.properties[entity]?.newNames
    return names?.first { $0.value == name }
      .flatMap { comparison.oldEntity(of: entity)?.property(named: $0.key) }
  }

  /// Returns the new property for a property of the old model. Returns `nil` if the property or its entity was removed.
  package func newProperty(of name: String, in entity: String) -> PropertyDescription? {
    guard let entity = newEntity(of: entity) else { return nil }
    return comparison.properties[entity.name]?.newNames[name]
      .flatMap { entity.property(named: $0) }
  }

  /// Returns the old element for each element of a composite. It is `nil` for a new element.
  package static func oldElements(
    of new: [AttributeDescription], among old: [AttributeDescription]
  ) -> [AttributeDescription?] {
    RenamingMatch(
      new: new.map { ($0.name, $0.renamingIdentifier) },
      old: old.map { ($0.name, $0.renamingIdentifier) }
    ).oldPositions.map { $0.map { old[$0] } }
  }
}

extension ModelComparison {
  /// The places of changed relationships. Their old links may be invalid in the new model.
  fileprivate var changedLinks: Set<String> {
    Set(
      changes.compactMap { change in
        switch change.fact {
        case .destinationChanged, .arityChanged, .inverseChanged, .countsChanged:
          change.property.map { ModelDifference.place(change.entity, $0) }
        default: nil
        }
      })
  }
}
