/// A pooler between a store and its server.
extension PostgreSQLConnection {
  /// Gives up a connection that cannot be used any more, and what is kept for it by a server that waits for the end of its
  /// transaction, or by a pooler that has few sessions.
  func abandon() { PostgreSQLSocket.shutDown(library.socket(handle)) }

  /// Refuses a pooler that takes single statements only, by a transaction of two trips.
  func checkTransactions() throws {
    if preamble == nil { return }
    do {
      for statement in ["BEGIN", "COMMIT"] {
        try send(statement)
        try receiveFine()
      }
    } catch PostgreSQLStoreError.connectionLost(_, let message) {
      throw unfit(
        "the pooler in front of it does not let a transaction go on (\(message))",
        "Have it pool sessions or transactions, and not statements, or connect to the server itself."
      )
    }
  }
}
