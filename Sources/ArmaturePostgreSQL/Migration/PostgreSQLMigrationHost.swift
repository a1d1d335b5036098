import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A schema during a migration.
final class PostgreSQLMigrationHost: SQLMigrationHost {
  private let server: PostgreSQLConnection
  /// The name of the schema.
  private let schema: String
  private let keys: PostgreSQLKeys
  /// Whether rows are migrated. A plan changes no rows and takes no keys.
  var changesRows = false
  /// The inputs of a stepwise migration; `nil` for a migration in one transaction.
  private let beginning: PostgreSQLMigrationInputs?
  let dialect: PostgreSQLDialect
  private var functions: SQLMigrationFunctions?
  /// The functions with values stored in tables.
  private var computed: [Int: SQLComputation] = [:]

  init(
    _ server: PostgreSQLConnection, schema: String, _ beginning: PostgreSQLMigrationInputs? = nil
  ) {
    (self.server, self.schema, self.beginning) = (server, schema, beginning)
    dialect = PostgreSQLDialect(stepwise: beginning?.version)
    keys = PostgreSQLKeys(server)
  }

  var connection: any SQLConnection { server }
  var place: String { server.server }
  func identifier() throws -> UUID { try PostgreSQLFacts(server).identifier(server) }
  func keptModel() throws -> ManagedObjectModel? { try PostgreSQLFacts(server).keptModel() }

  var date: Date { beginning?.date ?? Date() }

  func mark() throws -> ModelMark {
    guard let mark = ModelMark(try beginning?.mark ?? PostgreSQLState(server).mark) else {
      throw server.unusable("the mark of its model is invalid", .restoreBackup)
    }
    return mark
  }

  func check(_ schema: SQLSchema) throws {
    try server.check(schema, in: self.schema)
    guard let row = try schema.strayRow(server) else { return }
    throw server.unusable(
      "row \(row.key) of its table \(row.table) is of the entity \(row.entity?.quotedForMessage ?? "none"), which the"
        + " model does not have",
      .correctRow)
  }

  func check(_ migration: SQLMigration) throws {
    try PostgreSQLObstacles(server, schema: schema, migration, isStepwise: beginning != nil)
      .check()
  }

  /// All data are in rows.
  func externalData(of schema: SQLSchema) -> (any SQLExternalData)? { nil }

  /// Returns a number of the sequence, or 1 for statements that are never run.
  func newVersion() throws -> UInt32 {
    if let beginning { return beginning.version }
    return changesRows ? PostgreSQLKeys.version(of: try keys.one()) : 1
  }

  func takeKeys(_ count: Int) throws -> Range<Int64> { try keys.take(count) }

  // MARK: Computed values

  func use(_ functions: SQLMigrationFunctions?) throws {
    for computation in computed.values {
      let table = dialect.table(ofValues: computation)
      try server.run(beginning == nil ? "DROP TABLE \(table)" : "DELETE FROM \(table)")
    }
    // Tables of the same names have other columns from now on.
    if beginning == nil || !computed.isEmpty { try server.forgetStatements() }
    (computed, self.functions) = ([:], functions)
  }

  func compute(for statement: SQLStatement, isFresh: Bool) throws {
    guard let functions else { return }
    for computation in functions.computations {
      guard statement.text.contains(dialect.place(ofValues: computation).text) else { continue }
      if !isFresh, computed[computation.number] != nil { continue }
      try prepareTable(computation)
      let values = try PostgreSQLComputedValues(computation, dialect, server)
      try server.walk(values.arguments) { try values.append($0, functions) }
      try values.send()
    }
  }

  private func prepareTable(_ computation: SQLComputation) throws {
    let table = dialect.table(ofValues: computation)
    let isThere = computed.updateValue(computation, forKey: computation.number) != nil
    if beginning != nil {
      if isThere { try server.run("DELETE FROM \(table) WHERE \"number\" = \(computation.number)") }
    } else if isThere {
      try server.run("TRUNCATE \(table)")
    } else {
      let type = SQLStatement(text: dialect.type(of: computation.kind))
      try server.run(
        "CREATE TEMPORARY TABLE \(table) (\"key\" bigint PRIMARY KEY, \"value\" \(type)) ON COMMIT DROP"
      )
    }
  }

  // MARK: The transaction

  func attempt(_ body: () throws -> Void) throws {
    try server.run("SAVEPOINT \"attempt\"")
    do {
      try body()
    } catch {
      try? server.rollBackToSavepoint("attempt")
      throw error
    }
    try server.run("RELEASE SAVEPOINT \"attempt\"")
  }

  /// Each wait for the server checks for cancellation of the task.
  func checking(_ check: @escaping () throws -> Void, _ body: () throws -> Void) throws {
    try body()
  }

  /// Drops constraints that would prevent dropping tables, or have names that are needed again.
  func statementsBefore(_ migration: SQLMigration) -> [SQLStatement] {
    PostgreSQLConstraints(migration).statements
  }

  func statementsAfter(_ migration: SQLMigration) -> [SQLStatement] {
    migration.referenceCreation().map(\.statement)
  }

  func finish(_ model: ManagedObjectModel, version: Int64) throws {
    let (state, identifier) = (try PostgreSQLState(server), try identifier())
    let commits = state.lastCommit + 1
    if state.historyStart != nil { try SQLHistory.forget(upTo: commits, server) }
    let start = state.historyStart == nil ? SQLValue.null : .integer(commits)
    try writeState(mark: "\(ModelMark(model))", commits: commits, historyStart: start)
    for statement in try PostgreSQLFacts(model, identifier: identifier).statements {
      try server.run(statement)
    }
  }

  /// In a migration within one transaction, the row of the state is replaced after truncating its table. Transactions
  /// that started before then find the table empty, and read the state again.
  private func writeState(mark: String, commits: Int64, historyStart: SQLValue) throws {
    let table = "\(name: PostgreSQLState.table)" as SQLStatement
    if beginning != nil {
      // Any transaction that has read since the migration began has seen the mark of the migration.
      try server.run(
        """
        UPDATE \(table) SET "commits" = \(value: .integer(commits)), "mark" = \(value: .text(mark)), \
        "history_start" = \(value: historyStart)
        """)
      return
    }
    try server.run("TRUNCATE \(table)")
    try server.run(
      """
      INSERT INTO \(table) ("id", "commits", "mark", "history_start") \
      VALUES (1, \(value: .integer(commits)), \(value: .text(mark)), \(value: historyStart))
      """)
  }
}

extension PostgreSQLConnection {
  /// Rolls back to a savepoint after a rejected statement.
  func rollBackToSavepoint(_ name: String) throws {
    try send(("ROLLBACK TO SAVEPOINT \(name: name)" as SQLStatement).text)
    try receiveFine(isCancellable: false)
  }
}
