import Armature
import ArmatureModel
import ArmatureSQL

/// Saves.
extension PostgreSQLDatabase {
  func reserveKeys(_ count: Int) throws -> Range<Int64> { try retrying { try keys.take(count) } }

  func commit(_ changes: StoreChanges) throws -> [UInt32] {
    try batchThreads.rejectNested()
    if let versions = try versionsOfSame(changes) { return versions }
    var mode = PostgreSQLSave.Mode.plain
    do {
      return try retrying {
        try commit(changes, mode)
      } solving: { violation in
        guard let next = mode.next(after: violation) else { return false }
        mode = next
        return true
      }
    } catch let conflicts as SQLConflicts {
      throw try PostgreSQLSession.reader(self).error(for: conflicts, of: changes)
    }
  }

  private func commit(_ changes: StoreChanges, _ mode: PostgreSQLSave.Mode) throws -> [UInt32] {
    var versions: [UInt32] = []
    do {
      try transact(after: changes.state?.number) { transaction in
        try transaction.begin()
        versions = try PostgreSQLSave(changes, transaction, mode).write()
        try transaction.end { try $0.write(changes, number: PostgreSQLState.number) }
        changes.committedState = transaction.count.map {
          PersistentHistoryToken(storeID: identifier, number: $0)
        }
      }
    } catch let error as OtherState {
      guard let state = changes.state, try PostgreSQLSession(self).lastCommit() != state.number
      else { throw error }
      throw StoreConflicts.stateConflict
    } catch PostgreSQLStoreError.outcomeUnknown(let server, let number) {
      note(unresolved: number, changes.transaction, versions)
      throw PostgreSQLStoreError.outcomeUnknown(server: server, transaction: number)
    }
    forgetTries(of: changes)
    return versions
  }

  /// Retries a body after conflicts with other transactions.
  ///
  /// - Parameter solves: Returns whether the next try avoids a violation by other means.
  func retrying<Result>(
    _ body: () throws -> Result, solving solves: (SQLViolation?) -> Bool = { _ in false }
  ) throws -> Result {
    var tries = 0
    var deadline: ContinuousClock.Instant?
    while true {
      tries += 1
      do {
        return try body()
      } catch let report as ValidationReport {
        try rejectOtherModel(behind: report)
        throw report
      } catch is OtherState {
        // It throws if the rows belong to another model; otherwise another program has begun a history.
        _ = try PostgreSQLSession(self).lastCommit()
        if tries > PostgreSQLRetries.most {
          throw PostgreSQLStoreError.contended(server: server, tries: tries)
        }
      } catch let error as PostgreSQLStoreError {
        if solves(error.violation) {
          continue
        } else if error.isContention, tries <= PostgreSQLRetries.most {
          PostgreSQLRetries.wait(after: tries)
        } else if isOfLostServer(error), tries <= PostgreSQLRetries.most,
          ContinuousClock.now < deadline ?? .now + .seconds(1)
        {
          deadline = deadline ?? .now + settings.timeout
          PostgreSQLRetries.wait(after: tries)
        } else if error.isContention {
          throw PostgreSQLStoreError.contended(server: server, tries: tries)
        } else {
          try rejectOtherModel(behind: error)
          throw error
        }
      }
    }
  }

  /// Returns whether a server was lost before COMMIT, so that a retry is safe, and a new connection may succeed.
  private func isOfLostServer(_ error: PostgreSQLStoreError) -> Bool {
    switch error {
    case .connectionLost: true
    case .database(_, "25006", _, _): pool.connector.address.needsWriting
    case .database(_, let state, _, _): state == "57P01" || state == "57P02"
    default: false
    }
  }

  /// Runs a body in a transaction, which is rolled back if it throws.
  ///
  /// - Parameter last: The required number of the previous save; `nil` for any.
  func transact<Result>(
    after last: Int64? = nil, _ body: (PostgreSQLTransaction) throws -> Result
  ) throws -> Result {
    let number = try newNumber()
    let lease = try pool.take()
    defer { pool.giveBack(lease) }
    let old = takeFinished()
    do {
      let result = try body(
        PostgreSQLTransaction(self, lease.connection, number: number, forgetting: old, after: last))
      note(finished: [number])
      return result
    } catch {
      lease.connection.rollBack()
      note(finished: old)
      replicas?.forget()
      if lease.connection.isBroken { pool.closeIdle() }
      throw error
    }
  }

  // MARK: History

  func purgeHistory(_ range: PersistentHistoryRange) throws {
    let lease = try pool.take()
    defer { pool.giveBack(lease) }
    let connection = lease.connection
    try connection.send("BEGIN ISOLATION LEVEL READ COMMITTED")
    try connection.post("\(PostgreSQLState.selection) FOR UPDATE")
    // Without the row of the state, the store has no history either.
    let state = try connection.receiveFine().last.flatMap { PostgreSQLState($0) }
    guard
      let last = try SQLHistory(connection, sql).remove(
        range, from: state?.historyStart, to: state?.lastCommit ?? 0)
    else { return }
    try connection.post(
      "UPDATE \(name: PostgreSQLState.table) SET \"history_start\" = \(value: .integer(last))")
    try connection.send("COMMIT")
    replicas?.forget()
    try connection.receiveFine(isCancellable: false)
    try PostgreSQLOutcome.forgetOld(connection)
  }
}
