import Armature
import ArmatureSQL

/// Batches that need no objects, or only some at a time.
extension PostgreSQLDatabase {
  /// Executes a batch in a transaction.
  ///
  /// - Returns: `nil` if objects must be loaded, for example for a violated constraint, because the database cannot
  ///   name the object.
  func execute(_ batch: StoreBatch) throws -> BatchResult? {
    try batchThreads.rejectNested()
    let returnsObjectIDs = batch.returnsObjectIDs
    guard let batch = PostgreSQLBatch(batch, sql) else { return nil }
    do {
      return try retrying { try transact(batch.run) }
    } catch is PostgreSQLBatch.Unchanged {
      // It throws if nothing was found because the rows now belong to another model.
      _ = try PostgreSQLReader(self).token()
      return BatchResult(count: 0, objectIDs: returnsObjectIDs ? [] : nil)
    } catch is SQLBatch.NeedsObjects {
      return nil
    } catch let error as PostgreSQLStoreError where error.violation != nil {
      return nil
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
        failure.reason is PostgreSQLTransaction.OtherState
        || (failure.reason as? PostgreSQLStoreError)?.isContention == true
      throw isContention
        ? PostgreSQLStoreError.contended(server: server, tries: 1) : failure.reason
    }
  }

  private func insert(
    _ transaction: PostgreSQLTransaction, _ body: (any PersistentStore) throws -> Void
  ) throws {
    let insertion = PostgreSQLInsertion(transaction)
    defer { insertion.end() }
    try batchThreads.run { try body(insertion) }
    if insertion.isUnchanged { return transaction.connection.rollBack() }
    try transaction.end {
      try $0.renumber(insertion.preliminaryNumber, as: PostgreSQLState.number)
    }
  }
}
