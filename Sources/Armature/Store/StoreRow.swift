public import ArmatureModel

/// The stored values of one object.
///
/// ```swift
/// for row in try container.store.rows(FetchRequest("Author"), of: model) {
///   print(row.id, row.values[0])  // Author#1 "Frank Herbert"
/// }
/// ```
public struct StoreRow: Hashable, Sendable {
  /// The identity of the object.
  public let id: ManagedObjectID
  /// The version of the row, from 1; it changes whenever its values change.
  ///
  /// A context compares versions to find out whether a row has changed since the context read it. Therefore, a row
  /// never gets the same version twice, even if it is deleted and restored. If members are added to a to-many
  /// relationship or removed from it, the version stays the same, because such a change never causes a conflict.
  public let version: UInt32
  /// The values, in the order of the entity's ``/ArmatureModel/EntityDescription/persistentProperties``.
  ///
  /// A to-one relationship has the ID of the object. A to-many relationship has `null`. To read the members, use
  /// ``StoreReader/links(for:along:of:)``.
  public let values: [AttributeValue]

  /// Creates a row of a store.
  public init(_ id: ManagedObjectID, version: UInt32, values: [AttributeValue]) {
    self.id = id
    self.version = version
    self.values = values
  }
}
