/// A store that may do batches by itself, faster than by objects.
package protocol BatchStore: PersistentStore {
  /// Does a batch as one commit, all or nothing, with a new version of every row that gets other values.
  ///
  /// - Returns: `nil`, and nothing has changed, where the result would not be exactly that of objects, or where
  ///   only objects can say what is wrong.
  func execute(_ batch: StoreBatch) throws -> BatchResult?

  /// Makes the insertions of a context that takes its time last together, as one save, or none of them.
  ///
  /// - Parameter body: Gets a store for the time of the call, whose readers do not see what is committed to it.
  func commitTogether(_ body: (any PersistentStore) throws -> Void) throws
}
