public import ArmatureModel

/// An error that a store throws when it rejects a transaction because other saves have changed its basis.
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
    /// The current row of the store; `nil` if it was deleted.
    public let current: StoreRow?

    /// Creates a conflict.
    public init(_ id: ManagedObjectID, current: StoreRow?) {
      self.id = id
      self.current = current
    }
  }

  /// The rows of the transaction that have changed since they were read.
  public let conflicts: [Conflict]

  /// True if the state of the store has changed since the context made its decisions.
  ///
  /// See ``StoreChanges/state``.
  public let isStateConflict: Bool

  /// Creates the error from the conflicts of a transaction.
  public init(_ conflicts: [Conflict]) { (self.conflicts, isStateConflict) = (conflicts, false) }

  private init(isStateConflict: Bool) { (conflicts, self.isStateConflict) = ([], isStateConflict) }

  /// The error of a store in another state than ``StoreChanges/state``.
  public static let stateConflict = StoreConflicts(isStateConflict: true)
}
