import Armature

extension ManagedObjectModel {
  /// Returns the name of the entity in the option `--entity`.
  func entityOption(of call: Call) throws -> String? {
    try call["entity"].map { try entity(named: $0, call).name }
  }

  /// Returns the entity with a given name.
  func entity(named name: String, _ call: Call) throws -> EntityDescription {
    if let entity = self[name] { return entity }
    throw call.wrong(
      Suggestion.text(name, "is not an entity of \(self.name)", among: entities.map(\.name)))
  }
}
