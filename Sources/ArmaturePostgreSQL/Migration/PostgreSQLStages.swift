import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The remaining stages of a stepwise migration, in the present state of the database.
struct PostgreSQLStages {
  /// The journal of the first stage, if it has begun.
  let journal: PostgreSQLJournal?
  let beginning: PostgreSQLMigrationInputs
  /// The steps of the first stage; `nil` if there is nothing to migrate.
  let first: PostgreSQLSteps?
  /// The number of remaining stages.
  let count: Int
  let staged: SQLStagedMigration
  let dialect: PostgreSQLDialect

  /// - Parameter isPlan: Whether the statements are only listed; the version is then arbitrary.
  /// - Throws: `PostgreSQLStoreError.migrationUnfinished` if another migration has begun;
  ///   `PostgreSQLStoreError.unusableDatabase` for a migration that cannot run step by step.
  init(
    _ connection: PostgreSQLConnection, _ schema: SQLSchema, _ settings: PostgreSQLSettings,
    _ migration: StoreMigration, isPlan: Bool = false
  ) throws {
    let (state, facts) = (try PostgreSQLState(connection), try PostgreSQLFacts(connection))
    journal = state.isMigrating ? PostgreSQLJournal(facts) : nil
    if state.isMigrating, journal == nil {
      throw PostgreSQLJournal.unfinished(connection.server, facts)
    }
    beginning =
      try journal?.plan.beginning
      ?? PostgreSQLMigrationInputs(
        mark: state.mark,
        version: isPlan
          ? .random(in: 1...UInt32.max)
          : PostgreSQLKeys.version(of: PostgreSQLKeys(connection).one()),
        date: Date())
    let host = PostgreSQLMigrationHost(connection, schema: settings.schema, beginning)
    dialect = host.dialect
    staged = SQLStagedMigration(host, schema, dialect, migration)
    let stages = try staged.stepwiseStages()
    count = stages.count
    let steps = try stages.first.map { try PostgreSQLSteps($0, host.dialect) }
    first = steps
    if let journal {
      try Self.check(journal, steps, connection, facts)
    } else {
      for stage in stages { try Self.check(stage, connection) }
    }
  }

  /// Rejects additions by others that the first statements would fail on, or lose.
  func checkAdditions() throws { try staged.checkAdditions() }

  /// Rejects resuming a migration that has begun with other statements.
  private static func check(
    _ journal: PostgreSQLJournal, _ steps: PostgreSQLSteps?, _ connection: PostgreSQLConnection,
    _ facts: PostgreSQLFacts
  ) throws {
    guard let steps, "\(steps.stage.target)" == journal.plan.target else {
      throw PostgreSQLJournal.unfinished(connection.server, facts)
    }
    if steps.digest == journal.plan.digest { return }
    throw connection.unusable(
      "it is in the middle of a migration to this model with other statements, such as those of "
        + "other custom steps or of another version of Armature",
      .continueMigration)
  }

  /// Rejects a migration whose completion cannot be guaranteed in advance.
  private static func check(_ stage: SQLStepwiseStage, _ connection: PostgreSQLConnection) throws {
    guard let reason = try stage.unforeseeable() else { return }
    throw connection.unusable(
      "it changes tables outside of transactions, and a migration could stop in the middle: \(reason)",
      .migrateInFile)
  }
}
