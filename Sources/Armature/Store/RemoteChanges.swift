/// The saves since a token that were made by other processes, or by other stores on the same data.
public enum RemoteChanges: Hashable, Sendable {
  /// There are no such saves.
  case none
  /// The transactions since the token, possibly including the store's own.
  case known([PersistentHistoryTransaction])
  /// There are changes that the store cannot list. Contexts then compare the versions of their objects with the
  /// versions of the rows.
  case unknown
}
