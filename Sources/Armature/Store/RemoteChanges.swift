/// The saves of other processes, or of other stores on the same data, since a token.
public enum RemoteChanges: Hashable, Sendable {
  /// No such saves.
  case none
  /// The transactions since the token, possibly including the store's own.
  case known([PersistentHistoryTransaction])
  /// Changes that the store cannot list. Contexts compare the versions of their objects and rows.
  case unknown
}
