public import ArmatureModel

/// The change that one save made to one object.
///
/// Core Data: `NSPersistentHistoryChange`.
public struct PersistentHistoryChange: Hashable, Sendable, Codable {
  /// The identity of the object, which may have been deleted since.
  public let objectID: ManagedObjectID
  /// The kind of the change.
  public let kind: StoreChange.Kind
  /// The names of the persistent properties that an update changed.
  ///
  /// The set is empty for an insertion, which sets all properties, and for a deletion.
  ///
  /// If a deleted object was a member of a to-many relationship, the history contains the deletion. It contains the
  /// change of the relationship only if the saving context had loaded it.
  public let updatedProperties: Set<String>

  /// Creates a change for a custom store.
  public init(
    _ objectID: ManagedObjectID, _ kind: StoreChange.Kind, updatedProperties: Set<String> = []
  ) {
    self.objectID = objectID
    self.kind = kind
    self.updatedProperties = updatedProperties
  }
}
