import Armature
import ArmatureModel
import ArmatureSQL

/// A save of several parts.
extension PostgreSQLTransaction: SQLTransaction {
  private static let savepoint = "part"

  var session: any SQLSession { PostgreSQLSession(database, within: connection) }

  func reserveKeys(_ count: Int) throws -> Range<Int64> { try database.keys.take(count) }

  func write(_ changes: StoreChanges) throws -> [UInt32] {
    var mode = PostgreSQLSave.Mode.plain
    while true {
      do {
        return try write(changes, mode)
      } catch let error as PostgreSQLStoreError {
        guard let next = mode.next(after: error.violation) else { throw error }
        mode = next
        if !connection.isIdle { _ = try connection.receive() }
        try connection.rollBackToSavepoint(Self.savepoint)
      }
    }
  }

  /// Writes a part, and waits for the server, so that failures are reported with the part.
  private func write(
    _ changes: StoreChanges, _ mode: PostgreSQLSave.Mode
  ) throws -> [UInt32] {
    try connection.send("SAVEPOINT \"\(Self.savepoint)\"")
    let versions = try PostgreSQLSave(changes, self, mode).write()
    if !connection.isIdle { try connection.receiveFine() }
    try enterWords()
    if keepsHistory {
      try history.write(changes, number: "\(value: .integer(preliminaryNumber))")
    }
    try connection.send("RELEASE SAVEPOINT \"\(Self.savepoint)\"")
    return versions
  }

  /// The temporary number of the save until it is counted. It is unique among the transactions in progress.
  private var preliminaryNumber: Int64 { -number }

  /// Counts the save, and ends the transaction.
  func endParts() throws {
    try end { try $0.renumber(preliminaryNumber, as: PostgreSQLState.number) }
  }
}
