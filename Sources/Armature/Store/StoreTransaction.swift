/// The changes of one save, which a context passes to its store.
///
/// Usually, the context creates the transaction for you. You create one yourself only if you call a store without a
/// context, for example to test a custom store:
///
/// ```swift
/// let store = InMemoryStore()
/// try store.open(model)
/// let ids = try store.reserveKeys(2).map {
///   ManagedObjectID(entityName: "Author", key: $0, storeID: store.identifier)
/// }
/// let changes = zip(ids, ["Jane Austen", "Emily Brontë"]).map { id, name in
///   StoreChange(id, .insert, values: [.init(property: 0, value: .string(name))])
/// }
/// print(try store.commit(StoreTransaction(changes)).count)  // 2
/// ```
/// A transaction is a value that you can encode and send to other tasks.
public struct StoreTransaction: Hashable, Sendable, Codable {
  /// The changes, one for each object: insertions first, deletions last.
  public var changes: [StoreChange]

  /// Creates a transaction from its changes.
  public init(_ changes: [StoreChange]) { self.changes = changes }
}
