import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An open store: its tables and the connections to them.
///
/// `@unchecked Sendable`: the lock guards all mutable state.
final class PostgreSQLDatabase: @unchecked Sendable {
  let sql: SQLDatabase
  let pool: PostgreSQLPool
  let keys: PostgreSQLKeys
  /// The increasing numbers of transactions. Versions are derived from them.
  private let numbers: PostgreSQLKeys
  let ownSaves = PostgreSQLOwnSaves()
  let batchThreads = SQLBatchThreads()
  let settings: PostgreSQLSettings
  let fingerprint: ModelFingerprint
  /// The payload of the store's own notifications, by which its listener recognizes them.
  let word = UUID().uuidString
  private let lock = Lock()
  /// The last known state of the database: the mark of the model, and whether the store keeps a history.
  private var seen = (mark: "", keepsHistory: false)
  /// Transactions with an unknown outcome, with their changes.
  private var unresolved: [(number: Int64, changes: StoreTransaction, versions: [UInt32])] = []
  /// Completed transactions that can be deleted from the table of transactions.
  private var finished: [Int64] = []
  /// Whether the preparation for saving is complete. Otherwise the user lacks a right that it needs.
  private var isFinished: Bool

  var identifier: UUID { sql.storeID }
  var schema: SQLSchema { sql.schema }
  var server: String { pool.connector.address.name }

  /// The number of completed transactions after which their rows are deleted together.
  private static let finishedBatch = 64

  init(
    _ model: ManagedObjectModel, _ settings: PostgreSQLSettings, _ migration: StoreMigration,
    newIdentifier: UUID
  ) throws {
    self.settings = settings
    fingerprint = model.fingerprint
    let schema = SQLSchema(model)
    pool = PostgreSQLPool(try PostgreSQLConnector(settings))
    numbers = PostgreSQLKeys(pool, isScattered: false)
    keys = settings.scattersKeys ? PostgreSQLKeys(pool, isScattered: true) : numbers
    let opened = try Self.open(schema, settings, migration, newIdentifier, pool)
    sql = SQLDatabase(
      schema, PostgreSQLDialect(), storeID: opened.identifier,
      rowCondition: PostgreSQLState.isOf(fingerprint))
    isFinished = opened.isFinished
    try check(opened.state)
  }

  /// Prepares the schema. Retries if a migration was interrupted by a conflict, or its outcome is unknown.
  private static func open(
    _ schema: SQLSchema, _ settings: PostgreSQLSettings, _ migration: StoreMigration,
    _ newIdentifier: UUID, _ pool: PostgreSQLPool
  ) throws -> (identifier: UUID, isFinished: Bool, state: PostgreSQLState) {
    for tries in 1... {
      let lease = try pool.take()
      defer { pool.giveBack(lease) }
      do {
        try lease.connection.checkTransactions(pool.connector)
        let opened = try PostgreSQLPreparation(lease.connection, schema, settings, migration)
          .open(newIdentifier: newIdentifier)
        return (opened.identifier, opened.isFinished, try PostgreSQLState(lease.connection))
      } catch let lost as PostgreSQLMigration.Unanswered {
        if tries > PostgreSQLRetries.most { throw lost.error }
      } catch let error as PostgreSQLStoreError where error.isContention {
        if tries > PostgreSQLRetries.most { throw error }
      }
    }
    throw PersistentStoreError.notOpen
  }

  /// The mark of the model, and whether the store keeps a history, as far as known.
  var known: (mark: String, keepsHistory: Bool) { lock.withLock { seen } }

  // MARK: Reading

  /// Records the state that a transaction reads, and rejects migrated rows.
  ///
  /// A program with more enumeration cases may write next to one that does not know them.
  func check(_ state: PostgreSQLState) throws {
    let keepsHistory = state.historyStart != nil
    if lock.withLock({ seen == (state.mark, keepsHistory) }) { return }
    guard let saved = ModelMark(state.mark), saved.fingerprint != fingerprint else {
      return lock.withLock { seen = (state.mark, keepsHistory) }
    }
    let facts = try? PostgreSQLFacts(pool.connector.connect())
    if state.isMigrating { throw PostgreSQLJournal.unfinished(server, facts) }
    let kept = facts?.keptModel()
    throw PersistentStoreError.modelDiffers(
      path: server, saved: saved.fingerprint, expected: fingerprint,
      difference: kept.map(schema.model.difference(from:)))
  }

