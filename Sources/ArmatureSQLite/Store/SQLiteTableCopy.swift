import Armature
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A copy of the tables of a plain file in a new encrypted file, or of an encrypted file in a new plain one.
///
/// SQLite copies pages only between two plain files or two encrypted ones, because an encrypted page has less room for
/// rows.
struct SQLiteTableCopy {
  private let source: SQLiteConnection
  private let target: SQLiteConnection

  /// - Parameter target: A connection to an empty file.
  init(of source: SQLiteConnection, to target: SQLiteConnection) {
    (self.source, self.target) = (source, target)
  }

  /// Copies one state of the source, in a single transaction.
  ///
  /// - Parameters:
  ///   - schema: The tables of the source.
  ///   - folder: The data folder of the source. The copy has its data in rows.
  func run(_ schema: SQLSchema, _ folder: SQLiteDataFolder?) throws {
    try attachSource()
    try target.run("BEGIN IMMEDIATE")
    let tables = try statements(ofType: "table")
    for (_, statement) in tables { try target.run(statement) }
    for (name, _) in tables {
      try target.run("INSERT INTO main.\(name: name) SELECT * FROM source.\(name: name)")
    }
    for (_, statement) in try statements(ofType: "index") { try target.run(statement) }
    try copyDefinitions()
    if let folder { try moveData(of: schema, from: folder) }
    for pragma in ["application_id", "user_version"] {
      let number = try target.integer(SQLStatement(text: "PRAGMA source.\(pragma)")) ?? 0
      try target.run(SQLStatement(text: "PRAGMA main.\(pragma) = \(number)"))
    }
    try target.run("COMMIT")
    try target.run("DETACH source")
  }

  private func attachSource() throws {
    // An empty key is that of a plain file. Without a key, SQLite would use that of the target. The statement is not
    // cached, because it contains the key.
    let key = source.key.map { $0.withBytes { Data($0) } } ?? Data()
    let cursor = try target.prepare("ATTACH ? AS source KEY ?")
    cursor.bind(.text(source.access.readingName(of: source.path)), at: 0)
    cursor.bind(.blob(key), at: 1)
    _ = try cursor.step()
  }

  /// Returns the names and definitions of tables or indexes, except those that SQLite makes itself.
  private func statements(ofType type: String) throws -> [(name: String, statement: SQLStatement)] {
    var found: [(name: String, statement: SQLStatement)] = []
    try target.forEachRow(
      of: """
        SELECT name, sql FROM source.sqlite_schema WHERE type = \(value: .text(type)) \
        AND rootpage > 0 AND sql LIKE 'CREATE %' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
        ORDER BY rowid
        """
    ) { row in found.append((row.text(at: 0) ?? "", SQLStatement(text: row.text(at: 1) ?? ""))) }
    return found
  }

  /// Copies the definitions of views and virtual tables, as VACUUM does. The rows of virtual tables are in ordinary
  /// ones.
  private func copyDefinitions() throws {
    let condition: SQLStatement =
      "FROM source.sqlite_schema WHERE type = 'view' OR type = 'table' AND rootpage = 0"
    if try target.integer("SELECT COUNT(*) \(condition)") == 0 { return }
    try target.run("PRAGMA writable_schema = ON")
    try target.run(
      "INSERT INTO main.sqlite_schema SELECT type, name, tbl_name, 0, sql \(condition)")
    try target.run("PRAGMA writable_schema = RESET")
  }

  /// Replaces references to files by the data in the files.
  private func moveData(of schema: SQLSchema, from folder: SQLiteDataFolder) throws {
    let dialect = SQLiteDialect()
    for table in schema.tables {
      for index in table.externalIndexes {
        let column: SQLStatement = "\(name: table.columns[index.column].name)"
        try target.forEachRow(
          of: """
            SELECT \(name: SQLTable.key), \(column) FROM source.\(name: table.name) \
            WHERE \(dialect.isText(column))
            """
        ) { row in
          let data: Data
          do {
            data = try folder.data(of: row.text(at: 1) ?? "")
          } catch let error as SQLExternalDataError {
            throw source.unusable(
              "the data of a row in \(error.path) is unreadable: \(error.reason)", .restoreData)
          }
          try target.run(
            """
            UPDATE main.\(name: table.name) SET \(column) = \(value: .blob(data)) \
            WHERE \(name: SQLTable.key) = \(value: .integer(row.integer(at: 0)))
            """)
        }
      }
    }
  }
}
