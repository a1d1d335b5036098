#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The preparation of a file: creates a new store or checks that the file is a store of the model. Any other file stays
/// unchanged.
struct SQLitePreparation {
  private let connection: SQLiteConnection
  private let schema: SQLSchema
  private let model: ManagedObjectModel
  private let dialect: SQLiteDialect
  private let migration: StoreMigration
  private let settings: SQLiteSettings

  init(
    _ connection: SQLiteConnection, _ schema: SQLSchema, _ model: ManagedObjectModel,
    _ dialect: SQLiteDialect, _ migration: StoreMigration, _ settings: SQLiteSettings
  ) {
    (self.connection, self.schema, self.model, self.dialect) = (connection, schema, model, dialect)
    (self.migration, self.settings) = (migration, settings)
  }

  /// - Returns: The identifier of the store, and whether the file was created here.
  func open(newIdentifier: UUID) throws -> (identifier: UUID, isNew: Bool) {
    var isNew = false
    if case .empty = try SQLiteCondition(connection) {
      try writeAhead()
      try connection.run("BEGIN IMMEDIATE")
      do {
        // Another process may have been faster.
        if case .empty = try SQLiteCondition(connection) {
          try create(newIdentifier)
          isNew = true
        }
        try connection.run("COMMIT")
      } catch {
        _ = try? connection.run("ROLLBACK")
        throw error
      }
    }
    guard case .own(let format) = try SQLiteCondition(connection) else {
      throw connection.unusable("it is still empty", .findWriter)
    }
    try connection.checkVersions(format: format)
    if migration.changesRows,
      try connection.mark().difference(to: model, connection.keptModel).isMigrated
    {
      try writeAhead()
      try SQLiteStagedMigration(connection, schema, dialect, migration, settings).run()
    }
    try connection.check(model)
    try connection.check(schema, dialect)
    try writeAhead()
    try updateIndexes()
    return (try connection.identifier(), isNew)
  }

  /// Opens a read-only file; nothing is created or changed.
  ///
  /// - Returns: The identifier of the store.
  func openToRead() throws -> UUID {
    guard case .own(let format) = try SQLiteCondition(connection) else {
      throw connection.unusable("it is empty", .openSavedFile)
    }
    try connection.checkVersions(format: format)
    try connection.check(model)
    try connection.check(schema, dialect)
    return try connection.identifier()
  }

  /// Turns on write-ahead logging, so readers can continue while another connection writes.
  ///
  /// - Throws: ``SQLiteStoreError/unusableFile(path:reason:remedy:)`` if the file system does not support the shared
  ///   memory that the log needs. SQLite then reports no error, but returns the old journal mode.
  private func writeAhead() throws {
    let start = ContinuousClock.now
    while true {
      do {
        let mode = try connection.text("PRAGMA journal_mode = WAL") ?? "nothing"
        if mode == "wal" { return }
        throw connection.unusable(
          "no log can be kept next to it: SQLite stays in the journal mode \"\(mode)\"",
          .useLocalDisk)
      } catch SQLiteStoreError.busy where ContinuousClock.now - start < .seconds(5) {
        // SQLite itself does not wait here.
        usleep(5000)
      }
    }
  }

  // MARK: New files

  /// The maximum number of columns of a table: the default `SQLITE_MAX_COLUMN` in "Limits in SQLite".
  static let mostColumns = 2000

  /// Rejects a model with more columns than a SQLite table can have.
  ///
  /// - Throws: ``SQLiteStoreError/unusableFile(path:reason:remedy:)``.
  static func checkWidth(of schema: SQLSchema, at path: String) throws {
    guard let reason = schema.excess(over: mostColumns, in: "SQLite") else { return }
    throw SQLiteStoreError.unusableFile(path: path, reason: reason, remedy: .splitEntity)
  }

  private func create(_ identifier: UUID) throws {
    try connection.run(
      "CREATE TABLE \(name: SQLSchema.facts) (\(name: "key") TEXT PRIMARY KEY, \(name: "value") ANY) STRICT, WITHOUT ROWID"
    )
    for statement in schema.creation(dialect) { try connection.run(statement) }
    try connection.setFact(.identifier, .text(identifier.uuidString))
    try connection.setFact(.nextKey, .integer(1))
    try connection.setFact(.lastCommit, .integer(0))
    try connection.keep(model)
    try SQLiteFullTextObjects(connection).update(schema, isNew: true)
    try connection.run("PRAGMA application_id = \(SQLiteCondition.applicationID)")
    try connection.run("PRAGMA user_version = \(SQLiteCondition.format)")
  }

  // MARK: Existing Files

  /// Creates the model's missing indexes and drops indexes that would reject valid rows. Indexes do not change the
  /// rows.
  private func updateIndexes() throws {
    let present = try connection.definitions("index")
    let (wanted, unwanted) = try schema.neededIndexes(
      dialect, present: Set(present.keys), connection)
    let missing = wanted.filter { present[$0.key] != $0.value.text }.sorted { $0.key < $1.key }
    let fullText = SQLiteFullTextObjects(connection)
    try fullText.checkLibrary(schema)
    if missing.isEmpty, unwanted.isEmpty, try !fullText.needsUpdate(schema) { return }
    try connection.run("BEGIN IMMEDIATE")
    do {
      for name in unwanted { try connection.run("DROP INDEX IF EXISTS \(name: name)") }
      for (name, statement) in missing {
        try connection.run("DROP INDEX IF EXISTS \(name: name)")
        do {
          try connection.run(statement)
        } catch  where connection.violation(error) == .unique {
          throw connection.unusable(
            "two of its rows have equal values for the unique index \(name)",
            .changeEqualValue)
        }
      }
      try fullText.update(schema)
      try connection.run("COMMIT")
    } catch {
      _ = try? connection.run("ROLLBACK")
      throw error
    }
  }
}
