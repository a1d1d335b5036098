package import Armature
import ArmatureModel

/// A migration of a database's tables to another model, version by version. The owner has begun the transaction.
package struct SQLStagedMigration {
  private let host: any SQLMigrationHost
  private let schema: SQLSchema
  private let dialect: any SQLDialect
  private let migration: StoreMigration

  package init(
    _ host: any SQLMigrationHost, _ schema: SQLSchema, _ dialect: any SQLDialect,
    _ migration: StoreMigration
  ) {
    (self.host, self.schema, self.dialect) = (host, schema, dialect)
    self.migration = migration
  }

  /// Migrates the rows. Does nothing if they already match the model, or if their model is unknown.
  ///
  /// - Parameter begin: A closure that receives the old tables before anything is changed. It is called only if there
  ///   is something to migrate.
  /// - Throws: `PersistentStoreError.migrationBlocked`, and errors of custom steps.
  package func run(_ begin: (SQLSchema) throws -> Void) throws {
    let stages = try stages()
    // Before other connections must wait for the tables.
    try checkAdditions()
    if let first = stages.first { try begin(first.old) }
    for (position, stage) in stages.enumerated() {
      try migrate(stage, after: Double(position), of: Double(stages.count))
    }
    if let last = stages.last { try migration.report(1, of: last.version) }
  }

  /// Rejects additions to the old tables that the migration would lose, or that would make its first statements fail.
  /// Such additions are made outside of this library.
  package func checkAdditions() throws {
    guard let first = try stages().first else { return }
    try first.migration.checkAdditions(to: first.old)
  }

  /// Returns the statements that would migrate the rows. The array is empty if there is nothing to migrate.
  package func statements() throws -> [SQLStatement] {
    try stages().flatMap { try $0.migration.statements(from: $0.old) }
  }

  /// Returns the old tables; `nil` if there is nothing to migrate.
  package func oldSchema() throws -> SQLSchema? { try stages().first?.old }

  /// Returns the remaining stages, each of which is committed separately. The array is empty if there is nothing to
  /// migrate.
  package func stepwiseStages() throws -> [SQLStepwiseStage] {
    try stages().map { SQLStepwiseStage($0.version, $0.old, $0.migration) }
  }

  /// Returns the stages of the migration. Returns `nil` if the rows already match the model, or must stay as they are.
  package func plan() throws -> [StoreMigrationPlan.Stage]? {
    let stages = try stages()
    if stages.isEmpty { return nil }
    return try stages.enumerated().map { position, stage in
      position == 0
        ? .init(stage.version, try stage.migration.steps(from: stage.old))
        : .init(stage.version, MigrationPlan(from: stage.old.model, to: stage.migration.model))
    }
  }

  /// A migration from one version to the next.
  private struct Stage {
    let version: String
    let old: SQLSchema
    let migration: SQLStageMigration
  }

  private func stages() throws -> [Stage] {
    let saved = try host.mark()
    guard try saved.difference(to: schema.model, host.keptModel).isMigrated,
      let (old, versions) = try migration.stages(
        from: saved, host.keptModel(), to: schema.model, path: host.place)
    else { return [] }
    var present = SQLSchema(old)
    return versions.enumerated().map { position, version in
      let next = position == versions.count - 1 ? schema : SQLSchema(version.model)
      defer { present = next }
      return Stage(
        version: version.name, old: present,
        migration: SQLStageMigration(
          host, next, dialect, version.steps, keepsInvalid: migration.keepsInvalid))
    }
  }

  private func migrate(_ stage: Stage, after done: Double, of all: Double) throws {
    var share = done / all
    func report() throws { try migration.report(share, of: stage.version) }
    try report()
    try host.checking(report) {
      try stage.migration.migrate(from: stage.old) {
        share = (done + $0) / all
        try report()
      }
    }
  }
}
