import ArmatureModel
import ArmatureSQL
import Foundation
import TestSupport

@testable import ArmatureSQLite

/// A new database with the tables of a model, which can call the functions of a migration.
final class MigrationFile {
  private let folder: TemporaryFolder
  let connection: SQLiteConnection
  let dialect = SQLiteDialect()

  init(_ schema: SQLSchema, _ statements: String...) throws {
    folder = try TemporaryFolder()
    connection = try SQLiteConnection(
      folder.file(), SQLiteLibrary.load(nil), busyTimeout: .seconds(5), log: nil)
    for statement in schema.creation(dialect) { try connection.run(statement) }
    for text in statements { try connection.run(SQLStatement(text: text)) }
    // References from other tables must not follow a renamed table.
    try connection.run("PRAGMA legacy_alter_table = ON")
  }

  func run(_ text: String) throws { try connection.run(SQLStatement(text: text)) }

  func rows(_ query: String, _ columns: Int) throws -> [String] {
    try connection.rows(SQLStatement(text: query), columns)
  }

  /// The declarations of the tables and the names of the indexes.
  func schema() throws -> (tables: Set<SQLTableText>, indexes: Set<String>) {
    let tables = try rows(#"SELECT "sql" FROM "sqlite_schema" WHERE "type" = 'table'"#, 1)
    let indexes = try rows(#"SELECT "sql" FROM "sqlite_schema" WHERE "type" = 'index'"#, 1)
    return (Set(tables.map(SQLTableText.init)), Set(indexes).subtracting(["-"]))
  }
}
