/// Which entities and properties of a new model are which of an old one, for those who move the rows.
package struct MigrationNames: Sendable {
  private let comparison: ModelComparison

  /// - Parameter dropped: The places of properties whose links are not kept: relationships that lead elsewhere, or
  ///   whose number or other side has changed, are new ones then.
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

  /// The places of relationships that are new ones, since the links of the old ones are dropped.
  package let severed: Set<String>

  package var old: ManagedObjectModel { comparison.old }
  package var new: ManagedObjectModel { comparison.new }

  /// The plan from the old model to the new one, without another comparison.
  package var plan: MigrationPlan { MigrationPlan(comparison) }

  /// What an entity of the new model was; `nil` if it is new.
  package func oldEntity(of name: String) -> EntityDescription? { comparison.oldEntity(of: name) }

  /// What became of an entity of the old model; `nil` if it is gone.
  package func newEntity(of name: String) -> EntityDescription? {
    comparison.entities.newNames[name].flatMap { new[$0] }
  }

  /// What a property of an entity of the new model was, inherited ones included; `nil` if it is new.
  package func oldProperty(of name: String, in entity: String) -> PropertyDescription? {
    let names = comparison.properties[entity]?.newNames
    return names?.first { $0.value == name }
      .flatMap { comparison.oldEntity(of: entity)?.property(named: $0.key) }
  }

  /// What became of a property of an entity of the old model; `nil` if it is gone, also with its entity.
  package func newProperty(of name: String, in entity: String) -> PropertyDescription? {
    guard let entity = newEntity(of: entity) else { return nil }
    return comparison.properties[entity.name]?.newNames[name]
      .flatMap { entity.property(named: $0) }
  }

  /// For each element of a composite what it was; `nil` for a new one.
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
  /// The places of relationships whose old links may not be links of the new ones.
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