  // MARK: Writing

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
    } catch let error as PostgreSQLTransaction.OtherState {
      guard let state = changes.state, try PostgreSQLSession(self).lastCommit() != state.number
      else { throw error }
      throw StoreConflicts.stateConflict
    } catch PostgreSQLStoreError.outcomeUnknown(let server, let number) {
      lock.withLock { unresolved.append((number, changes.transaction, versions)) }
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
    while true {
      tries += 1
      do {
        return try body()
      } catch let report as ValidationReport {
        try rejectOtherModel(behind: report)
        throw report
      } catch is PostgreSQLTransaction.OtherState {
        // It throws if the rows belong to another model; otherwise another program has begun a history.
        _ = try PostgreSQLSession(self).lastCommit()
        if tries > PostgreSQLRetries.most {
          throw PostgreSQLStoreError.contended(server: server, tries: tries)
        }
      } catch let error as PostgreSQLStoreError {
        if solves(error.violation) {
          continue
        } else if error.isContention || error.isOfStaleConnection, tries <= PostgreSQLRetries.most {
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

  /// Throws an error if the rows now belong to another model, which may be the cause of the original error.
  func rejectOtherModel(behind error: any Error) throws {
    let isOfTables =
      if let error = error as? PostgreSQLStoreError {
        error.isOfSchema || error.violation != nil
      } else {
        error is ValidationReport || error is PostgreSQLTransaction.OtherState
      }
    if isOfTables { _ = try PostgreSQLSession(self).lastCommit() }
  }

  /// Runs a body in a transaction, which is rolled back if it throws.
  ///
  /// - Parameter last: The required number of the previous save; `nil` for any.
  func transact<Result>(
    after last: Int64? = nil, _ body: (PostgreSQLTransaction) throws -> Result
  ) throws -> Result {
    if lock.withLock({ !isFinished }) { try finishOpening() }
    let number = try numbers.one()
    let lease = try pool.take()
    defer { pool.giveBack(lease) }
    let old = lock.withLock { () -> [Int64] in
      guard finished.count >= Self.finishedBatch else { return [] }
      defer { finished = [] }
      return finished
    }
    do {
      let result = try body(
        PostgreSQLTransaction(self, lease.connection, number: number, forgetting: old, after: last))
      lock.withLock { finished.append(number) }
      return result
    } catch {
      lease.connection.rollBack()
      lock.withLock { finished += old }
      if lease.connection.isBroken { pool.closeIdle() }
      throw error
    }
  }

  /// Completes the preparation that the user had no right to when the store was opened, but that a save needs.
  private func finishOpening() throws {
    let lease = try pool.take()
    defer { pool.giveBack(lease) }
    do {
      try PostgreSQLPreparation(lease.connection, schema, settings, .refuse).finish()
      lock.withLock { isFinished = true }
    } catch PostgreSQLStoreError.database(_, "42501", let message, _) {
      throw lease.connection.unusable(
        "its tables lack new parts of the model, such as an index, and the user may not create "
          + "them (\(message))",
        "Open it once as the owner of the tables: nothing was saved. The store can still be read.")
    }
  }

  /// Returns the result of an earlier try of the same save with an unknown outcome; `nil` without such a try, or if
  /// nothing was saved.
  private func versionsOfSame(_ changes: StoreChanges) throws -> [UInt32]? {
    let known = lock.withLock { unresolved }
    if known.isEmpty { return nil }
    let transaction = changes.transaction
    guard let same = known.last(where: { $0.changes == transaction }) else { return nil }
    let isSaved = try PostgreSQLOutcome(self).isSaved(same.number)
    lock.withLock { unresolved.removeAll { $0.number == same.number } }
    return isSaved ? same.versions : nil
  }

  /// Forgets earlier tries if their objects have been saved since: the same changes would now mean something else.
  private func forgetTries(of changes: StoreChanges) {
    if lock.withLock({ unresolved.isEmpty }) { return }
    let ids = Set((0..<changes.count).map(changes.id(at:)))
    lock.withLock {
      unresolved.removeAll { $0.changes.changes.contains { ids.contains($0.id) } }
    }
  }

  // MARK: History

  func purgeHistory(_ range: PersistentHistoryRange) throws {
    let lease = try pool.take()
    defer { pool.giveBack(lease) }
    let connection = lease.connection
    try connection.send("BEGIN ISOLATION LEVEL READ COMMITTED")
    try connection.post("\(PostgreSQLState.selection) FOR UPDATE")
    guard let result = try connection.receiveFine().last, let state = PostgreSQLState(result),
      let last = try SQLHistory(connection, sql).remove(
        range, from: state.historyStart, to: state.lastCommit)
    else { return }
    try connection.post(
      "UPDATE \(name: PostgreSQLState.table) SET \"history_start\" = \(value: .integer(last))")
    try connection.send("COMMIT")
    try connection.receiveFine(isCancellable: false)
    try PostgreSQLOutcome.forgetOld(connection)
  }
}

extension PostgreSQLStoreError {
  /// Whether a table or a column has changed since the store was opened.
  fileprivate var isOfSchema: Bool {
    guard case .database(_, let state, _, _) = self else { return false }
    return state.hasPrefix("42") || state == "0A000" || state == "26000"
  }

  /// Whether the connection was lost before COMMIT, so that a retry is safe.
  fileprivate var isOfStaleConnection: Bool {
    switch self {
    case .connectionLost: true
    case .database(_, let state, _, _): state == "57P01" || state == "57P02"
    default: false
    }
  }
}
