import Armature
import ArmatureModel
import ArmatureSQL

/// A migration of a schema's tables to another model, version by version, in one transaction. On a server that changes
/// tables outside transactions, it uses a ``PostgreSQLStepwiseMigration``.
///
/// The first process that migrates locks a row of the facts, so others wait, and find the tables migrated. Then it
/// locks the tables, and the state last. Each read checks the state first, and each save checks it last. A process that
/// already uses the tables can therefore finish, and a later one finds rows of another model.
struct PostgreSQLMigration {
  let connection: PostgreSQLConnection
  let schema: SQLSchema
  let settings: PostgreSQLSettings
  let migration: StoreMigration
  private let host: PostgreSQLMigrationHost

  /// The time of a statement depends on the number of rows.
  static let longestStatement: Duration = .seconds(7 * 24 * 3600)

  /// The connection was lost during COMMIT, so it is unknown whether the transaction was committed.
  struct Unanswered: Error {
    let error: PostgreSQLStoreError
  }

  init(
    _ connection: PostgreSQLConnection, _ schema: SQLSchema, _ settings: PostgreSQLSettings,
    _ migration: StoreMigration
  ) {
    (self.connection, self.schema, self.settings) = (connection, schema, settings)
    self.migration = migration
    host = PostgreSQLMigrationHost(connection, schema: settings.schema)
  }

  private var staged: SQLStagedMigration {
    SQLStagedMigration(host, schema, PostgreSQLDialect(), migration)
  }

  /// Migrates the rows, unless another process was faster, or their model is unknown.
  ///
  /// - Throws: `PersistentStoreError.migrationBlocked`; nothing has changed then.
  func run() throws {
    try checkBackup()
    if try PostgreSQLState(connection).isMigrating || stepwiseServer() != nil {
      return try PostgreSQLStepwiseMigration(connection, schema, settings, migration).run()
    }
    host.changesRows = true
    try connection.send("BEGIN ISOLATION LEVEL READ COMMITTED")
    connection.timeout = Self.longestStatement
    defer { connection.timeout = settings.timeout }
    do {
      try PostgreSQLFacts.lock(connection)
      try staged.run { try lock($0) }
    } catch {
      connection.rollBack()
      // Computing the plan requires fewer rights, and reports all missing ones.
      host.changesRows = false
      if (error as? PostgreSQLStoreError)?.isOfRights == true {
        try inOneState { try staged.checkAdditions() }
      }
      throw error
    }
    try Self.commit(connection)
    try connection.forgetStatements()
  }

  /// Commits the transaction.
  ///
  /// - Throws: ``Unanswered``.
  static func commit(_ connection: PostgreSQLConnection) throws {
    do {
      try connection.send("COMMIT")
      try connection.receiveFine(isCancellable: false)
    } catch let error as PostgreSQLStoreError where error.isOfConnection {
      throw Unanswered(error: error)
    }
  }

  /// Returns the statements that would migrate the rows; empty if there is nothing to migrate.
  func statements() throws -> [String] {
    if let server = try stepwiseServer() { return try stepwiseStatements(server) }
    guard let old = try staged.oldSchema() else { return [] }
    return try ([locking(old)] + staged.statements()).map { "\($0.listing);" }
  }

  /// Returns the plan of the migration, computed in one state of the database; nothing is changed.
  ///
  /// - Throws: `PersistentStoreError.modelDiffers` if the rows must stay as they are.
  func plan() throws -> StoreMigrationPlan {
    if let server = try stepwiseServer() { return try stepwisePlan(server) }
    return try inOneState {
      guard let stages = try staged.plan() else { return try emptyPlan() }
      return StoreMigrationPlan(stages: stages, statements: try statements())
    }
  }

  /// - Throws: `PersistentStoreError.modelDiffers` if the rows must stay as they are.
  func emptyPlan() throws -> StoreMigrationPlan {
    let (state, kept) = (try PostgreSQLState(connection), try host.keptModel())
    try state.check(schema.model, kept, connection)
    return StoreMigrationPlan(stages: [])
  }

  /// Reads one state of the database, in a transaction with temporary tables for computed values.
  func inOneState<Result>(_ body: () throws -> Result) throws -> Result {
    try connection.send("BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE")
    defer { connection.rollBack() }
    return try body()
  }

  // MARK: Requirements

  /// Returns the name of a server that changes tables outside transactions; `nil` for others, which migrate in one
  /// transaction.
  func stepwiseServer() throws -> String? {
    if let isStepwise = settings.migratesStepwise { return isStepwise ? "The server" : nil }
    let version = try connection.text("SELECT version()") ?? ""
    if version.contains("CockroachDB") { return "CockroachDB" }
    return version.contains("-YB-") ? "YugabyteDB" : nil
  }

  private func checkBackup() throws {
    if case .none = migration.backup { return }
    throw connection.unusable("a migration does not keep a backup of a database", .dumpDatabase)
  }

  // MARK: Locks

  private func locking(_ old: SQLSchema) -> SQLStatement {
    let tables = (old.tables.map(\.name) + old.pairs.map(\.name)).sorted()
    let names = (tables + [PostgreSQLState.table]).map { "\(name: $0)" as SQLStatement }
    return "LOCK TABLE \(names.joined(by: ", ")) IN ACCESS EXCLUSIVE MODE"
  }

  /// Locks all tables when they are not in use.
  ///
  /// Each wait is shorter than the server's deadlock timeout; otherwise the server could abort a waiting transaction.
  private func lock(_ old: SQLSchema) throws {
    let mark = try host.mark()
    let deadline = ContinuousClock.now + settings.timeout
    try connection.run("SET LOCAL lock_timeout TO 300")
    while true {
      do {
        try host.attempt { try connection.run(locking(old)) }
        break
      } catch PostgreSQLStoreError.database(_, "55P03", _, _) {
        if ContinuousClock.now > deadline {
          throw PostgreSQLStoreError.timedOut(
            server: connection.server,
            step: "stop all other uses of the tables to migrate")
        }
        try migration.report(0, of: "")
        PostgreSQLSocket.sleep(.milliseconds(Int.random(in: 5...50)))
      }
    }
    try connection.run("SET LOCAL lock_timeout TO DEFAULT")
    if try host.mark() != mark {
      throw PostgreSQLStoreError.contended(server: connection.server, tries: 1)
    }
    try PostgreSQLFullTextObjects(connection, schema: settings.schema).removeAll()
  }
}
