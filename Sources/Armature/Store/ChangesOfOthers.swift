/// What others have saved to the data of a store, past it: other processes, or another store on the same file.
public enum ChangesOfOthers: Hashable, Sendable {
  /// Nothing.
  case none
  /// What these saves have changed, some of which may be those of the store itself.
  case known([PersistentHistoryTransaction])
  /// Something: contexts compare the versions of their objects with those of the rows.
  case unknown
}
