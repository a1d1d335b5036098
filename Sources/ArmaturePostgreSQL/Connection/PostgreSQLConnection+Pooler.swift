/// A pooler between a store and its server.
extension PostgreSQLConnection {
  /// Gives up a connection that cannot be used any more, and what is kept for it by a server that waits for the end of its
  /// transaction, or by a pooler that has few sessions.
  func abandon() { PostgreSQLSocket.shutDown(library.socket(handle)) }

  /// Refuses a pooler that takes single statements only, and ends a connection that begins a transaction.
  func checkTransactions(_ connector: PostgreSQLConnector) throws {
    if preamble == nil { return }
    do {
      try makeTransaction()
    } catch let lost as PostgreSQLStoreError {
      guard case .connectionLost = lost else { throw lost }
      // A pooler that has just been stopped ends connections, too, but not the next one.
      do {
        try connector.connect().makeTransaction()
      } catch PostgreSQLStoreError.connectionLost(_, let message) {
        throw unfit(
          "the pooler in front of it does not let a transaction go on (\(message))",
          "Have it pool sessions or transactions, and not statements, or connect to the server itself."
        )
      }
      throw lost
    }
  }

  /// Makes a transaction of two trips, in which nothing is done.
  private func makeTransaction() throws {
    for statement in ["BEGIN", "COMMIT"] {
      try send(statement)
      try receiveFine()
    }
  }
}
