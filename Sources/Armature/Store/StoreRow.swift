public import ArmatureModel

/// The values of one object as a store has them.
public struct StoreRow: Hashable, Sendable {
  /// The identity of the object.
  public let id: ManagedObjectID
  /// Which state of the row this is: another number after each change of its values, from 1.
  ///
  /// Changes of to-many relationships do not count: they conflict with nothing.
  public let version: UInt32
  private let listed: [AttributeValue]
  /// The values as memory, where a store in this process has made the row.
  let copy: RowCopy?

  /// The values, in the order of the entity's ``/ArmatureModel/EntityDescription/persistentProperties``.
  ///
  /// A to-one relationship stands as the ID of the object; to-many ones are `null`: ``PersistentStore``
  /// is asked for them separately.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public var values: [AttributeValue] { copy?.values ?? listed }

  /// A row of a store.
  public init(_ id: ManagedObjectID, version: UInt32, values: [AttributeValue]) {
    (self.id, self.version, listed, copy) = (id, version, values, nil)
  }

  /// A row of a store in this process.
  init(_ id: ManagedObjectID, version: UInt32, copy: RowCopy) {
    (self.id, self.version, listed, self.copy) = (id, version, [], copy)
  }

  /// Whether the row has values, rather than an identity alone.
  var hasValues: Bool { copy != nil || !listed.isEmpty }

  /// Whether two rows have the same identity, version and values.
  public static func == (left: StoreRow, right: StoreRow) -> Bool {
    left.id == right.id && left.version == right.version && left.values == right.values
  }

  /// Feeds identity, version and values to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(version)
    hasher.combine(values)
  }
}
