import Armature
import ArmatureSQL

/// Batches that need no objects.
extension SQLiteFile {
  /// Thrown to roll back a batch that changes nothing.
  private struct Unchanged: Error {}

  /// Executes a batch in a transaction.
  ///
  /// - Returns: `nil` if objects must be loaded, for example for a violated constraint, because the database cannot
  ///   name the object.
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

  /// Commits several transactions as one save, or none of them.
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
