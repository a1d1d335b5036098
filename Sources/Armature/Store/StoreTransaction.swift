/// What one save changes, as a value: stores, parent contexts and merges all speak it.
public struct StoreTransaction: Hashable, Sendable, Codable {
  /// What happens to the objects, each once: the inserted ones first, the deleted ones last.
  public var changes: [StoreChange]

  /// The changes of one save.
  public init(_ changes: [StoreChange]) { self.changes = changes }
}
