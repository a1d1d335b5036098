import Armature
package import ArmatureModel

/// A migration from one version to the next, for a database that changes tables outside of transactions.
///
/// Each statement is committed separately. The migration therefore checks before it starts for everything that could
/// stop a statement. If the migration is interrupted, it can be resumed, because the statements are the same as long as
/// the version and the date of the host are the same.
package struct SQLStepwiseStage {
  /// The name of the version.
  package let version: String
  private let old: SQLSchema
  private let stage: SQLStageMigration

  init(_ version: String, _ old: SQLSchema, _ stage: SQLStageMigration) {
    (self.version, self.old, self.stage) = (version, old, stage)
  }

  /// The mark of the model after the migration.
  package var target: ModelMark { ModelMark(stage.model) }

  private var names: MigrationNames { stage.names(from: old.model) }

  /// Returns the reason why it cannot be known in advance that all statements will succeed. The reason is a clause.
  /// Returns `nil` if success can be known in advance.
  package func unforeseeable() throws -> String? {
    let custom = try stage.customSteps(names)
    if custom.splitsRows { return "custom steps make other objects of rows (.split)" }
    guard let unique = search(custom).unforeseeable else { return nil }
    let entity = stage.model[unique.constraint.entity]
    let properties =
      entity?.uniquenessConstraints[unique.constraint.position].properties.joined(separator: ", ")
    return
      "\(unique.constraint.entity).\(properties ?? "") must be unique, and is derived from the new values of the rows"
  }

  /// Rejects everything that would stop a statement or lose data. Nothing is changed.
  ///
  /// - Throws: `PersistentStoreError.migrationBlocked`, `ValidationReport` for links that lead to missing rows, and
  ///   errors of custom steps.
  package func check() throws {
    try stage.host.check(old)
    try stage.checkAdditions(to: old)
    try stage.checkLinks(old)
    let search = try search(stage.customSteps(names))
    let obstacles = try stage.using(search.functions) {
      try stage.allObstacles(names.plan, search, splitsRows: false)
    }
    if !obstacles.isEmpty { throw stage.loss(obstacles) }
  }

  /// Returns the library functions that the statements and ``check()`` call.
  package func computations() throws -> [SQLComputation] {
    let search = try search(stage.customSteps(names))
    for step in names.plan.steps { _ = search.obstacles(of: step) }
    _ = (search.customValues(), search.duplicates(names.plan))
    return try search.functions.computations + migration().functions.computations
  }

  /// Returns the statements.
  package func migration() throws -> SQLMigration {
    try stage.migration(names, stage.customSteps(names), old, nil)
  }

  /// Runs one of the statements that change rows.
  package func run(_ statement: SQLStatement, of migration: SQLMigration) throws {
    try stage.using(migration.functions) { try stage.run(statement, migration.functions) }
  }

  /// Records the new model in the database after all rows are migrated.
  package func finish(_ migration: SQLMigration) throws {
    try stage.checkLinks(stage.schema)
    try stage.host.finish(stage.model, version: migration.version)
  }

  private func search(_ custom: CustomSteps) -> SQLObstacleSearch {
    SQLObstacleSearch(
      names, from: old, to: stage.schema, stage.dialect, externalData: nil, custom)
  }
}
