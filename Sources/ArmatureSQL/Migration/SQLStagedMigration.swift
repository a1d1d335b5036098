package import Armature
import ArmatureModel

/// Brings the tables of a database into the form of another model, from version to version, in the transaction of its
/// owner.
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

  /// Migrates the rows, unless they are those of the model, or nobody knows theirs.
  ///
  /// - Parameter begin: Called with the old tables before anything is changed; not at all where nothing is to be.
  /// - Throws: `PersistentStoreError.migrationLoses`, and whatever a custom step throws.
  package func run(_ begin: (SQLSchema) throws -> Void) throws {
    let stages = try stages()
    // Before anybody waits for the tables.
    try checkAdditions()
    if let first = stages.first { try begin(first.old) }
    for (position, stage) in stages.enumerated() {
      try migrate(stage, after: Double(position), of: Double(stages.count))
    }
  }

  /// Refuses what others have added to the old tables that the first statements would stop at, or lose.
  package func checkAdditions() throws {
    guard let first = try stages().first else { return }
    try first.migration.checkAdditions(to: first.old)
  }

  /// The statements that would migrate the rows; none where there is nothing to do.
  package func statements() throws -> [SQLStatement] {
    try stages().flatMap { try $0.migration.statements(from: $0.old) }
  }

  /// The old tables; `nil` where there is nothing to do.
  package func oldSchema() throws -> SQLSchema? { try stages().first?.old }

  /// The ways that are left, of which each lasts by itself; none where there is nothing to do.
  package func stepwiseStages() throws -> [SQLStepwiseStage] {
    try stages().map { SQLStepwiseStage($0.version, $0.old, $0.migration) }
  }

  /// The way of the rows to the model; `nil` if they are those of the model already, or must stay as they are.
  package func plan() throws -> [StoreMigrationPlan.Stage]? {
    let stages = try stages()
    if stages.isEmpty { return nil }
    return try stages.enumerated().map { position, stage in
      position == 0
        ? .init(stage.version, try stage.migration.steps(from: stage.old))
        : .init(stage.version, MigrationPlan(from: stage.old.model, to: stage.migration.model))
    }
  }

  /// The way from one version to the next.
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
