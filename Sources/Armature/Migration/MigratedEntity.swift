import ArmatureModel

/// An entity of a new model, and the old entity of its objects.
struct MigratedEntity {
  let old: EntityDescription
  let new: EntityDescription
  let oldProperties: [PropertyDescription]
  let newProperties: [PropertyDescription]
  /// The old position of each persistent property of the new entity. `nil` for a new or formerly transient property,
  /// and for an attribute that became a relationship or the reverse.
  let sources: [Int?]

  init(_ new: EntityDescription, from old: EntityDescription, _ names: MigrationNames) {
    (self.old, self.new) = (old, new)
    let properties = old.persistentProperties
    oldProperties = properties
    newProperties = new.persistentProperties
    sources = newProperties.map { property in
      guard let former = names.oldProperty(of: property.name, in: new.name) else { return nil }
      return properties.firstIndex { candidate in
        candidate.name.hasSameBytes(as: former.name)
          && (candidate.asAttribute == nil) == (property.asAttribute == nil)
      }
    }
  }

  /// Returns the position of a persistent property of the new entity.
  func position(of name: String) -> Int? {
    newProperties.firstIndex { $0.name.hasSameBytes(as: name) }
  }

  /// Returns the position of a persistent property of the old entity.
  func oldPosition(of name: String) -> Int? {
    oldProperties.firstIndex { $0.name.hasSameBytes(as: name) }
  }
}
