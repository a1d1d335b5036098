import Armature
package import ArmatureModel

/// The way of rows from one version to the next, for a database that changes tables outside of transactions.
///
/// Each statement lasts by itself there, so everything that could stop one is looked for before the first. What follows
/// must be possible to repeat: the statements are the same ones as long as the version and the date of the host are.
package struct SQLStepwiseStage {
  /// The name of the version.
  package let version: String
  private let old: SQLSchema
  private let stage: SQLStageMigration

  init(_ version: String, _ old: SQLSchema, _ stage: SQLStageMigration) {
    (self.version, self.old, self.stage) = (version, old, stage)
  }

  /// The mark of the model whose rows there are at the end.
  package var target: ModelMark { ModelMark(stage.model) }

  private var names: MigrationNames { stage.names(from: old.model) }

  /// Why nobody can say before the tables change whether all statements will be possible, as a clause; `nil` if it can
  /// be said.
  package func unforeseeable() throws -> String? {
    let custom = try stage.customSteps(names)
    if custom.splitsRows { return "custom steps make other objects of rows (.split)" }
    guard let unique = search(custom).unforeseeable else { return nil }
    let entity = stage.model[unique.constraint.entity]
    let properties =
      entity?.uniquenessConstraints[unique.constraint.position].properties.joined(separator: ", ")
    return
      "\(unique.constraint.entity).\(properties ?? "") must be unique, and is derived of what the rows have then"
  }

  /// Refuses all that would stop a statement, or lose something; nothing is changed.
  ///
  /// - Throws: `PersistentStoreError.migrationLoses`, `ValidationReport` for links that lead to nothing, and what custom
  ///   steps throw.
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

  /// What the statements have the library compute, and those of ``check()``.
  package func computations() throws -> [SQLComputation] {
    let search = try search(stage.customSteps(names))
    for step in names.plan.steps { _ = search.obstacles(of: step) }
    _ = (search.customValues(), search.duplicates(names.plan))
    return try search.functions.computations + migration().functions.computations
  }

  /// The statements.
  package func migration() throws -> SQLMigration {
    try stage.migration(names, stage.customSteps(names), old, nil)
  }

  /// Runs one of the statements that change rows.
  package func run(_ statement: SQLStatement, of migration: SQLMigration) throws {
    try stage.using(migration.functions) { try stage.run(statement, migration.functions) }
  }

  /// Has the database know its new model, once all rows are there.
  package func finish(_ migration: SQLMigration) throws {
    try stage.checkLinks(stage.schema)
    try stage.host.finish(stage.model, version: migration.version)
  }

  private func search(_ custom: CustomSteps) -> SQLObstacleSearch {
    SQLObstacleSearch(
      names, from: old, to: stage.schema, stage.dialect, externalData: nil, custom)
  }
}
