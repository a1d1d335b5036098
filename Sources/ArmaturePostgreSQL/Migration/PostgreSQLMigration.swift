import Armature
import ArmatureModel
import ArmatureSQL

/// Brings the tables of a schema into the form of another model, from version to version, in one transaction; on a server that
/// changes tables outside of them, by a ``PostgreSQLStepwiseMigration``.
///
/// Who migrates first locks a row of the facts, so that others wait, and find it done. Then the tables are locked, and
/// the state at last, which everybody looks at first who reads, and last who saves: whoever has begun to use the tables
/// before goes on to the end, and whoever comes later finds the rows of another model.
struct PostgreSQLMigration {
  let connection: PostgreSQLConnection
  let schema: SQLSchema
  let settings: PostgreSQLSettings
  let migration: StoreMigration
  private let host: PostgreSQLMigrationHost

  /// A statement takes as long as there are rows.
  static let longestStatement: Duration = .seconds(7 * 24 * 3600)

  /// The connection was lost while the transaction ended: it may have ended well.
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

  /// Migrates the rows, unless somebody else was faster, or nobody knows their model.
  ///
  /// - Throws: `PersistentStoreError.migrationLoses`; nothing has changed then.
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
      // The plan, which needs fewer rights, tells all that are missing.
      host.changesRows = false
      if (error as? PostgreSQLStoreError)?.isOfRights == true {
        try inOneState { try staged.checkAdditions() }
      }
      throw error
    }
    try Self.commit(connection)
    try connection.forgetStatements()
  }

  /// Ends the transaction.
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

  /// The statements that would migrate the rows; none where there is nothing to do.
  func statements() throws -> [String] {
    if let server = try stepwiseServer() { return try stepwiseStatements(server) }
    guard let old = try staged.oldSchema() else { return [] }
    return try ([locking(old)] + staged.statements()).map { "\($0.listing);" }
  }

  /// The way of the rows to the model, in one state of the database; nothing is changed.
  ///
  /// - Throws: `PersistentStoreError.modelDiffers` for rows that must stay as they are.
  func plan() throws -> StoreMigrationPlan {
    if let server = try stepwiseServer() { return try stepwisePlan(server) }
    return try inOneState {
      guard let stages = try staged.plan() else { return try emptyPlan() }
      return StoreMigrationPlan(stages: stages, statements: try statements())
    }
  }

  /// - Throws: `PersistentStoreError.modelDiffers` for rows that must stay as they are.
  func emptyPlan() throws -> StoreMigrationPlan {
    let (state, kept) = (try PostgreSQLState(connection), try host.keptModel())
    try PostgreSQLPreparation.check(state, kept, schema.model, connection)
    return StoreMigrationPlan(stages: [])
  }

  /// Looks at one state of the database, in a transaction in which computed values have tables of their own.
  func inOneState<Result>(_ body: () throws -> Result) throws -> Result {
    try connection.send("BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE")
    defer { connection.rollBack() }
    return try body()
  }

  // MARK: What is needed

  /// What the server is called, if it changes tables outside of transactions; `nil` for others, which migrate in one.
  func stepwiseServer() throws -> String? {
    if let isStepwise = settings.migratesStepwise { return isStepwise ? "The server" : nil }
    let version = try connection.text("SELECT version()") ?? ""
    if version.contains("CockroachDB") { return "CockroachDB" }
    return version.contains("-YB-") ? "YugabyteDB" : nil
  }

  private func checkBackup() throws {
    if case .none = migration.backup { return }
    throw connection.unfit(
      "a migration keeps no backup of a database",
      "Make one with pg_dump, and leave keepingBackup() out.")
  }

  // MARK: Locks

  private func locking(_ old: SQLSchema) -> SQLStatement {
    let tables = (old.tables.map(\.name) + old.pairs.map(\.name)).sorted()
    let names = (tables + [PostgreSQLState.table]).map { "\(name: $0)" as SQLStatement }
    return "LOCK TABLE \(names.joined(by: ", ")) IN ACCESS EXCLUSIVE MODE"
  }

  /// Locks all tables, when nobody else uses any.
  ///
  /// A wait is over before the server would find that others wait for this one, too, and end one of them.
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
            step: "let nobody else use the tables that are to be migrated")
        }
        try migration.report(0, of: "")
        PostgreSQLSocket.sleep(.milliseconds(Int.random(in: 5...50)))
      }
    }
    try connection.run("SET LOCAL lock_timeout TO DEFAULT")
    if try host.mark() != mark {
      throw PostgreSQLStoreError.contended(server: connection.server, tries: 1)
    }
  }
}
