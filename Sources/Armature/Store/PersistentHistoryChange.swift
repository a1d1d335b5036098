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
  /// The set is empty for an insertion and for a deletion, because they concern the whole object.
  ///
  /// If an object is deleted, it disappears from the to-many relationships of other objects as well. The history
  /// records this as an update of these objects only if the context that saved the deletion had loaded the
  /// relationship.
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
