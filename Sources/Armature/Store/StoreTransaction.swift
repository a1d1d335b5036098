/// What one save changes, as a value: contexts that merge it, and stores that keep it, speak it.
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
public struct StoreTransaction: Hashable, Sendable, Codable {
  /// What happens to the objects, each once: the inserted ones first, the deleted ones last.
  public var changes: [StoreChange]

  /// The changes of one save.
  public init(_ changes: [StoreChange]) { self.changes = changes }
}
