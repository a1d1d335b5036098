import ArmatureModel

extension PersistentHistoryTransaction {
  /// Creates the history entry of a save. It contains the names of the changed properties.
  init(_ changes: StoreChanges, _ token: PersistentHistoryToken, _ model: ManagedObjectModel) {
    let told = changes.indices.map { position in
      let (id, kind) = (changes.id(at: position), changes.kind(at: position))
      guard kind == .update else { return PersistentHistoryChange(id, kind) }
      let properties = model[id.entityName]?.persistentProperties ?? []
      var positions = changes.links(at: position).map(\.property)
      changes.forEachValue(at: position) { property, _ in positions.append(property) }
      let names = positions.filter(properties.indices.contains).map { properties[$0].name }
      return PersistentHistoryChange(id, kind, updatedProperties: Set(names))
    }
    self.init(
      token: token, date: changes.date, author: changes.author, contextName: changes.contextName,
      changes: told)
  }
}
