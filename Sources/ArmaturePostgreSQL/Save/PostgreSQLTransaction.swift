import Armature
import ArmatureModel
import ArmatureSQL

/// A transaction that counts as a save.
final class PostgreSQLTransaction {
  let database: PostgreSQLDatabase
  let connection: PostgreSQLConnection
  /// The number of the transaction, which no row has as its key.
  let number: Int64
  /// The version that changed rows get: no row had it.
  let version: UInt32
  /// The numbers of older transactions, whose rows go.
  private let forgetting: [Int64]
  /// The mark of the model, and whether saves are noted, as far as is known when the transaction begins.
  private let known: (mark: String, keepsHistory: Bool)
  private var isCounted = false
  /// The number of the save, once it is counted.
  private(set) var count: Int64?
  /// The number of the save that must be the last one before this; `nil` for any.
  private let last: Int64?

  /// The rows are those of another model, another program has begun a history, or another save has come in between.
  struct OtherState: Error {}

  init(
    _ database: PostgreSQLDatabase, _ connection: PostgreSQLConnection, number: Int64,
    forgetting: [Int64], after last: Int64?
  ) {
    (self.database, self.connection, self.last) = (database, connection, last)
    (self.number, self.forgetting, known) = (number, forgetting, database.known)
    version = PostgreSQLKeys.version(of: number)
  }

  /// Whether the save is noted.
  var keepsHistory: Bool { known.keepsHistory }

  /// What notes the save.
  var history: SQLHistory {
    SQLHistory(connection, database.schema.model, storeID: database.identifier)
  }

  /// Begins, together with the next statement.
  func begin() throws {
    let beginning: SQLStatement =
      database.settings.isSerializable
      ? "BEGIN ISOLATION LEVEL SERIALIZABLE"
      : "BEGIN ISOLATION LEVEL READ COMMITTED"
    // The server reads what is new to it before a row is locked that others wait for.
    var statements = [beginning.text, counting.text]
    if database.settings.notifies { statements.append(PostgreSQLNotices.notice(database).text) }
    try connection.prepare(statements)
    try connection.post(beginning)
  }

  /// Begins, and waits for that; a state that others must not have changed at the end of a serializable transaction is
  /// one that they cannot change.
  ///
  /// - Throws: ``OtherState``.
  func beginAtOnce() throws {
    try begin()
    if database.settings.isSerializable { try countSave() }
    do {
      try connection.receiveFine()
    } catch PostgreSQLStoreError.database(_, "22012", _, _) {
      throw OtherState()
    }
  }

  /// Counts the save, for which all others wait from then on; it is done once, at the end most often.
  func countSave() throws {
    if isCounted { return }
    isCounted = true
    try connection.post(counting)
    connection.whenAnswered { [self] in count = $0.integer(0, 0) }
  }

  /// Counts the save, notes it, and ends the transaction.
  ///
  /// Whatever is lost from here on, the transaction may have ended well: another look says so.
  ///
  /// - Parameter note: Notes the save, if there is a history.
  func end(noting note: (SQLHistory) throws -> Void) throws {
    database.ownSaves.begin(endOf: number)
    defer { database.ownSaves.finish(endOf: number) }
    do {
      try countSave()
      if keepsHistory { try note(history) }
      if !forgetting.isEmpty {
        try connection.post(
          "DELETE FROM \(name: PostgreSQLState.transactions) WHERE \"number\" = ANY(?)", forgetting)
      }
      if database.settings.notifies { try connection.post(PostgreSQLNotices.notice(database)) }
      try connection.send("COMMIT")
      try connection.receiveFine(isCancellable: false)
    } catch let error as PostgreSQLStoreError where error.isOfConnection {
      database.pool.closeIdle()
      connection.abandon()
      guard try PostgreSQLOutcome(database).isSaved(number) else {
        throw PostgreSQLStoreError.connectionLost(server: database.server, message: error.reason)
      }
    } catch PostgreSQLStoreError.database(_, "22012", _, _) {
      throw OtherState()
    }
    if let count { database.ownSaves.note(count) }
  }

  /// Counts the save, and says that the transaction was saved, if it is; fails where somebody has migrated the rows since it
  /// began, and it does not see the row of the state.
  private var counting: SQLStatement {
    """
    WITH "noted" AS (INSERT INTO \(name: PostgreSQLState.transactions) \
    VALUES (\(value: .integer(number)), (SELECT TRUE FROM \(name: PostgreSQLState.table)))) \
    \(PostgreSQLState.counting(mark: known.mark, keepsHistory: known.keepsHistory, after: last))
    """
  }
}

extension PostgreSQLConnection {
  /// Sends a statement with places for arrays of whole numbers, and for nothing else.
  func post(_ statement: SQLStatement, _ numbers: [Int64]...) throws {
    try post(statement, numbers)
  }

  func post(_ statement: SQLStatement, _ numbers: [[Int64]]) throws {
    let cursor = try cursor(statement.text)
    defer { giveBack(cursor) }
    for (place, numbers) in numbers.enumerated() { cursor.bind(numbers, at: place) }
    try cursor.post()
  }
}
