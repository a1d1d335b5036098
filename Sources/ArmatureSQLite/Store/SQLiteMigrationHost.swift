import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file during a migration.
final class SQLiteMigrationHost: SQLMigrationHost {
  private let file: SQLiteConnection
  private let dialect: SQLiteDialect

  init(_ file: SQLiteConnection, _ dialect: SQLiteDialect) {
    (self.file, self.dialect) = (file, dialect)
  }

  var connection: any SQLConnection { file }
  var place: String { file.path }
  func identifier() throws -> UUID { try file.identifier() }
  func mark() throws -> ModelMark { try file.mark() }
  func keptModel() throws -> ManagedObjectModel? { try file.keptModel() }

  func check(_ schema: SQLSchema) throws {
    try file.check(schema, dialect)
    try file.checkEntities(schema)
  }

  /// Changed tables were already rejected.
  func check(_ migration: SQLMigration) {}

  func externalData(of schema: SQLSchema) throws -> (any SQLExternalData)? {
    schema.hasExternalData && file.key == nil
      ? try SQLiteDataFolder(of: FileIdentity.resolved(file.path), inlineLimit: 0) : nil
  }

  func newVersion() throws -> UInt32 {
    max(1, UInt32(truncatingIfNeeded: try file.fact(.lastCommit) &+ 1))
  }

  func takeKeys(_ count: Int) throws -> Range<Int64> { try file.takeKeys(count) }

  func use(_ functions: SQLMigrationFunctions?) { file.migrationFunctions = functions }

  /// SQLite calls the functions itself.
  func compute(for statement: SQLStatement, isFresh: Bool) {}

  /// A failed statement leaves the transaction as it was.
  func attempt(_ body: () throws -> Void) throws { try body() }

  func checking(_ check: @escaping () throws -> Void, _ body: () throws -> Void) throws {
    try file.checking(check, body)
  }

  /// Links are not checked during a migration.
  func statementsBefore(_ migration: SQLMigration) -> [SQLStatement] { [] }
  func statementsAfter(_ migration: SQLMigration) -> [SQLStatement] { [] }

  func finish(_ model: ManagedObjectModel, version: Int64) throws {
    try file.setFact(.lastCommit, .integer(version))
    try file.forgetHistory(upTo: version)
    try file.keep(model)
  }
}
