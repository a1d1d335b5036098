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

  /// Waits until libpq can give the next part of an answer without waiting.
  func awaitAnswer(_ deadline: ContinuousClock.Instant, isCancellable: Bool) throws {
    var (deadline, isCancelled) = (deadline, false)
    while true {
      let unsent = library.flush(handle)
      if unsent < 0 { throw lost() }
      if library.isBusy(handle) == 0, unsent == 0 { return }
      let end =
        isCancelled ? min(deadline, ContinuousClock.now + Self.timeBetweenCancels) : deadline
      switch wait(writing: unsent == 1, until: end, isCancellable: isCancellable && !isCancelled) {
      case .ready: if library.consumeInput(handle) == 0 { throw lost() }
      case .timedOut where isCancelled && ContinuousClock.now < deadline:
        // A server that had not begun with the statement has forgotten that it is to end.
        cancel()
      case .timedOut:
        cancel()
        isBroken = true
        if isCancelled { throw CancellationError() }
        throw PostgreSQLStoreError.timedOut(server: server, step: "answer")
      case .cancelled:
        // The server answers soon that the statement has ended, and the connection stays good.
        cancel()
        (isCancelled, deadline) = (true, ContinuousClock.now + .seconds(5))
      }
    }
  }

  private static let soon: Duration = .microseconds(50)

  /// Waits for the server, at first without sleeping where the last answer came as soon as that: a thread that sleeps is
  /// woken some microseconds late, a third of the time of a look at one object on the same machine.
  private func wait(
    writing: Bool, until end: ContinuousClock.Instant, isCancellable: Bool
  ) -> PostgreSQLSocket.Outcome {
    let (socket, start) = (library.socket(handle), ContinuousClock.now)
    if !writing, answersSoon, PostgreSQLSocket.isReadable(socket, within: Self.soon) {
      return .ready
    }
    let outcome = PostgreSQLSocket.wait(
      socket, writing: writing, until: end, isCancellable: isCancellable)
    answersSoon = ContinuousClock.now - start < Self.soon
    return outcome
  }

  /// Keeps the connection from others if a request to end a statement may still be under way, which would end theirs.
  ///
  /// - Parameter results: All answers, one of which may tell that one of the requests has ended its statement.
  func noteCancels(_ results: [PostgreSQLResult]) {
    if cancelCount == 0 { return }
    let isEnded = results.contains { $0.field(PostgreSQLCode.sqlState) == Self.cancelled }
    if cancelCount > (isEnded ? 1 : 0) { isTainted = true }
  }

  /// After so long without an answer, it is asked once more.
  private static let timeBetweenCancels: Duration = .milliseconds(50)

  /// Asks the server to end what it does.
  private func cancel() {
    cancelCount += 1
    guard let token = library.makeCancel(handle) else { return }
    defer { library.freeCancel(token) }
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
      _ = library.cancel(token, message.baseAddress, 256)
    }
  }
}
