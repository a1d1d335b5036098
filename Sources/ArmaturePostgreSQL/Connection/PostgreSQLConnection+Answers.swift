/// Answers as they come.
extension PostgreSQLConnection {
  /// Has the server answer all that was sent.
  func endSending() throws {
    guard library.sendSync(handle) == 1 else { throw lost() }
    syncCount += 1
  }

  /// Waits for all answers that are due.
  func answers(isCancellable: Bool) throws -> [PostgreSQLResult] {
    let deadline = ContinuousClock.now + timeout
    var results: [PostgreSQLResult] = []
    do {
      while syncCount > 0 {
        try awaitAnswer(deadline, isCancellable: isCancellable)
        if let next = library.nextResult(handle) {
          let result = PostgreSQLResult(next, library)
          if result.status == PostgreSQLCode.pipelineSync {
            syncCount -= 1
          } else {
            results.append(result)
          }
        } else if library.status(handle) != PostgreSQLCode.connectionOK {
          // What has come else is the end of the answer to one statement.
          throw lost()
        }
      }
    } catch PostgreSQLStoreError.connectionLost(let server, let message) {
      // Whoever closes a connection says why before that.
      let words = results.last(where: \.endsConnection)?.message
      throw PostgreSQLStoreError.connectionLost(server: server, message: words ?? message)
    }
    return results
  }
}
