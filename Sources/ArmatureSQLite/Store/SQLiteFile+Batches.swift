import Armature
import ArmatureSQL

/// Batches that need no objects.
extension SQLiteFile {
  /// Why nothing was written: nothing would change.
  private struct Unchanged: Error {}

  /// Does a batch in a transaction.
  ///
  /// - Returns: `nil` where objects must be looked at: also for a constraint of the database, which cannot say
  ///   whose fault it is.
  func execute(_ batch: StoreBatch) throws -> BatchResult? {
    let returnsObjectIDs = batch.returnsObjectIDs
    guard let batch = SQLBatch(batch, database) else { return nil }
    do {
      return try commit(numbered: { connection, version in
        let result = try batch.run(
          connection, version: version, history: historyIfKept(connection))
        if result.count == 0 { throw Unchanged() }
        return result
      })
    } catch is Unchanged {
      return BatchResult(count: 0, objectIDs: returnsObjectIDs ? [] : nil)
    } catch is SQLBatch.NeedsObjects {
      return nil
    } catch let error as SQLiteStoreError where error.violation != nil {
      return nil
    }
  }

  /// Makes several commits last as one save, or none of them.
  func commitTogether(_ body: (any PersistentStore) throws -> Void) throws {
    do {
      try commit(numbered: { connection, version in
        let transaction = SQLiteTransaction(
          self, connection, version: version, try historyIfKept(connection))
        defer { transaction.end() }
        try batchThreads.run { try body(transaction) }
        if transaction.isUnchanged { throw Unchanged() }
      })
    } catch is Unchanged {}
  }
}
