import Armature
import ArmatureModel
import ArmatureSQL

/// The history of saves.
extension SQLiteDatabase {
  func purgeHistory(_ range: PersistentHistoryRange) throws {
    try write { connection in
      guard
        let last = try SQLHistory(connection, sql).remove(
          range, from: connection.factIfPresent(.historyStart), to: connection.fact(.lastCommit))
      else { return }
      try connection.setFact(.historyStart, .integer(last))
    }
  }

  /// Returns the history; `nil` if the file keeps none.
  func historyIfKept(_ connection: SQLiteConnection) throws -> SQLHistory? {
    if try connection.factIfPresent(.historyStart) == nil { return nil }
    return SQLHistory(connection, sql)
  }
}

extension SQLiteConnection {
  /// Makes the file keep a history from now on, unless it already does.
  func beginHistory(_ dialect: SQLiteDialect) throws {
    if try factIfPresent(.historyStart) != nil { return }
    try run("BEGIN IMMEDIATE")
    do {
      // Another process may have been faster.
      if try factIfPresent(.historyStart) == nil {
        for statement in SQLHistory.creation(dialect) { try run(statement) }
        let last = try fact(.lastCommit)
        try setFact(.historyStart, .integer(last))
        try run(SQLHistory.identification(of: "\(value: .integer(last))"))
      }
      try run("COMMIT")
    } catch {
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  /// Clears the history up to a save because it refers to entities and properties of another model.
  func forgetHistory(upTo number: Int64) throws {
    if try factIfPresent(.historyStart) == nil { return }
    try SQLHistory.forget(upTo: number, self)
    try setFact(.historyStart, .integer(number))
  }
}
