/// A store that can execute some batches itself, faster than by changing objects.
package protocol BatchStore: PersistentStore {
  /// Executes a batch as one commit, which gives each changed row a new version.
  ///
  /// - Returns: `nil` if the context must change the objects instead, because the result would differ, or because only
  ///   objects can determine the failures. In this case, nothing has changed.
  func execute(_ batch: StoreBatch) throws -> BatchResult?

  /// Commits the insertions of a long batch as one save, or none of them.
  ///
  /// - Parameter body: A closure that receives a store. The store is valid during the call, and its readers see the
  ///   commits that the closure has made. Other readers see them after the call.
  func commitTogether(_ body: (any PersistentStore) throws -> Void) throws
}
