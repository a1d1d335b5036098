import Armature

extension ManagedObjectModel {
  /// The entity of a name that was given as an option.
  func entity(named name: String, _ call: Call) throws -> EntityDescription {
    if let entity = self[name] { return entity }
    throw call.wrong(
      Suggestion.text(name, "is not an entity of \(self.name)", among: entities.map(\.name)))
  }
}
