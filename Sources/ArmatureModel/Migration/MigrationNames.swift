/// Which entities and properties of a new model are which of an old one, for those who move the rows.
package struct MigrationNames: Sendable {
  private let comparison: ModelComparison

  package init(from old: ManagedObjectModel, to new: ManagedObjectModel) {
    var comparison = ModelComparison(from: old, to: new)
    comparison.compare()
    self.comparison = comparison
  }

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
