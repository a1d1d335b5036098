import ArmatureSQL

/// Finds out whether a transaction has ended well whose connection was lost while it did.
///
/// Each transaction writes its number to a table. Whoever writes a number there first decides: if that can be done now,
/// the transaction has not ended, and cannot any more; if the number is there, or comes while this waits, it has.
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

  private func ask(_ number: Int64) throws -> Bool {
    // Not one of the pool, whose places are for those who have not failed.
    let connection = try database.pool.connector.connect()
    do {
      try connection.run(
        "INSERT INTO \(name: PostgreSQLState.transactions) VALUES (\(value: .integer(number)))")
      return false
    } catch let error as PostgreSQLStoreError where error.violation == .key {
      return true
    }
  }
}
