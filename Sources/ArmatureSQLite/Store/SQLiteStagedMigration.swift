import Armature
import ArmatureModel
import ArmatureSQL

/// Brings the tables of a file into the form of another model, from version to version, in one transaction.
///
/// Others that open the file meanwhile wait, and find it done; those that have it open are told by their next look.
struct SQLiteStagedMigration {
  private let connection: SQLiteConnection
  private let schema: SQLSchema
  private let dialect: SQLiteDialect
  private let migration: StoreMigration

  init(
    _ connection: SQLiteConnection, _ schema: SQLSchema, _ dialect: SQLiteDialect,
    _ migration: StoreMigration
  ) {
    (self.connection, self.schema, self.dialect) = (connection, schema, dialect)
    self.migration = migration
  }

  /// Migrates the file, unless somebody else was faster, or nobody knows its model.
  ///
  /// - Throws: `PersistentStoreError.migrationLoses`; nothing has changed then.
  func run() throws {
    // Links are checked at the end. What else is said of a table must not follow it to another name.
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.run("PRAGMA legacy_alter_table = ON")
    defer { _ = try? connection.run("PRAGMA legacy_alter_table = OFF") }
    try connection.run("BEGIN IMMEDIATE")
    do {
      try forEachStage { stage, old in try stage.migrate(from: old) }
      try connection.run("COMMIT")
    } catch {
      _ = try? connection.run("ROLLBACK")
      throw error
    }
  }

  /// The statements that would migrate the file; none where there is nothing to do.
  func statements() throws -> [SQLStatement] {
    var statements: [SQLStatement] = []
    try forEachStage { stage, old in statements += try stage.statements(from: old) }
    return statements
  }

  private func forEachStage(_ body: (SQLiteMigration, _ old: SQLSchema) throws -> Void) throws {
    let saved = try connection.mark()
    guard try saved.difference(to: schema.model, connection.keptModel).isMigrated,
      let (old, stages) = try migration.stages(
        from: saved, connection.keptModel(), to: schema.model, path: connection.path)
    else { return }
    var present = SQLSchema(old)
    for (position, version) in stages.enumerated() {
      let isLast = position == stages.count - 1
      let next = isLast ? schema : SQLSchema(version.model)
      try body(SQLiteMigration(connection, next, dialect, version.steps), present)
      present = next
    }
  }
}
