/// A connection pooler between a store and its server.
extension PostgreSQLConnection {
  /// Closes an unusable connection at once. This releases its transaction in the server and its session in a pooler.
  func abandon() { PostgreSQLSocket.shutDown(library.socket(handle)) }

  /// Rejects a pooler in statement mode, which closes a connection that begins a transaction.
  func checkTransactions(_ connector: PostgreSQLConnector) throws {
    if preamble == nil { return }
    do {
      try makeTransaction()
    } catch let lost as PostgreSQLStoreError {
      guard case .connectionLost = lost else { throw lost }
      // A pooler that was just stopped also closes connections, but not the next one.
      do {
        try connector.connect().makeTransaction()
      } catch PostgreSQLStoreError.connectionLost(_, let message) {
        throw unusable(
          "the pooler before it does not continue a transaction (\(message))", .poolTransactions)
      }
      throw lost
    }
  }

  /// Runs an empty transaction of two round trips.
  private func makeTransaction() throws {
    for statement in ["BEGIN", "COMMIT"] {
      try send(statement)
      try receiveFine()
    }
  }
}
