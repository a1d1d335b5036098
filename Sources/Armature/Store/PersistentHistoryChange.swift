public import ArmatureModel

/// What one save has done to one object. Core Data: `NSPersistentHistoryChange`.
public struct PersistentHistoryChange: Hashable, Sendable, Codable {
  /// The identity of the object, which may be deleted by now.
  public let objectID: ManagedObjectID
  /// What happened to it.
  public let kind: StoreChange.Kind
  /// The names of the persistent properties that got other values, for an update; none otherwise: an insertion
  /// sets all.
  ///
  /// Where a deleted object leaves a to-many relationship, only the deletion tells of it, unless the context that
  /// has saved had the relationship loaded.
  public let updatedProperties: Set<String>

  /// A change of a store of your own.
  public init(
    _ objectID: ManagedObjectID, _ kind: StoreChange.Kind, updatedProperties: Set<String> = []
  ) {
    self.objectID = objectID
    self.kind = kind
    self.updatedProperties = updatedProperties
  }
}
