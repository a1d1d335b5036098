import Armature
import ArmatureModel
import ArmatureSQL

/// A migration of a file's tables to another model, version by version, in one transaction.
///
/// Other processes that open the file meanwhile wait, and find it migrated. Those that already have it open find out at
/// their next access.
struct SQLiteStagedMigration {
  private let connection: SQLiteConnection
  private let schema: SQLSchema
  private let dialect: SQLiteDialect
  private let migration: StoreMigration
  private let settings: SQLiteSettings

  init(
    _ connection: SQLiteConnection, _ schema: SQLSchema, _ dialect: SQLiteDialect,
    _ migration: StoreMigration, _ settings: SQLiteSettings
  ) {
    (self.connection, self.schema, self.dialect) = (connection, schema, dialect)
    (self.migration, self.settings) = (migration, settings)
  }

  private var staged: SQLStagedMigration {
    SQLStagedMigration(SQLiteMigrationHost(connection, dialect), schema, dialect, migration)
  }

  /// Migrates the file, unless another process was faster, or its model is unknown.
  ///
  /// - Throws: `PersistentStoreError.migrationBlocked`; nothing has changed then.
  func run() throws {
    // Links are checked at the end. References from other objects must not follow a renamed table.
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.run("PRAGMA legacy_alter_table = ON")
    defer { _ = try? connection.run("PRAGMA legacy_alter_table = OFF") }
    try connection.run("BEGIN IMMEDIATE")
    var backup: SQLiteCopy?
    do {
      try SQLiteFullTextObjects(connection).removeAll()
      try staged.run { backup = try backUp($0) }
      try connection.run("COMMIT")
    } catch {
      _ = try? connection.run("ROLLBACK")
      backup?.remove()
      throw error
    }
  }

  /// Returns the statements that would migrate the file; empty if nothing needs to be migrated.
  func statements() throws -> [SQLStatement] { try staged.statements() }

  /// Returns the plan of the migration, computed in one state of the file.
  ///
  /// - Throws: `PersistentStoreError.modelDiffers` if the rows must stay as they are.
  func plan() throws -> StoreMigrationPlan {
    try connection.run("BEGIN")
    defer { _ = try? connection.run("ROLLBACK") }
    let stages = try staged.plan()
    if stages == nil { try connection.check(schema.model) }
    return StoreMigrationPlan(
      stages: stages ?? [], statements: try statements().map { "\($0.listing);" })
  }

  /// Copies the unmigrated file if a backup is wanted; no one else writes meanwhile.
  ///
  /// - Returns: The copy, to be removed if the migration fails.
  private func backUp(_ old: SQLSchema) throws -> SQLiteCopy? {
    guard
      let path = migration.backupPath(of: connection.path, isTaken: SQLiteCopy.isTaken)
    else { return nil }
    let target = path.hasPrefix("/") ? path : "\(FileIdentity.currentFolder)/\(path)"
    // A writing connection cannot be the source of a copy.
    let reader = try SQLiteConnection(
      connection.path, connection.library, busyTimeout: settings.busyTimeout, log: settings.log,
      .writing, key: connection.key)
    try reader.run("BEGIN")
    let hasFiles =
      try old.hasExternalData && !reader.filesInUse(old, withIndexes: true).isEmpty
    let folder =
      hasFiles
      ? try SQLiteDataFolder(of: FileIdentity.resolved(connection.path), inlineLimit: 0) : nil
    let copy = try SQLiteCopy(of: reader, to: target, settings, key: connection.key)
    try copy.write(old, folder)
    try reader.run("COMMIT")
    return copy
  }
}
