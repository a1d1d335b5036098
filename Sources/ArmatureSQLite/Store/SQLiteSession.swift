import ArmatureModel
import ArmatureSQL

/// One state of a file: either a reading transaction on its own connection or the present state of a writing
/// transaction.
final class SQLiteSession: SQLSession {
  private let database: SQLiteDatabase
  /// Keeps the files that rows of the state refer to.
  private let reading: SQLiteDataReading?
  let connection: SQLiteConnection
  /// Whether the transaction belongs to this session alone.
  private let isOwn: Bool
  /// The number of the last save in the state; `nil` within a writing transaction, because its save has no number yet.
  private let knownCommit: Int64?

  init(_ database: SQLiteDatabase) throws {
    (self.database, isOwn) = (database, true)
    reading = database.dataFolder.map(SQLiteDataReading.init)
    (connection, knownCommit) = try database.beginReading()
  }

  /// Creates a session within a writing transaction.
  init(_ database: SQLiteDatabase, within connection: SQLiteConnection) {
    (self.database, self.connection, isOwn, knownCommit) = (database, connection, false, nil)
    reading = database.dataFolder.map(SQLiteDataReading.init)
  }

  /// Returns the connection or closes it if it cannot end its transaction.
  deinit {
    if isOwn { database.endReading(connection) }
  }

  func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
    try body(connection)
  }

  func lastCommit() throws -> Int64 { try knownCommit ?? connection.fact(.lastCommit) }

  func historyStart() throws -> Int64? { try connection.factIfPresent(.historyStart) }

  func haveOthersSaved(after first: Int64, upTo last: Int64) -> Bool {
    database.watch.haveOthersSaved(after: first, upTo: last)
  }
}
