import Armature
import ArmatureSQL

/// Batches that need no objects, or only some at a time.
extension PostgreSQLDatabase {
  /// Executes a batch in a transaction.
  ///
  /// - Returns: `nil` if objects must be loaded.
  func execute(_ batch: StoreBatch) throws -> BatchResult? {
    try batchThreads.rejectNested()
    guard let statements = PostgreSQLBatch(batch, sql) else { return nil }
    return try SQLBatch.result(of: batch) {
      do {
        return try retrying { try transact(statements.run) }
      } catch let error as SQLBatch.Unchanged {
        // It throws if nothing was found because the rows now belong to another model.
        _ = try PostgreSQLSession(self).lastCommit()
        throw error
      }
    } violation: {
      ($0 as? PostgreSQLStoreError)?.violation
    }
  }

  /// Wraps the error of code that runs once and must not be retried.
  private struct Failure: Error {
    let reason: any Error
  }

  /// Commits several transactions as one save, or none of them.
  ///
  /// - Throws: `PostgreSQLStoreError.contended` after a conflict, because a retry would have to run the code again.
  func commitTogether(_ body: (any PersistentStore) throws -> Void) throws {
    try batchThreads.rejectNested()
    do {
      try retrying {
        try transact { transaction in
          try transaction.beginAtOnce()
          do {
            try insert(transaction, body)
          } catch {
            throw Failure(reason: error)
          }
        }
      }
    } catch let failure as Failure {
      try rejectOtherModel(behind: failure.reason)
      let isContention =
        failure.reason is OtherState
        || (failure.reason as? PostgreSQLStoreError)?.isContention == true
      throw isContention
        ? PostgreSQLStoreError.contended(server: server, tries: 1) : failure.reason
    }
  }

  private func insert(
    _ transaction: PostgreSQLTransaction, _ body: (any PersistentStore) throws -> Void
  ) throws {
    let store = SQLTransactionStore(sql, transaction)
    defer { store.end() }
    try batchThreads.run { try body(store) }
    if store.isUnchanged { return transaction.connection.rollBack() }
    try transaction.endParts()
  }
}
