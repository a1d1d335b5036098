public import ArmatureModel

/// The values of one object as a store has them.
///
/// ```swift
/// for row in try container.store.rows(FetchRequest("Author"), of: model) {
///   print(row.id, row.values[0])  // Author#1 "Frank Herbert"
/// }
/// ```
public struct StoreRow: Hashable, Sendable {
  /// The identity of the object.
  public let id: ManagedObjectID
  /// Which state of the row this is: another number after each change of its values, from 1.
  ///
  /// No number comes again for a key, not even for a row that was deleted and comes back: who has read
  /// the former one would take the new one for it. Changes of to-many relationships do not count: they
  /// conflict with nothing.
  public let version: UInt32
  /// The values, in the order of the entity's ``/ArmatureModel/EntityDescription/persistentProperties``.
  ///
  /// A to-one relationship stands as the ID of the object; to-many ones are `null`: ``StoreReader/links(for:along:of:)``
  /// has them.
  public let values: [AttributeValue]

  /// A row of a store.
  public init(_ id: ManagedObjectID, version: UInt32, values: [AttributeValue]) {
    self.id = id
    self.version = version
    self.values = values
  }
}
