import ArmatureModel

extension SQLSchema {
  /// All full-text indexes.
  package var fullTexts: [SQLFullText] { tables.flatMap(\.fullTexts) }

  /// Returns the full-text index of an entity, which may be inherited.
  package func fullText(of entity: String) -> SQLFullText? {
    var current = model[entity]
    while let entity = current {
      if let found = table(of: entity.name)?.fullTexts.first(where: { $0.entity == entity.name }) {
        return found
      }
      current = entity.parent.flatMap { model[$0] }
    }
    return nil
  }
}
