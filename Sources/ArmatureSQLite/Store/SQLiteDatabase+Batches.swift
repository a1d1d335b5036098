import Armature
import ArmatureSQL

/// Batches that need no objects, or only some at a time.
extension SQLiteDatabase {
  /// Executes a batch in a transaction.
  ///
  /// - Returns: `nil` if objects must be loaded.
  func execute(_ batch: StoreBatch) throws -> BatchResult? {
    guard let statements = SQLBatch(batch, sql) else { return nil }
    return try SQLBatch.result(of: batch) {
      try commit(numbered: { connection, version in
        try SQLiteBatch(
          statements, connection, version: version, history: historyIfKept(connection)
        ).run()
      })
    } violation: {
      ($0 as? SQLiteStoreError)?.violation
    }
  }

  /// Commits several transactions as one save, or none of them.
  func commitTogether(_ body: (any PersistentStore) throws -> Void) throws {
    do {
      try commit(numbered: { connection, version in
        let store = SQLTransactionStore(
          sql,
          SQLiteTransaction(self, connection, version: version, try historyIfKept(connection)))
        defer { store.end() }
        try batchThreads.run { try body(store) }
        if store.isUnchanged { throw SQLBatch.Unchanged() }
      })
    } catch is SQLBatch.Unchanged {}
  }
}
