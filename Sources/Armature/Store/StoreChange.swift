public import ArmatureModel

/// The change that one save makes to one object.
///
/// ```swift
/// let store = InMemoryStore()
/// try store.open(model)
/// let key = try store.reserveKeys(1).lowerBound
/// let id = ManagedObjectID(entityName: "Author", key: key, storeID: store.identifier)
/// let name = StoreChange.Value(property: 0, value: "Jane Austen")
/// let versions = try store.commit(StoreTransaction([StoreChange(id, .insert, values: [name])]))
/// ```
public struct StoreChange: Hashable, Sendable, Codable {
  /// The kind of change to a row.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// The row is inserted.
    case insert
    /// Some values of the row change.
    case update
    /// The row is deleted.
    case delete
  }

  /// The new value of a property.
  public struct Value: Hashable, Sendable, Codable {
    /// The position among the entity's ``/ArmatureModel/EntityDescription/persistentProperties``.
    public let property: Int
    /// The value. A to-one relationship has the ID of the object, or `null`.
    public let value: AttributeValue

    /// Creates the new value of a property.
    public init(property: Int, value: AttributeValue) {
      self.property = property
      self.value = value
    }
  }

  /// The change of a to-many relationship.
  ///
  /// For an unordered relationship, ``added`` and ``removed`` list the members that the save adds and removes. For an
  /// ordered relationship, members can also change their positions:
  /// - If a member moves to the end, both ``added`` and ``removed`` contain it.
  /// - If members are reordered, or inserted anywhere except at the end, ``order`` contains all members in their new
  ///   order.
  ///
  /// If ``order`` is `nil`, several contexts can add and remove members at the same time without a conflict.
  ///
  /// A transaction contains a change for each side of a relationship. If your store keeps only one of the two sides, it
  /// can ignore the changes of the other side.
  public struct Links: Hashable, Sendable, Codable {
    /// The position among the entity's ``/ArmatureModel/EntityDescription/persistentProperties``.
    public let property: Int
    /// The added objects.
    ///
    /// In an ordered relationship, they come after the other members, in this order. If ``order`` is set, it determines
    /// their positions instead.
    public let added: [ManagedObjectID]
    /// The removed objects, including objects that the same transaction deletes.
    ///
    /// In an ordered relationship, the list also contains the members that were moved to the end.
    public let removed: [ManagedObjectID]
    /// All members of an ordered relationship in their order.
    ///
    /// The list is `nil` if members were only removed or appended, and for an unordered relationship.
    public let order: [ManagedObjectID]?

    /// Creates a change of a to-many relationship.
    public init(
      property: Int, added: [ManagedObjectID], removed: [ManagedObjectID],
      order: [ManagedObjectID]? = nil
    ) {
      self.property = property
      self.added = added
      self.removed = removed
      self.order = order
    }

    /// The members that have moved to the end of an ordered relationship.
    package var moved: Set<ManagedObjectID> {
      removed.isEmpty || added.isEmpty ? [] : Set(removed).intersection(added)
    }

    /// The objects that become members, without those that only move.
    package var coming: [ManagedObjectID] { without(moved, added) }
    /// The objects that stop being members, without those that only move.
    package var going: [ManagedObjectID] { without(moved, removed) }

    private func without(
      _ moved: Set<ManagedObjectID>, _ members: [ManagedObjectID]
    ) -> [ManagedObjectID] {
      moved.isEmpty ? members : members.filter { !moved.contains($0) }
    }
  }

  /// The identity of the object.
  public let id: ManagedObjectID
  /// The kind of the change.
  public let kind: Kind
  /// The version of the row that the change is based on. The version is 0 for an object that was never saved.
  public var version: UInt32
  /// The new values of attributes and to-one relationships.
  ///
  /// An insertion lists every value that the object has.
  public var values: [Value]
  /// The changes of to-many relationships.
  ///
  /// A deletion lists the members that it removed from its guarded relationships without an inverse. See
  /// ``/ArmatureModel/ManagedObjectModel/guardedRelationships(of:)``.
  public var links: [Links]

  /// Creates a change of an object.
  public init(
    _ id: ManagedObjectID, _ kind: Kind, version: UInt32 = 0, values: [Value] = [],
    links: [Links] = []
  ) {
    self.id = id
    self.kind = kind
    self.version = version
    self.values = values
    self.links = links
  }
}
