/// A property of a schema, of any kind.
protocol SchemaProperty {
  var schemaKey: SchemaKey { get }
  /// A name that the declaration has given, which is an issue in a schema. It is empty if the declaration has given no
  /// name.
  var givenName: String { get }
  var site: DeclarationSite { get }
  /// The storage kind of the values in a row.
  var storageKind: StorageKind? { get }
  /// Returns the members that the property adds to its entity under a name.
  func members(named name: String) -> [EntityMember]
}
