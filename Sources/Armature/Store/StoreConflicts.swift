public import ArmatureModel

/// The error of a store that rejects a transaction, since other saves have changed what it is based on.
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
  /// One row that is not what it was when it was read.
  public struct Conflict: Hashable, Sendable {
    /// The identity of the object.
    public let id: ManagedObjectID
    /// The row as the store has it now; `nil` if it was deleted.
    public let current: StoreRow?

    /// A row that has changed.
    public init(_ id: ManagedObjectID, current: StoreRow?) {
      self.id = id
      self.current = current
    }
  }

  /// The rows of the transaction that are not as they were read.
  public let conflicts: [Conflict]

  /// True if the store has another state than the one that the transaction was decided in.
  ///
  /// See ``StoreChanges/state``.
  public let isOfState: Bool

  /// The conflicts of a transaction.
  public init(_ conflicts: [Conflict]) { (self.conflicts, isOfState) = (conflicts, false) }

  private init(isOfState: Bool) { (conflicts, self.isOfState) = ([], isOfState) }

  /// The error of a store that has another state than ``StoreChanges/state``.
  public static let ofState = StoreConflicts(isOfState: true)
}
