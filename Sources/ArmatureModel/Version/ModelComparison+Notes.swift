extension ModelComparison {
  /// What entities, attributes and relationships alike say about themselves.
  struct Notes {
    let name: String
    let key: String?
    let modifier: String?
    let userInfo: [String: String]

    init(_ entity: EntityDescription) {
      (name, key) = (entity.name, entity.key)
      (modifier, userInfo) = (entity.versionHashModifier, entity.userInfo)
    }

    init(_ attribute: AttributeDescription) {
      (name, key) = (attribute.name, attribute.key)
      (modifier, userInfo) = (attribute.versionHashModifier, attribute.userInfo)
    }

    init(_ relationship: RelationshipDescription) {
      (name, key) = (relationship.name, relationship.key)
      (modifier, userInfo) = (relationship.versionHashModifier, relationship.userInfo)
    }
  }

  mutating func compareNotes(
    _ new: Notes, _ old: Notes, _ entity: String, _ property: String? = nil
  ) {
    if new.modifier != old.modifier {
      note(.modifierChanged(from: old.modifier, to: new.modifier), entity, property)
    }
    let (key, oldKey) = (new.key ?? new.name, old.key ?? old.name)
    // Without keys of their own both go by their names, and a new name is reported as such.
    if key != oldKey, new.key != nil || old.key != nil {
      note(.keyChanged(from: oldKey, to: key), entity, property)
    }
    if new.userInfo != old.userInfo { note(.userInfoChanged, entity, property) }
  }
}
