import ArmatureSQL
import Dispatch

/// Asynchronous results.
extension PostgreSQLConnection {
  /// Requests the results of all sent statements.
  func endSending() throws {
    guard library.sendSync(handle) == 1 else { throw lost() }
    syncCount += 1
    hasUnsynced = false
  }

  /// Waits for all outstanding results.
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
          // Anything else ends the result of one statement.
          throw lost()
        }
      }
    } catch PostgreSQLStoreError.connectionLost(let server, let message) {
      // A server or pooler that closes a connection sends its reason first.
      let words = results.last(where: \.endsConnection)?.message
      throw PostgreSQLStoreError.connectionLost(server: server, message: words ?? message)
    }
    return results
  }

  /// Waits until libpq can return the next part of a result without blocking.
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
        // A server that had not started the statement ignores the cancel request, so send it again.
        cancel()
      case .timedOut:
        cancel()
        isBroken = true
        if isCancelled { throw CancellationError() }
        throw PostgreSQLStoreError.timedOut(server: server, step: "answer")
      case .cancelled:
        // The server soon reports that the statement was cancelled, and the connection stays usable.
        cancel()
        (isCancelled, deadline) = (true, ContinuousClock.now + .seconds(5))
      }
    }
  }

  private static let soon: Duration = .microseconds(50)

  /// Waits for the server. If the last result was fast, it polls before it sleeps: a sleeping thread wakes some
  /// microseconds late, which is a third of the time to load one object on the same machine.
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

  /// Marks the connection as tainted if a cancel request may still be on its way, because it could cancel a statement
  /// of the next user.
  ///
  /// - Parameter results: All results. One may show that a cancel request has been used up.
  func noteCancels(_ results: [PostgreSQLResult]) {
    if cancelCount == 0 { return }
    let isEnded = results.contains { $0.field(PostgreSQLCode.sqlState) == Self.cancelled }
    if cancelCount > (isEnded ? 1 : 0) { isTainted = true }
  }

  /// The time without a result after which the cancel request is repeated.
  private static let timeBetweenCancels: Duration = .milliseconds(50)

  /// Asks the server to cancel the current statement.
  private func cancel() {
    cancelCount += 1
    guard let token = library.makeCancel(handle) else { return }
    // The token is used by the other thread alone.
    nonisolated(unsafe) let sent = token
    let (library, isSent) = (library, DispatchSemaphore(value: 0))
    DispatchQueue(label: "org.armature.cancel").async {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
        _ = library.cancel(sent, message.baseAddress, 256)
      }
      library.freeCancel(sent)
      isSent.signal()
    }
    _ = isSent.wait(timeout: .now() + Self.longestCancel)
  }

  /// The maximum time to wait for a server to take a cancel request. The library has no limit of its own, and would wait
  /// for hours for a machine that has lost its power.
  private static let longestCancel: DispatchTimeInterval = .seconds(1)
}

/// Bulk reading of rows.
extension PostgreSQLConnection {
  private static let rowsAtATime = 1000

  /// Visits the rows of a statement within a transaction, a thousand at a time.
  func walk(_ statement: SQLStatement, _ visit: (any SQLRow) throws -> Void) throws {
    walkCount += 1
    let name = "_armature_walk_\(walkCount)"
    try run("DECLARE \(name: name) NO SCROLL CURSOR FOR \(statement)")
    var count = 0
    repeat {
      count = 0
      try forEachRow(of: "FETCH FORWARD \(Self.rowsAtATime) FROM \(name: name)") { row in
        count += 1
        try visit(row)
      }
    } while count == Self.rowsAtATime
    try run("CLOSE \(name: name)")
  }
}
