import Armature
import ArmatureSQL

/// Plans of stepwise migrations.
extension PostgreSQLMigration {
  /// Returns the statements that would migrate the rows; empty if there is nothing to migrate.
  func stepwiseStatements(_ server: String) throws -> [String] {
    let stages = try stages()
    guard let steps = stages.first else { return [] }
    return try listing(steps, stages, server)
  }

  /// Returns the plan of the migration, computed in one state of the database. It temporarily creates tables of
  /// computed values.
  func stepwisePlan(_ server: String) throws -> StoreMigrationPlan {
    let stages = try stages()
    guard let steps = stages.first else { return try emptyPlan() }
    func change(_ changes: [SQLTableChange]) throws {
      for change in changes { try connection.send(change.statement.text) }
      if !changes.isEmpty { try connection.receiveFine() }
    }
    try change(steps.preparations)
    defer { try? change(steps.preparations.map(PostgreSQLSteps.removal)) }
    return try inOneState {
      StoreMigrationPlan(
        stages: try stages.staged.plan() ?? [],
        statements: try listing(steps, stages, server),
        note: note(server))
    }
  }

  private func stages() throws -> PostgreSQLStages {
    try PostgreSQLStages(connection, schema, settings, migration, isPlan: true)
  }

  private func note(_ server: String) -> String {
    "\(server) changes tables outside of transactions, so the migration runs step by step: no "
      + "table is locked, but no one can use the store from the first step to the last, and an "
      + "interrupted migration continues when the store is opened with the model again."
  }

  /// Returns the statements of the first stage, and of later ones as far as they follow from the present tables.
  private func listing(
    _ steps: PostgreSQLSteps, _ stages: PostgreSQLStages, _ server: String
  ) throws -> [String] {
    let catalog = PostgreSQLCatalog(connection: connection, schema: settings.schema)
    var statements = [PostgreSQLState.marking(PostgreSQLState.migratingMark)]
    statements += try steps.listing(catalog)
    for stage in try stages.staged.stepwiseStages().dropFirst() {
      statements += try PostgreSQLSteps(stage, stages.dialect).listing(catalog)
    }
    return ["-- \(note(server))"] + statements.map { "\($0.listing);" }
  }
}
