/// A store that is the parent of a context.
protocol ParentOfContext: PersistentStore, StoreReader {
  /// Has the parent merge what others have saved, if it does so by itself.
  ///
  /// - Throws: What the parent's own store throws.
  func mergeChangesOfOthers() throws
}
