public import ArmatureModel

/// An error that a store throws if another save has changed rows that the transaction also changes.
///
/// You need this type only if you write a custom store or call a store directly. A context catches this error: it
/// either resolves the conflicts with its ``MergePolicy``, or throws ``MergeConflicts`` instead.
///
/// ```swift
/// let store = InMemoryStore()
/// try store.open(model)
/// let id = ManagedObjectID(entityName: "Author", key: 1, storeID: store.identifier)
/// let change = StoreChange(id, .update, version: 1, values: [.init(property: 0, value: "Anne")])
/// do {
///   _ = try store.commit(StoreTransaction([change]))
/// } catch let error as StoreConflicts {
///   print(error.conflicts[0].id == id, error.conflicts[0].current == nil)  // true true
/// }
/// ```
public struct StoreConflicts: Error, Hashable {
  /// A row that has changed since it was read.
  public struct Conflict: Hashable, Sendable {
    /// The identity of the object.
    public let id: ManagedObjectID
    /// The current row in the store. It is `nil` if the row was deleted.
    public let current: StoreRow?

    /// Creates a conflict.
    public init(_ id: ManagedObjectID, current: StoreRow?) {
      self.id = id
      self.current = current
    }
  }

  /// The rows of the transaction that have changed since they were read.
  public let conflicts: [Conflict]

  /// A Boolean value that indicates whether the store has changed since the context decided what to save.
  ///
  /// See ``StoreChanges/state``.
  public let isStateConflict: Bool

  /// Creates the error from the conflicts of a transaction.
  public init(_ conflicts: [Conflict]) { (self.conflicts, isStateConflict) = (conflicts, false) }

  private init(isStateConflict: Bool) { (conflicts, self.isStateConflict) = ([], isStateConflict) }

  /// The error that a store throws if its state differs from ``StoreChanges/state``.
  public static let stateConflict = StoreConflicts(isStateConflict: true)
}
