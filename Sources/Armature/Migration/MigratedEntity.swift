import ArmatureModel

/// An entity of a new model, and what its objects were in the old one.
struct MigratedEntity {
  let old: EntityDescription
  let new: EntityDescription
  let oldProperties: [PropertyDescription]
  let newProperties: [PropertyDescription]
  /// For each persistent property of the new entity the position of what it was, among those of the old one;
  /// `nil` where it is new, or was not kept, or was an attribute and is a relationship, or the other way round.
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

  /// The position of a persistent property of the new entity.
  func position(of name: String) -> Int? {
    newProperties.firstIndex { $0.name.hasSameBytes(as: name) }
  }

  /// The position of a persistent property of the old entity.
  func oldPosition(of name: String) -> Int? {
    oldProperties.firstIndex { $0.name.hasSameBytes(as: name) }
  }
}
