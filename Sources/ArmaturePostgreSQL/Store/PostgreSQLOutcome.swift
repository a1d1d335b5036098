import ArmatureSQL

/// Finds out whether a transaction has ended well whose connection was lost while it did.
///
/// Each transaction writes its number to a table, and that it was saved. Whoever writes a number there first decides: if
/// this does, that it was not saved, the transaction has not ended, and cannot any more; else it has, perhaps while this
/// has waited for it.
struct PostgreSQLOutcome {
  private let database: PostgreSQLDatabase

  init(_ database: PostgreSQLDatabase) { self.database = database }

  /// - Throws: `PostgreSQLStoreError.outcomeUnknown`, if the server does not answer in time.
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

  /// Removes the numbers that nobody asks for any more, of programs that have ended since: those of two days ago.
  ///
  /// It does nothing where the user may not.
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
    // Not one of the pool, whose places are for those who have not failed.
    let connection = try database.pool.connector.connect(isCancellable: false)
    // If this itself is lost, its own row is no sign of a save when it is asked again.
    try connection.post(
      "INSERT INTO \(name: PostgreSQLState.transactions) VALUES (\(value: .integer(number)), FALSE) ON CONFLICT DO NOTHING"
    )
    try connection.receiveFine(isCancellable: false)
    try connection.post(
      "SELECT \"is_saved\" FROM \(name: PostgreSQLState.transactions) WHERE \"number\" = \(value: .integer(number))"
    )
    guard let answer = try connection.receiveFine(isCancellable: false).last?.integer(0, 0) else {
      throw connection.unfit(
        "its table \(PostgreSQLState.transactions) has lost a row", "Leave that table alone.")
    }
    return answer == 1
  }
}
