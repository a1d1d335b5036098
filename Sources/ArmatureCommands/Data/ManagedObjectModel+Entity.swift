import Armature

extension ManagedObjectModel {
  /// The name of the entity that the option `--entity` chooses.
  func entityOption(of call: Call) throws -> String? {
    try call["entity"].map { try entity(named: $0, call).name }
  }

  /// The entity of a name that was given.
  func entity(named name: String, _ call: Call) throws -> EntityDescription {
    if let entity = self[name] { return entity }
    throw call.wrong(
      Suggestion.text(name, "is not an entity of \(self.name)", among: entities.map(\.name)))
  }
}
