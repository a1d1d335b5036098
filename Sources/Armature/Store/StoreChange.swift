public import ArmatureModel

/// What one save does to one object.
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
  /// What happens to a row.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// It comes into being.
    case insert
    /// Some of its values change.
    case update
    /// It goes.
    case delete
  }

  /// A value that a property gets.
  public struct Value: Hashable, Sendable, Codable {
    /// The position among the entity's ``/ArmatureModel/EntityDescription/persistentProperties``.
    public let property: Int
    /// The value; the ID of the object for a to-one relationship, `null` for none.
    public let value: AttributeValue

    /// A value that a property gets.
    public init(property: Int, value: AttributeValue) {
      self.property = property
      self.value = value
    }
  }

  /// How a to-many relationship changes.
  ///
  /// Both sides of a relationship stand in a transaction where both changed; a store that keeps one of
  /// them may pass over the other.
  ///
  /// The changes of an ordered relationship tell the last operation of each member. Members that went, and members that
  /// came to the end, need no more than their IDs: others may add and remove members at the same time. A member that
  /// is in both ``removed`` and ``added`` has moved to the end. Where members came to a position, or changed places,
  /// ``order`` has all of them.
  public struct Links: Hashable, Sendable, Codable {
    /// The position among the entity's ``/ArmatureModel/EntityDescription/persistentProperties``.
    public let property: Int
    /// The objects that came; those of an ordered relationship stand at its end afterwards, in this order, unless there
    /// is an ``order``.
    public let added: [ManagedObjectID]
    /// The objects that went, also those that the same transaction deletes; of an ordered relationship also those that
    /// came to its end again.
    public let removed: [ManagedObjectID]
    /// All members in their order, if the relationship is ordered; `nil` if it is not, or if members
    /// only went, or came to the end.
    public let order: [ManagedObjectID]?

    /// A change of a to-many relationship.
    public init(
      property: Int, added: [ManagedObjectID], removed: [ManagedObjectID],
      order: [ManagedObjectID]? = nil
    ) {
      self.property = property
      self.added = added
      self.removed = removed
      self.order = order
    }

    /// The objects that have moved to the end of an ordered relationship: they are members before and afterwards.
    package var moved: Set<ManagedObjectID> {
      removed.isEmpty || added.isEmpty ? [] : Set(removed).intersection(added)
    }

    /// The objects that become members, without those that only move.
    package var coming: [ManagedObjectID] { without(moved, added) }
    /// The objects that are members no longer, without those that only move.
    package var going: [ManagedObjectID] { without(moved, removed) }

    private func without(
      _ moved: Set<ManagedObjectID>, _ members: [ManagedObjectID]
    ) -> [ManagedObjectID] {
      moved.isEmpty ? members : members.filter { !moved.contains($0) }
    }
  }

  /// The identity of the object.
  public let id: ManagedObjectID
  /// What happens to it.
  public let kind: Kind
  /// The version of the row that the change is based on; 0 for an object that was never saved.
  public var version: UInt32
  /// The values that attributes and to-one relationships get; all that there are for an insertion.
  public var values: [Value]
  /// How to-many relationships change; for a deletion, what has left guarded ones without an inverse before.
  public var links: [Links]

  /// What happens to an object.
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
