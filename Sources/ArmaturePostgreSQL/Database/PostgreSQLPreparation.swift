import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The preparation of a schema: creates the tables of a new store or checks that the store matches the model.
struct PostgreSQLPreparation {
  let connection: PostgreSQLConnection
  let schema: SQLSchema
  let settings: PostgreSQLSettings
  private var model: ManagedObjectModel { schema.model }
  let dialect = PostgreSQLDialect()
  private let migration: StoreMigration

  init(
    _ connection: PostgreSQLConnection, _ schema: SQLSchema, _ settings: PostgreSQLSettings,
    _ migration: StoreMigration
  ) {
    (self.connection, self.schema, self.settings) = (connection, schema, settings)
    self.migration = migration
  }

  /// - Returns: The identifier of the store, and whether ``finish()`` was completed. Otherwise the user lacks rights,
  ///   and can only read.
  func open(newIdentifier: UUID) throws -> (identifier: UUID, isFinished: Bool) {
    try connection.checkLimits(schema, in: settings.schema)
    for isLast in [false, true] where try !connection.hasStore(schema: settings.schema) {
      do {
        try create(newIdentifier)
      } catch let error as PostgreSQLStoreError {
        connection.rollBack()
        if connection.isBroken { throw error }
        // Another program may have been faster, with the whole store or with the schema.
        if try isLast && !connection.hasStore(schema: settings.schema) { throw explained(error) }
      }
    }
    var facts = try PostgreSQLFacts(connection)
    try facts.check(connection)
    if migration.changesRows, try isMigrated(facts) {
      try PostgreSQLMigration(connection, schema, settings, migration).run()
      facts = try PostgreSQLFacts(connection)
    }
    let state = try checkModel(facts)
    try connection.check(schema, in: settings.schema)
    try connection.checkTriggers(schema.namesOfSavedTables, in: settings.schema)
    let isFinished = try isAllowed { try finish(state) }
    if settings.keepsHistory, state.historyStart == nil {
      try beginHistory()
    }
    try PostgreSQLOutcome.forgetOld(connection)
    return (try facts.identifier(connection), isFinished)
  }

  private func beginHistory() throws {
    try connection.send("BEGIN ISOLATION LEVEL READ COMMITTED")
    try connection.post(
      """
      UPDATE \(name: PostgreSQLState.table) SET "history_start" = "commits" WHERE "history_start" IS NULL
      """)
    // Another program may have been faster.
    if try connection.receiveFine().last?.changeCount == 1 {
      try connection.post(SQLHistory.identification(of: PostgreSQLState.number))
    }
    try connection.send("COMMIT")
    try connection.receiveFine(isCancellable: false)
  }

  /// Completes the part that reading does not need: records an equivalent model and creates its indexes.
  func finish() throws { try finish(checkModel(PostgreSQLFacts(connection))) }

  private func finish(_ found: PostgreSQLState) throws {
    var state = found
    while state.mark != "\(ModelMark(model))" {
      if try keepModel(PostgreSQLFacts(connection), insteadOf: state.mark) { break }
      // Another program was faster, with another model.
      state = try checkModel(PostgreSQLFacts(connection))
    }
    try updateIndexes()
    try updateFullTexts()
  }

  /// Runs a body; returns false if the user lacks rights, or the server is read-only.
  private func isAllowed(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return true
    } catch let error as PostgreSQLStoreError where error.isOfRights {
      connection.rollBack()
      return false
    }
  }

  private func create(_ identifier: UUID) throws {
    // A user with the right to create tables in an existing schema may lack the right to create schemas.
    let hasSchema = try connection.hasSchema(settings.schema)
    try connection.send("BEGIN")
    var statements: [SQLStatement] = [
      "CREATE SCHEMA IF NOT EXISTS \(name: settings.schema)",
      """
      CREATE TABLE \(name: PostgreSQLState.table) (
        "id" bigint PRIMARY KEY CHECK ("id" = 1),
        "commits" bigint NOT NULL,
        "mark" text NOT NULL,
        "history_start" bigint
      )
      """,
      "CREATE TABLE \(name: SQLSchema.facts) (\"key\" text PRIMARY KEY, \"value\" text NOT NULL)",
      """
      CREATE TABLE \(name: PostgreSQLState.transactions) (
        "number" bigint PRIMARY KEY,
        "is_saved" boolean NOT NULL,
        "date" timestamptz NOT NULL DEFAULT now()
      )
      """,
      "CREATE SEQUENCE \(name: PostgreSQLKeys.sequence) INCREMENT BY \(PostgreSQLKeys.blockSize)",
    ]
    if hasSchema { statements.removeFirst() }
    statements += SQLHistory.creation(dialect)
    statements += schema.creation(dialect) + schema.referenceCreation().map(\.statement)
    for statement in statements { try connection.send(statement.text) }
    // The tables must exist before statements about them are prepared.
    try connection.receiveFine()
    try connection.post(
      "INSERT INTO \(name: PostgreSQLState.table) VALUES (1, 0, \(value: .text("\(ModelMark(model))")), NULL)"
    )
    let facts = try PostgreSQLFacts(
      model, identifier: identifier, madeSchema: hasSchema ? nil : settings.schema)
    for statement in facts.statements { try connection.post(statement) }
    try connection.send("COMMIT")
    try connection.receiveFine(isCancellable: false)
  }

  private func explained(_ error: PostgreSQLStoreError) -> PostgreSQLStoreError {
    guard case .database(_, "42P07", let message, _) = error else { return error }
    return connection.unusable(
      "its schema \(settings.schema) has tables of another program (\(message))",
      .useOwnSchema)
  }

  /// Returns whether the rows belong to another model.
  private func isMigrated(_ facts: PostgreSQLFacts) throws -> Bool {
    let state = try PostgreSQLState(connection)
    if state.isMigrating { return true }
    let kept = facts.keptModel()
    return ModelMark(state.mark)?.difference(to: model, { kept }).isMigrated ?? false
  }

  @discardableResult func checkModel(_ facts: PostgreSQLFacts) throws -> PostgreSQLState {
    let state = try PostgreSQLState(connection)
    try state.check(model, facts.keptModel(), connection)
    return state
  }

  /// Records an equivalent model that may have more enumeration cases than the previous one. A program with the
  /// previous model must then not open rows with these cases.
  ///
  /// - Returns: Whether the model was recorded; another program may have been faster, with another model.
  private func keepModel(_ facts: PostgreSQLFacts, insteadOf mark: String) throws -> Bool {
    try connection.send("BEGIN ISOLATION LEVEL READ COMMITTED")
    try connection.post(
      "UPDATE \(name: PostgreSQLState.table) SET \"mark\" = \(value: .text("\(ModelMark(model))")) WHERE \"mark\" = \(value: .text(mark))"
    )
    guard try connection.receiveFine().last?.changeCount == 1 else {
      connection.rollBack()
      return false
    }
    let identifier = try facts.identifier(connection)
    for statement in try PostgreSQLFacts(model, identifier: identifier).statements {
      try connection.post(statement)
    }
    try connection.send("COMMIT")
    try connection.receiveFine(isCancellable: false)
    return true
  }
}
