import Armature
import ArmatureModel
import ArmatureSQL

/// A transaction that combines several commits.
final class SQLiteTransaction: SQLTransaction {
  private let database: SQLiteDatabase
  private let connection: SQLiteConnection
  private let version: UInt32
  private let history: SQLHistory?
  var session: any SQLSession { SQLiteSession(database, within: connection) }

  init(
    _ database: SQLiteDatabase, _ connection: SQLiteConnection, version: UInt32,
    _ history: SQLHistory?
  ) {
    (self.database, self.connection) = (database, connection)
    (self.version, self.history) = (version, history)
  }

  func reserveKeys(_ count: Int) throws -> Range<Int64> { try connection.takeKeys(count) }

  func write(_ changes: StoreChanges) throws -> [UInt32] {
    let token = PersistentHistoryToken(storeID: database.identifier, number: Int64(version))
    if let state = changes.state, state != token { throw StoreConflicts.stateConflict }
    // Duplicates are reported at once: a transaction has no second try.
    let save = SQLSave(changes, database.sql, connection, version: version, isSecondTry: true)
    let versions = try save.write()
    try history?.write(changes, number: "\(value: .integer(Int64(version)))")
    changes.committedState = token
    return versions
  }
}
