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
    var description = description
    if let mapKey {
      bindSchemaNames(of: Destination.self)
      description.mapKey = mapKey().text
    }
    return [relationship(description, named: name, to: Destination.self, inverseKey: inverseKey)]
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

extension SchemaShape {
  init<Type: EntityType>(_ type: Type.Type) {
    let schema = Type.schema
    issues = SchemaIssue.issues(in: schema)
    let offsets = Self.offsetsOfWords(in: schema)
    var seen: Set<Int> = []
    members = Mirror(reflecting: schema).children.compactMap { child in
      guard let name = child.label, let property = child.value as? any SchemaProperty,
        let kind = property.storageKind,
        let offset = offsets[
          UInt(bitPattern: Unmanaged.passUnretained(property.schemaKey).toOpaque())],
        seen.insert(offset).inserted
      else { return nil }
      return Member(name: name, key: SchemaPlace.key(type, offset), kind: kind)
    }
  }

  /// Returns the offsets of the words in a value.
  ///
  /// A property of a schema begins with the reference to its key, which is unique.
  private static func offsetsOfWords<Schema>(in schema: Schema) -> [UInt: Int] {
    withUnsafeBytes(of: schema) { bytes in
      let offsets = stride(from: 0, to: bytes.count - 7, by: 8)
      return Dictionary(offsets.map { (bytes.load(fromByteOffset: $0, as: UInt.self), $0) }) { $1 }
    }
  }
}

extension SchemaIssue {
  /// Returns the issues that reflection finds in a schema with bound names.
  static func issues<Type: EntityType>(in schema: Type) -> [SchemaIssue] {
    var seen: [ObjectIdentifier: String] = [:]
    return Mirror(reflecting: schema).children.compactMap { child in
      let label = child.label ?? ""
      guard let property = child.value as? any SchemaProperty else {
        let type = Swift.type(of: child.value)
        let attribute = (type as? any AttributeConvertible.Type).map {
          "Attribute<\($0.attributeType.swiftName)\($0.isOptional ? "?" : "")>"
        }
        return SchemaIssue(
          label: label, fact: .notAProperty(type: "\(type)", attribute: attribute), site: .unknown)
      }
      let other = seen.updateValue(label, forKey: ObjectIdentifier(property.schemaKey))
      let bound = property.schemaKey.text
      if bound.isEmpty { return SchemaIssue(label: label, fact: .remade, site: property.site) }
      if let original = other ?? (bound == label ? nil : bound) {
        return SchemaIssue(label: label, fact: .copied(of: original), site: property.site)
      }
      let name = property.givenName
      return name.isEmpty || name == label
        ? nil : SchemaIssue(label: label, fact: .named(name), site: property.site)
    }
  }
}
