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

  /// Migrates the file, unless somebody else was faster, or nobody knows its model.
  ///
  /// - Throws: `PersistentStoreError.migrationLoses`; nothing has changed then.
  func run() throws {
    // Links are checked at the end. What else is said of a table must not follow it to another name.
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.run("PRAGMA legacy_alter_table = ON")
    defer { _ = try? connection.run("PRAGMA legacy_alter_table = OFF") }
    try connection.run("BEGIN IMMEDIATE")
    var backup: SQLiteCopy?
    do {
      try staged.run { backup = try backUp($0) }
      try connection.run("COMMIT")
    } catch {
      _ = try? connection.run("ROLLBACK")
      backup?.remove()
      throw error
    }
  }

  /// The statements that would migrate the file; none where there is nothing to do.
  func statements() throws -> [SQLStatement] { try staged.statements() }

  /// The way of the rows to the model, in one state of the file.
  ///
  /// - Throws: `PersistentStoreError.modelDiffers` for rows that must stay as they are.
  func plan() throws -> StoreMigrationPlan {
    try connection.run("BEGIN")
    defer { _ = try? connection.run("ROLLBACK") }
    let stages = try staged.plan()
    if stages == nil { try connection.check(schema.model) }
    return StoreMigrationPlan(
      stages: stages ?? [], statements: try statements().map { "\($0.listing);" })
  }

  /// Copies the file as it is, if that is wanted; nobody else writes meanwhile.
  ///
  /// - Returns: The copy, to be removed if the migration fails.
  private func backUp(_ old: SQLSchema) throws -> SQLiteCopy? {
    guard
      let path = migration.backupPath(of: connection.path, isTaken: SQLiteCopy.isTaken)
    else { return nil }
    let target = path.hasPrefix("/") ? path : "\(FileIdentity.currentFolder)/\(path)"
    // Who writes cannot be copied from.
    let reader = try SQLiteConnection(
      connection.path, connection.library, busyTimeout: settings.busyTimeout, log: settings.log,
      .writing)
    try reader.run("BEGIN")
    let files = try old.hasExternalData ? reader.filesInUse(old, withIndexes: true) : []
    let folder =
      files.isEmpty
      ? nil : try SQLiteDataFolder(of: FileIdentity.resolved(connection.path), inlineLimit: 0)
    let copy = try SQLiteCopy(of: reader, to: target, settings)
    try copy.write(folder.map { ($0, files) })
    try reader.run("COMMIT")
    return copy
  }
}
