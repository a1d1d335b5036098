import ArmatureSQL

/// The lookup of a transaction's outcome after the connection was lost during COMMIT.
///
/// Each transaction inserts its number in a table and marks it as saved. The first to insert a number decides: if the
/// lookup can insert it as not saved, the transaction has not been committed, and can no longer be. Otherwise it has
/// been committed, possibly while the lookup waited for it.
///
/// The lookup always writes. If a server waits for its standbys, the answer therefore arrives only after they have the
/// transaction, and stays true if one of them takes over.
struct PostgreSQLOutcome {
  private let database: PostgreSQLDatabase

  init(_ database: PostgreSQLDatabase) { self.database = database }

  /// - Throws: `PostgreSQLStoreError.outcomeUnknown` if the server does not respond in time.
  func isSaved(_ number: Int64) throws -> Bool {
    let deadline = ContinuousClock.now + database.settings.timeout
    var tries = 0
    while true {
      do {
        return try ask(number)
      } catch {
        tries += 1
        guard ContinuousClock.now < deadline else {
          throw PostgreSQLStoreError.outcomeUnknown(server: database.server, transaction: number)
        }
        PostgreSQLSocket.sleep(.milliseconds(min(500, 10 << min(tries, 6))))
      }
    }
  }

  /// Removes numbers older than two days, which no one asks for any more because their programs have ended.
  ///
  /// It does nothing without the necessary rights.
  static func forgetOld(_ connection: PostgreSQLConnection) throws {
    let old: SQLStatement =
      "FROM \(name: PostgreSQLState.transactions) WHERE \"date\" < now() - INTERVAL '2 days'"
    do {
      if try connection.integer("SELECT 1 \(old) LIMIT 1") == nil { return }
      try connection.run("DELETE \(old)")
    } catch let error as PostgreSQLStoreError {
      if error.isOfConnection { throw error }
    }
  }

  private func ask(_ number: Int64) throws -> Bool {
    // Not a connection of the pool: its limit is for normal operations.
    let connection = try database.pool.connector.connect(isCancellable: false)
    let table: SQLStatement = "\(name: PostgreSQLState.transactions)"
    // If this connection is also lost, the row inserted here is not mistaken for a save in the next lookup.
    try connection.post(
      """
      INSERT INTO \(table) VALUES (\(value: .integer(number)), FALSE) \
      ON CONFLICT ("number") DO UPDATE SET "is_saved" = \(table)."is_saved" RETURNING "is_saved"
      """)
    let answers = try connection.receiveFine(isCancellable: false)
    if connection.isWarned { throw connection.lost() }
    guard let answer = answers.last?.integer(0, 0) else {
      throw connection.unusable(
        "its table \(PostgreSQLState.transactions) has lost a row", .leaveTransactions)
    }
    return answer == 1
  }
}
