import Armature
import ArmatureModel
import ArmatureSQL
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// A store in its own schema, whose rows are saved with one model and opened with another.
struct ChangedRows {
  let store: PostgreSQLStore

  init(connections: Int = 5) throws { store = try .new(connections: connections) }

  /// Reopens the same rows.
  func open(
    _ model: ManagedObjectModel, _ migration: StoreMigration = .automatic
  ) throws -> PersistentContainer {
    try PersistentContainer(model: model, store: store.again(), migration: migration)
  }

  /// Saves rows given as JSON.
  @discardableResult func fill(
    _ model: ManagedObjectModel, _ rows: String
  ) throws -> PersistentContainer {
    let container = try open(model)
    let context = container.makeContext()
    try context.load(.text(rows, name: "rows.json"))
    try context.save()
    return container
  }

  func connect() throws -> PostgreSQLConnection {
    try PostgreSQLConnector(store.settings).connect()
  }

  func run(_ statement: String) throws {
    let connection = try connect()
    try connection.send(statement)
    try connection.receiveFine()
  }

  /// Returns the first two columns of rows as texts.
  func query(_ statement: SQLStatement) throws -> [String] {
    var lines: [String] = []
    try connect().forEachRow(of: statement) { row in
      lines.append("\(row.value(at: 0)) \(row.value(at: 1))")
    }
    return lines
  }

  /// Returns the server's description of the tables: columns, constraints and indexes, without the schema.
  func tables() throws -> [String] {
    let schema = SQLValue.text(store.settings.schema)
    let columns = try query(
      """
      SELECT table_name || '.' || column_name, \
      udt_name || ' ' || is_nullable || ' ' || COALESCE(collation_name, '') || COALESCE(column_default, '') \
      FROM information_schema.columns WHERE table_schema = \(value: schema)
      """)
    let constraints = try query(
      """
      SELECT CAST(CAST(conrelid AS regclass) AS text), pg_get_constraintdef("c".oid) \
      FROM pg_constraint AS "c" JOIN pg_namespace AS "n" ON "n".oid = connamespace \
      WHERE nspname = \(value: schema)
      """)
    let indexes = try query(
      """
      SELECT tablename || '.' || indexname, indexdef FROM pg_indexes WHERE schemaname = \(value: schema)
      """)
    return (columns + constraints + indexes).map {
      $0.replacing("\(store.settings.schema).", with: "")
    }.sorted()
  }

  /// Returns the metadata, the state row, and the rows of all tables of a model.
  func contents(_ model: ManagedObjectModel) throws -> [String] {
    try query("SELECT \"key\", \"value\" FROM \"_armature\" ORDER BY 1")
      + query("SELECT \"commits\", \"mark\" FROM \"_armature_state\"")
  }

  /// Returns the rows of all tables without versions, which differ between migrations, and the keys of the metadata.
  func allRows() throws -> [String] {
    let schema = SQLValue.text(store.settings.schema)
    let names = try store.text(
      """
      SELECT string_agg(tablename, ',' ORDER BY tablename) FROM pg_tables WHERE schemaname = \(value: schema) \
      AND tablename NOT IN ('_armature', '_armature_transactions')
      """)
    let facts = try store.text(
      "SELECT string_agg(\"key\", ',' ORDER BY \"key\") FROM \"_armature\"")
    return try [facts ?? ""]
      + (names ?? "").split(separator: ",").map { name in
        let row: SQLStatement = "CAST(to_jsonb(\"t\") - '_version' AS text)"
        let rows = try store.text(
          "SELECT string_agg(\(row), ',' ORDER BY \(row)) FROM \(name: String(name)) AS \"t\"")
        return "\(name): \(rows ?? "none")"
      }
  }
}
