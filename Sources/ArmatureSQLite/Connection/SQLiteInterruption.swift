/// A check that is made now and then while the statements of a connection run, and that may end them.
private final class SQLiteInterruption {
  private let check: () throws -> Void
  private(set) var failure: (any Error)?

  init(_ check: @escaping () throws -> Void) { self.check = check }

  /// Whether the statement is to end.
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
  /// How many steps of SQLite's machine lie between two checks: some milliseconds.
  private static let stepsBetweenChecks: Int32 = 1_000_000

  /// Does something whose statements a check may end while they run.
  ///
  /// SQLite takes back the whole transaction then.
  ///
  /// - Throws: What the check throws.
  func checking<Result>(
    _ check: @escaping () throws -> Void, _ body: () throws -> Result
  ) throws -> Result {
    let interruption = SQLiteInterruption(check)
    // The handler is gone before the object is.
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
