extension EntityDescription {
  /// Creates the description of a schema type's entity, by reflection.
  init<Type: EntityType>(
    _ type: Type.Type, configurations: [String] = [], site: DeclarationSite
  ) {
    self.init(
      Type.entityName, isAbstract: Type.isAbstract,
      parent: (type as? any SubentityType.Type)?.parentType.entityName,
      configurations: configurations, site: site)
    bindSchemaNames(of: Type.self)
    for child in Mirror(reflecting: Type.schema).children {
      guard let label = child.label, let property = child.value as? any SchemaProperty else {
        continue
      }
      add(property.members(named: label))
    }
    add(Type.rules.members)
    schemaShape = SchemaShape(Type.self)
    Type._declare(&self)
  }
}

/// Gives the properties of a schema the names of their labels. Inherited properties are included.
func bindSchemaNames<Type: EntityType>(of type: Type.Type) {
  var seen: Set<ObjectIdentifier> = []
  var next: (any EntityType.Type)? = type
  // A schema that inherits from itself is an issue of the model.
  while let type = next, seen.insert(ObjectIdentifier(type)).inserted {
    bindOwnNames(of: type)
    next = (type as? any SubentityType.Type)?.parentType
  }
}

private func bindOwnNames<Type: EntityType>(of type: Type.Type) {
  // This is outside the lock, since the schema may be a lazy global whose initializer needs other schemas.
  let schema = Type.schema
  SchemaKey.binding {
    for child in Mirror(reflecting: schema).children {
      guard let label = child.label, let property = child.value as? any SchemaProperty else {
        continue
      }
      property.schemaKey.bind(label)
    }
  }
}

extension Attribute: SchemaProperty {
  var givenName: String { description.name }
  var site: DeclarationSite { description.site }
  var storageKind: StorageKind? { description.type.storageKind }

  func members(named name: String) -> [EntityMember] {
    var attribute = description
    attribute.name = name
    var members: [EntityMember] = [.property(.attribute(attribute))]
    if let uniqueness {
      members.append(
        .unique(UniquenessConstraint([name], severity: uniqueness, site: attribute.site)))
    }
    return members
  }
}

extension ToOne: SchemaProperty {
  var givenName: String { description.name }
  var site: DeclarationSite { description.site }
  var storageKind: StorageKind? { .object }

  func members(named name: String) -> [EntityMember] {
    [relationship(description, named: name, to: Destination.self, inverseKey: inverseKey)]
  }
}

extension ToMany: SchemaProperty {
  var givenName: String { description.name }
  var site: DeclarationSite { description.site }
  var storageKind: StorageKind? { .objects }

  func members(named name: String) -> [EntityMember] {
    [relationship(description, named: name, to: Destination.self, inverseKey: inverseKey)]
  }
}

private func relationship<Destination: EntityType>(
  _ description: RelationshipDescription, named name: String, to destination: Destination.Type,
  inverseKey: (@Sendable () -> SchemaKey)?
) -> EntityMember {
  var relationship = description
  relationship.name = name
  if let inverseKey {
    // The destination may be declared later in the model, but its labels are needed now.
    bindSchemaNames(of: destination)
    relationship.inverse = inverseKey().text
  }
  return .property(.relationship(relationship))
}
