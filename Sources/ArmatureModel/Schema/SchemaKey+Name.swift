extension SchemaKey {
  /// Returns the name of the property. If no model was built with the schema yet, this first reads the labels of the
  /// properties.
  func name<Entity: EntityType, Property>(_ property: KeyPath<Entity, Property>) -> String {
    name(Property.self, in: Entity.self)
  }

  fileprivate func name<Entity: EntityType>(_ property: Any.Type, in entity: Entity.Type) -> String
  {
    // Under the lock, since another thread may be binding the names.
    if !SchemaKey.binding({ isBound }) { bindSchemaNames(of: entity) }
    return isBound ? text : NamelessMember.name(property)
  }
}

extension EntityType {
  /// Returns the name of the property at a key path, for callers that do not need its type.
  package static func propertyName(_ path: PartialKeyPath<Self>) -> String {
    let property = schema[keyPath: path]
    let type = Swift.type(of: property)
    guard let property = property as? any SchemaProperty else { return NamelessMember.name(type) }
    return property.schemaKey.name(type, in: Self.self)
  }
}
