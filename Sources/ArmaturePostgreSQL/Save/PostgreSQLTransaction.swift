import Armature
import ArmatureModel
import ArmatureSQL

/// A transaction that counts as a save.
final class PostgreSQLTransaction {
  let database: PostgreSQLDatabase
  let connection: PostgreSQLConnection
  /// The number of the transaction. No row has it as its key.
  let number: Int64
  /// The version of the changed rows, which no row has had.
  let version: UInt32
  /// The numbers of older transactions to be deleted from the table of transactions.
  private let forgetting: [Int64]
  /// The mark of the model, and whether the store keeps a history, as far as known when the transaction begins.
  private let known: (mark: String, keepsHistory: Bool)
  private var isCounted = false
  /// The number of the save, after it is counted.
  private(set) var count: Int64?
  /// The required number of the previous save; `nil` for any.
  private let last: Int64?
  /// The positions of the tables with changed rows whose words are not entered yet.
  private var changedTables: Set<Int> = []

  init(
    _ database: PostgreSQLDatabase, _ connection: PostgreSQLConnection, number: Int64,
    forgetting: [Int64], after last: Int64?
  ) {
    (self.database, self.connection, self.last) = (database, connection, last)
    (self.number, self.forgetting, known) = (number, forgetting, database.known)
    version = PostgreSQLKeys.version(of: number)
  }

  /// Whether the history records the save.
  var keepsHistory: Bool { known.keepsHistory }

  /// The history that records the save.
  private(set) lazy var history = SQLHistory(connection, database.sql)

  /// Begins the transaction together with the next statement.
  func begin() throws {
    let beginning: SQLStatement =
      database.settings.isSerializable
      ? "BEGIN ISOLATION LEVEL SERIALIZABLE"
      : "BEGIN ISOLATION LEVEL READ COMMITTED"
    // New statements are prepared before a row is locked that others wait for.
    var statements = [beginning.text, counting.text]
    if database.settings.notifies { statements.append(PostgreSQLNotices.notice(database).text) }
    if database.replicas != nil { statements.append(PostgreSQLReplicas.position.text) }
    try connection.prepare(statements)
    try connection.post(beginning)
    if !database.fullTexts.isEmpty {
      try connection.send(PostgreSQLFullText.promise(database.fullTexts))
    }
  }

  /// Begins the transaction and waits for the server. In a serializable transaction, counting the save first keeps
  /// others from changing the state.
  ///
  /// - Throws: ``PostgreSQLDatabase/OtherState``.
  func beginAtOnce() throws {
    try begin()
    if database.settings.isSerializable { try countSave() }
    do {
      try connection.receiveFine()
    } catch PostgreSQLStoreError.database(_, "22012", _, _) {
      throw PostgreSQLDatabase.OtherState()
    }
  }

  /// Notes that rows of some tables change, so that their words are entered.
  func note(changesIn tables: some Sequence<Int>) {
    if !database.fullTexts.isEmpty { changedTables.formUnion(tables) }
  }

  /// Enters the words of changed rows in the full-text indexes that depend on them.
  func enterWords() throws {
    if changedTables.isEmpty { return }
    let indexes = database.fullTexts.filter { !$0.tables.isDisjoint(with: changedTables) }
    changedTables = []
    if !indexes.isEmpty { try PostgreSQLFullTextUpkeep(connection, indexes).enter() }
  }

  /// Counts the save once, usually at the end. All other saves wait from then on.
  func countSave() throws {
    if isCounted { return }
    isCounted = true
    try connection.post(counting)
    connection.whenAnswered { [self] in count = $0.integer(0, 0) }
  }

  /// Counts and records the save and ends the transaction.
  ///
  /// If the connection is lost from here on, the transaction may have succeeded, which has to be looked up.
  ///
  /// - Parameter note: Records the save, if there is a history.
  func end(noting note: (SQLHistory) throws -> Void) throws {
    try enterWords()
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
      connection.isWarned = false
      try connection.send("COMMIT")
      if let replicas = database.replicas {
        try connection.post(PostgreSQLReplicas.position)
        connection.whenAnswered(replicas.noting(isOnPrimary: true))
      }
      try connection.receiveFine(isCancellable: false)
      if connection.isWarned { throw connection.lost() }
    } catch let error as PostgreSQLStoreError where error.isOfConnection {
      database.pool.closeIdle()
      connection.abandon()
      guard try PostgreSQLOutcome(database).isSaved(number) else {
        throw PostgreSQLStoreError.connectionLost(server: database.server, message: error.reason)
      }
      database.replicas?.forget()
    } catch PostgreSQLStoreError.database(_, "22012", _, _) {
      throw PostgreSQLDatabase.OtherState()
    }
    if let count { database.ownSaves.note(count) }
  }

  /// Counts the save and records that the transaction was saved. Fails if the rows were migrated since the transaction
  /// began, so that it does not see the row of the state.
  private var counting: SQLStatement {
    """
    WITH "noted" AS (INSERT INTO \(name: PostgreSQLState.transactions) \
    VALUES (\(value: .integer(number)), (SELECT TRUE FROM \(name: PostgreSQLState.table)))) \
    \(PostgreSQLState.counting(mark: known.mark, keepsHistory: known.keepsHistory, after: last))
    """
  }
}
