/// A store that can execute some batches itself, faster than by changing objects.
package protocol BatchStore: PersistentStore {
  /// Executes a batch as one commit, with a new version of every changed row.
  ///
  /// - Returns: `nil`, and nothing has changed, if changing objects would have another result, or if only objects can
  ///   determine the failures.
  func execute(_ batch: StoreBatch) throws -> BatchResult?

  /// Commits the insertions of a long batch as one save, or none of them.
  ///
  /// - Parameter body: Receives a store that is valid during the call. Its readers do not see the commits made to it.
  func commitTogether(_ body: (any PersistentStore) throws -> Void) throws
}
