/// A periodic check that can stop the statements of a connection while they run.
private final class SQLiteInterruption {
  private let check: () throws -> Void
  private(set) var failure: (any Error)?

  init(_ check: @escaping () throws -> Void) { self.check = check }

  /// Whether the statement must stop.
  var isDue: Bool {
    do {
      try check()
    } catch {
      failure = error
    }
    return failure != nil
  }
}

extension SQLiteConnection {
  /// The number of SQLite virtual machine steps between two checks: some milliseconds.
  private static let stepsBetweenChecks: Int32 = 1_000_000

  /// Runs a closure and lets a check stop its statements.
  ///
  /// SQLite then rolls back the whole transaction.
  ///
  /// - Throws: The error of the check.
  func checking<Result>(
    _ check: @escaping () throws -> Void, _ body: () throws -> Result
  ) throws -> Result {
    let interruption = SQLiteInterruption(check)
    // The handler is removed before the object is freed.
    let state = Unmanaged.passUnretained(interruption).toOpaque()
    library.setProgressHandler(
      handle, Self.stepsBetweenChecks,
      { state in
        guard let state else { return 0 }
        return Unmanaged<SQLiteInterruption>.fromOpaque(state).takeUnretainedValue().isDue ? 1 : 0
      }, state)
    defer { library.setProgressHandler(handle, 0, nil, nil) }
    do {
      return try withExtendedLifetime(interruption) { try body() }
    } catch {
      throw interruption.failure ?? error
    }
  }
}
