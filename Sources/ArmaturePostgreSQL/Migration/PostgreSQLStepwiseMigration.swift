import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A migration of a schema's tables to another model, on a server that changes tables outside transactions.
///
/// First, a transaction that blocks saves checks for all obstacles. It ends by marking the store with a mark that
/// belongs to no model, so no one uses the tables from then on, and by writing a journal to the facts. Then a
/// transaction counts each step in the journal. A step that changes rows is part of that transaction, and therefore
/// executed once. A step that changes tables runs on another connection while the transaction is open, and is skipped
/// if the tables show that it was executed. A process that finds a journal resumes the migration.
struct PostgreSQLStepwiseMigration {
  private let connection: PostgreSQLConnection
  private let schema: SQLSchema
  private let settings: PostgreSQLSettings
  private let migration: StoreMigration

  init(
    _ connection: PostgreSQLConnection, _ schema: SQLSchema, _ settings: PostgreSQLSettings,
    _ migration: StoreMigration
  ) {
    (self.connection, self.schema, self.settings) = (connection, schema, settings)
    self.migration = migration
  }

  /// Migrates the rows or resumes an interrupted migration. Does nothing if there is nothing to migrate, or the model
  /// of the rows is unknown.
  ///
  /// - Throws: `PersistentStoreError.migrationBlocked`; nothing has changed then. Errors after the first step leave the
  ///   store in the middle of the migration.
  func run() throws {
    let changing = try PostgreSQLConnector(settings).connect()
    for connection in [connection, changing] {
      connection.timeout = PostgreSQLMigration.longestStatement
    }
    defer { connection.timeout = settings.timeout }
    var stageCount = 1
    var version: String?
    while true {
      let stages = try PostgreSQLStages(connection, schema, settings, migration)
      guard let steps = stages.first else {
        if let version { try migration.report(1, of: version) }
        return
      }
      version = steps.stage.version
      stageCount = max(stageCount, stages.count)
      try run(steps, stages, changing, after: stageCount - stages.count, of: stageCount)
    }
  }

  /// Runs a body in a transaction and retries after conflicts with other transactions.
  private func transact<Result>(_ body: () throws -> Result) throws -> Result {
    var tries = 0
    while true {
      tries += 1
      do {
        try connection.send("BEGIN ISOLATION LEVEL READ COMMITTED")
        return try body()
      } catch {
        connection.rollBack()
        guard let error = error as? PostgreSQLStoreError, error.isContention else { throw error }
        if tries > PostgreSQLRetries.most {
          throw PostgreSQLStoreError.contended(server: connection.server, tries: tries)
        }
        PostgreSQLRetries.wait(after: tries)
      }
    }
  }

  private func run(
    _ steps: PostgreSQLSteps, _ stages: PostgreSQLStages, _ changing: PostgreSQLConnection,
    after done: Int, of all: Int
  ) throws {
    func report(_ share: Double) throws {
      try migration.report((Double(done) + share) / Double(all), of: steps.stage.version)
    }
    try report(0)
    let catalog = PostgreSQLCatalog(connection: changing, schema: settings.schema)
    if var journal = stages.journal {
      while journal.done < steps.list.count {
        try report(Double(journal.done) / Double(steps.list.count))
        if try transact({ try perform(steps.list[journal.done], of: steps, journal, catalog) }) {
          journal = journal.next
          continue
        }
        // Another process has done the step.
        guard let found = PostgreSQLJournal(try PostgreSQLFacts(connection)),
          found.plan == journal.plan
        else { return }
        journal = found
      }
      return try connection.forgetStatements()
    }
    // Before other connections must wait.
    try stages.checkAdditions()
    for change in steps.preparations { try make(change, catalog) }
    do {
      if try transact({ try begin(steps, stages) }) { return }
    } catch let lost as PostgreSQLMigration.Unanswered {
      // The store may be marked. The steps then need the tables.
      throw lost
    } catch {
      try? discard(steps, catalog)
      throw error
    }
    try discard(steps, catalog)
  }

  // MARK: The beginning

  /// Checks for all obstacles, and marks the store, in one transaction.
  ///
  /// - Returns: Whether the store was marked here; another process may have been faster.
  private func begin(_ steps: PostgreSQLSteps, _ stages: PostgreSQLStages) throws -> Bool {
    try connection.post("\(PostgreSQLState.selection) FOR UPDATE")
    guard let result = try connection.receiveFine().last, let state = PostgreSQLState(result),
      state.mark == stages.beginning.mark
    else {
      connection.rollBack()
      return false
    }
    try steps.stage.check()
    try connection.run(PostgreSQLState.marking(PostgreSQLState.migratingMark))
    let plan = PostgreSQLJournal.Plan(
      beginning: stages.beginning, target: "\(steps.stage.target)", count: steps.list.count,
      digest: steps.digest)
    for statement in try PostgreSQLJournal(plan, done: 0).insertion() {
      try connection.run(statement)
    }
    try PostgreSQLMigration.commit(connection)
    return true
  }

  private func discard(_ steps: PostgreSQLSteps, _ catalog: PostgreSQLCatalog) throws {
    for change in steps.preparations { try make(PostgreSQLSteps.removal(of: change), catalog) }
  }

  // MARK: Steps

  /// - Returns: Whether the step was done here; another process may have been faster.
  private func perform(
    _ step: PostgreSQLSteps.Step, of steps: PostgreSQLSteps, _ journal: PostgreSQLJournal,
    _ catalog: PostgreSQLCatalog
  ) throws -> Bool {
    guard try connection.run(journal.counting) == 1 else {
      connection.rollBack()
      return false
    }
    switch step {
    case .tables(let change): try make(change, catalog)
    case .constraints:
      for statement in try steps.constraintChanges(catalog) { try change(statement, catalog) }
    case .cleaning:
      for table in try catalog.tables(named: PostgreSQLDialect.tablesOfValues) {
        try change("DROP TABLE IF EXISTS \(name: table)", catalog)
      }
    case .rows(let statement): try steps.stage.run(statement, of: steps.migration)
    case .end:
      try steps.stage.finish(steps.migration)
      try connection.run(PostgreSQLJournal.removal)
    }
    try PostgreSQLMigration.commit(connection)
    return true
  }

  private func make(_ change: SQLTableChange, _ catalog: PostgreSQLCatalog) throws {
    if try catalog.shows(change.evidence) { return }
    do {
      try self.change(change.statement, catalog)
    } catch {
      // Another program may still have been running the same step after losing its transaction.
      guard let isDone = try? catalog.shows(change.evidence), isDone else { throw error }
    }
  }

  /// Changes tables on the connection without a transaction.
  private func change(_ statement: SQLStatement, _ catalog: PostgreSQLCatalog) throws {
    try catalog.connection.send(statement.text)
    try catalog.connection.receiveFine()
  }
}
