import Armature
import ArmatureModel
import ArmatureSQL

/// The saves of this process and of others.
extension SQLiteFile {
  /// Returns the saves of others since a token, in the state that a connection reads.
  func remoteChanges(
    since token: PersistentHistoryToken, _ connection: SQLiteConnection
  ) throws -> RemoteChanges {
    let present = try connection.lastCommit()
    guard watch.haveOthersSaved(after: token.number, upTo: present) else { return .none }
    do {
      return .known(try history(since: token, connection))
    } catch is PersistentStoreError {
      return .unknown
    }
  }

  /// Returns the saves after a point, in the state that a connection reads.
  func history(
    since token: PersistentHistoryToken?, _ connection: SQLiteConnection
  ) throws -> [PersistentHistoryTransaction] {
    guard let start = try connection.factIfPresent(.historyStart) else { throw Self.noHistory }
    return try history(connection).transactions(
      after: token, from: start, to: connection.lastCommit())
  }

  func purgeHistory(_ range: PersistentHistoryRange) throws {
    try write { connection in
      guard let start = try connection.factIfPresent(.historyStart) else { throw Self.noHistory }
      guard
        let last = try history(connection).remove(
          range, from: start, to: connection.fact(.lastCommit))
      else { return }
      try connection.setFact(.historyStart, .integer(last))
    }
  }

  /// Returns the history; `nil` if the file keeps none.
  func historyIfKept(_ connection: SQLiteConnection) throws -> SQLHistory? {
    if try connection.factIfPresent(.historyStart) == nil { return nil }
    return history(connection)
  }

  func history(_ connection: SQLiteConnection) -> SQLHistory {
    SQLHistory(connection, database.schema.model, storeID: identifier)
  }

  private static let noHistory = PersistentStoreError.noHistory(reason: "this one does not")
}

extension SQLiteConnection {
  /// Makes the file keep a history from now on, unless it already does.
  func beginHistory() throws {
    if try factIfPresent(.historyStart) != nil { return }
    try run("BEGIN IMMEDIATE")
    do {
      // Another process may have been faster.
      if try factIfPresent(.historyStart) == nil {
        for statement in SQLHistory.creation { try run(statement) }
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
    for table in [SQLSchema.changes, SQLSchema.saves] { try run("DELETE FROM \(name: table)") }
    try setFact(.historyStart, .integer(number))
    try run(SQLHistory.identification(of: "\(value: .integer(number))"))
  }
}
