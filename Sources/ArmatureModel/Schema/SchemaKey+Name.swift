extension SchemaKey {
  /// The name of the property, bound on the way if no model has been built with the schema yet.
  func name<Entity: EntityType, Property>(_ property: KeyPath<Entity, Property>) -> String {
    name(Property.self, in: Entity.self)
  }

  fileprivate func name<Entity: EntityType>(_ property: Any.Type, in entity: Entity.Type) -> String
  {
    // Under the lock: another thread may be binding the names just now.
    if !SchemaKey.binding({ isBound }) { bindSchemaNames(of: entity) }
    return isBound ? text : NamelessMember.name(property)
  }
}

extension EntityType {
  /// The name of a property that is given where the type of the property does not matter.
  package static func propertyName(_ path: PartialKeyPath<Self>) -> String {
    let property = schema[keyPath: path]
    let type = Swift.type(of: property)
    guard let property = property as? any SchemaProperty else { return NamelessMember.name(type) }
    return property.schemaKey.name(type, in: Self.self)
  }
}
