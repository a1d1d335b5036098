/// The saves of other processes, or of other stores on the same data, since a token.
public enum ChangesOfOthers: Hashable, Sendable {
  /// No such saves.
  case none
  /// The transactions since the token, which may include those of the store itself.
  case known([PersistentHistoryTransaction])
  /// There were changes, but the store cannot list them. Contexts compare the versions of their objects with those of
  /// the rows.
  case unknown
}
