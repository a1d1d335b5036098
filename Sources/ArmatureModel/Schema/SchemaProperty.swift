/// A property of a schema, whatever its type.
protocol SchemaProperty {
  var schemaKey: SchemaKey { get }
  /// The name that it was given, which is not for it to have; empty if it was given none.
  var givenName: String { get }
  var site: DeclarationSite { get }
  /// How a row keeps the values; `nil` for relationships.
  var storageKind: StorageKind? { get }
  /// What the property adds to its entity, once it has its name.
  func members(named name: String) -> [EntityMember]
}
