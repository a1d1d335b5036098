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
  /// The standbys that answer reads.
  let replicas: PostgreSQLReplicas?
  let keys: PostgreSQLKeys
  /// The increasing numbers of transactions. Versions are derived from them.
  private let numbers: PostgreSQLKeys
  let ownSaves = PostgreSQLOwnSaves()
  let batchThreads = SQLBatchThreads()
  let settings: PostgreSQLSettings
  let fingerprint: ModelFingerprint
  /// The full-text indexes that transactions keep up.
  let fullTexts: [PostgreSQLFullText]
  /// The query for the state. With full-text indexes, it also returns whether other programs have noted rows.
  let stateSelection: SQLStatement
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
    replicas = try PostgreSQLReplicas(settings)
    numbers = PostgreSQLKeys(pool, isScattered: false)
    keys = settings.scattersKeys ? PostgreSQLKeys(pool, isScattered: true) : numbers
    let opened = try Self.open(schema, settings, migration, newIdentifier, pool)
    fullTexts = schema.fullTexts.filter { opened.fullTexts.contains($0.name) }
      .map { PostgreSQLFullText($0, schema, schema: settings.schema) }
    stateSelection = PostgreSQLState.selection(noting: fullTexts)
    sql = SQLDatabase(
      schema, PostgreSQLDialect(), storeID: opened.identifier,
      rowCondition: PostgreSQLState.isOf(fingerprint), fullTexts: opened.fullTexts)
    isFinished = opened.isFinished
    try check(opened.state)
  }

  /// The result of the preparation.
  private struct Opened {
    let identifier: UUID
    let isFinished: Bool
    let state: PostgreSQLState
    /// The names of the full-text indexes.
    let fullTexts: Set<String>
  }

  /// Prepares the schema. Retries if a migration was interrupted by a conflict, or its outcome is unknown.
  private static func open(
    _ schema: SQLSchema, _ settings: PostgreSQLSettings, _ migration: StoreMigration,
    _ newIdentifier: UUID, _ pool: PostgreSQLPool
  ) throws -> Opened {
    for tries in 1... {
      let lease = try pool.take()
      defer { pool.giveBack(lease) }
      do {
        try lease.connection.checkTransactions(pool.connector)
        let opened = try PostgreSQLPreparation(lease.connection, schema, settings, migration)
          .open(newIdentifier: newIdentifier)
        return Opened(
          identifier: opened.identifier, isFinished: opened.isFinished,
          state: try PostgreSQLState(lease.connection),
          fullTexts: try PostgreSQLFullTextObjects(lease.connection, schema: settings.schema)
            .available(schema))
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

  // MARK: Other states

  /// The rows belong to another model, another program has begun a history, or another save has come in between.
  struct OtherState: Error {}

  /// Throws an error if the rows now belong to another model, which may be the cause of the original error.
  func rejectOtherModel(behind error: any Error) throws {
    let isOfTables =
      if let error = error as? PostgreSQLStoreError {
        error.isOfSchema || error.violation != nil
      } else {
        error is ValidationReport || error is OtherState
      }
    if isOfTables { _ = try PostgreSQLSession(self).lastCommit() }
  }

  // MARK: Transactions

  /// Returns the number of a new transaction, after the preparation for saving is complete.
  func newNumber() throws -> Int64 {
    if lock.withLock({ !isFinished }) { try finishOpening() }
    return try numbers.one()
  }

  /// Takes the completed transactions to be deleted from the table of transactions, if they are many.
  func takeFinished() -> [Int64] {
    lock.withLock {
      guard finished.count >= Self.finishedBatch else { return [] }
      defer { finished = [] }
      return finished
    }
  }

  func note(finished numbers: [Int64]) { lock.withLock { finished += numbers } }

  /// Keeps a transaction whose outcome is unknown.
  func note(unresolved number: Int64, _ changes: StoreTransaction, _ versions: [UInt32]) {
    lock.withLock { unresolved.append((number, changes, versions)) }
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
        .openAsOwner)
    }
  }

  /// Returns the result of an earlier try of the same save with an unknown outcome; `nil` without such a try, or if
  /// nothing was saved.
  func versionsOfSame(_ changes: StoreChanges) throws -> [UInt32]? {
    let known = lock.withLock { unresolved }
    if known.isEmpty { return nil }
    let transaction = changes.transaction
    guard let same = known.last(where: { $0.changes == transaction }) else { return nil }
    let isSaved = try PostgreSQLOutcome(self).isSaved(same.number)
    lock.withLock { unresolved.removeAll { $0.number == same.number } }
    return isSaved ? same.versions : nil
  }

  /// Forgets earlier tries if their objects have been saved since: the same changes would now mean something else.
  func forgetTries(of changes: StoreChanges) {
    if lock.withLock({ unresolved.isEmpty }) { return }
    let ids = Set((0..<changes.count).map(changes.id(at:)))
    lock.withLock {
      unresolved.removeAll { $0.changes.changes.contains { ids.contains($0.id) } }
    }
  }
}

extension PostgreSQLStoreError {
  /// Whether a table or a column has changed since the store was opened.
  fileprivate var isOfSchema: Bool {
    guard case .database(_, let state, _, _) = self else { return false }
    return state.hasPrefix("42") || state == "0A000" || state == "26000"
  }
}
