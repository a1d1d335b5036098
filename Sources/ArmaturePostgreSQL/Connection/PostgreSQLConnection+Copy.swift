/// Bulk transfer of rows.
extension PostgreSQLConnection {
  /// The header of a binary COPY: a signature, flags, and the length of the header extension.
  private static let head: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
  private static let end: [UInt8] = [0xFF, 0xFF]
  /// The number of bytes passed to libpq at a time.
  private static let part = 1 << 16

  /// Copies rows to a table, after all statements sent before.
  ///
  /// COPY is not possible in pipeline mode, so the connection leaves it meanwhile.
  ///
  /// - Returns: The number of written rows.
  func copy(_ statement: String, _ rows: UnsafeBufferPointer<UInt8>) throws -> Int {
    if !isIdle { try receiveFine() }
    return try withoutPipeline {
      let start = ContinuousClock.now
      let deadline = start + timeout
      guard library.sendQuery(handle, statement) == 1 else { throw lost() }
      let answer = try next(deadline)
      guard answer?.status == PostgreSQLCode.copyIn else {
        try drain(deadline)
        noteCancels(answer.map { [$0] } ?? [])
        throw answer.map { error($0) } ?? lost()
      }
      try Self.head.withUnsafeBufferPointer { try put($0) }
      var rest = rows[...]
      while !rest.isEmpty {
        let part = rest.prefix(Self.part)
        rest = rest.dropFirst(part.count)
        try put(UnsafeBufferPointer(rebasing: part))
      }
      try Self.end.withUnsafeBufferPointer { try put($0) }
      guard library.putCopyEnd(handle, nil) == 1 else { throw lost() }
      let result = try next(ContinuousClock.now + timeout)
      try drain(ContinuousClock.now + timeout)
      note(statement, since: start)
      guard let result else { throw lost() }
      noteCancels([result])
      if !result.isFine { throw error(result) }
      return result.changeCount
    }
  }

  /// Passes bytes to libpq, which buffers them until they can be sent.
  private func put(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    guard library.putCopyData(handle, bytes.baseAddress, Int32(clamping: bytes.count)) == 1 else {
      throw lost()
    }
    // Otherwise libpq would buffer all rows.
    while true {
      let unsent = library.flush(handle)
      if unsent < 0 { throw lost() }
      if unsent == 0 { return }
      let outcome = PostgreSQLSocket.wait(
        library.socket(handle), writing: true, until: .now + timeout, isCancellable: false)
      guard case .ready = outcome, library.consumeInput(handle) == 1 else { throw lost() }
    }
  }

  private func next(_ deadline: ContinuousClock.Instant) throws -> PostgreSQLResult? {
    try awaitAnswer(deadline, isCancellable: true)
    return library.nextResult(handle).map { PostgreSQLResult($0, library) }
  }

  private func drain(_ deadline: ContinuousClock.Instant) throws {
    while try next(deadline) != nil {}
  }

  private func withoutPipeline<Result>(_ body: () throws -> Result) throws -> Result {
    guard library.exitPipeline(handle) == 1 else { throw lost() }
    defer { if !isBroken, library.enterPipeline(handle) != 1 { _ = lost() } }
    return try body()
  }
}
