import ArmatureSQL

/// The server's catalog of the tables in a schema.
struct PostgreSQLCatalog {
  let connection: PostgreSQLConnection
  /// The name of the schema.
  let schema: String

  /// Returns whether the tables show the evidence of a statement.
  func shows(_ evidence: SchemaEvidence) throws -> Bool {
    switch evidence {
    case .table(let name): try hasClass(name, "r")
    case .noTable(let name): try !hasClass(name, "r")
    case .index(let name): try hasClass(name, "i")
    case .noIndex(let name): try !hasClass(name, "i")
    case .column(let name, let table): try hasColumn(name, table)
    case .noColumn(let name, let table): try !hasColumn(name, table)
    case .reference(let column, let table): try hasReference(column, table)
    }
  }

  private func hasClass(_ name: String, _ kind: String) throws -> Bool {
    try isAny(
      """
      pg_catalog.pg_class AS "c" WHERE \(inSchema) AND "c".relname = \(value: .text(name)) \
      AND CAST("c".relkind AS text) = \(value: .text(kind))
      """)
  }

  private func hasColumn(_ name: String, _ table: String) throws -> Bool {
    try isAny(
      """
      pg_catalog.pg_attribute AS "a" JOIN pg_catalog.pg_class AS "c" ON "c".oid = "a".attrelid \
      WHERE \(inSchema) AND "c".relname = \(value: .text(table)) \
      AND "a".attname = \(value: .text(name)) AND NOT "a".attisdropped
      """)
  }

  private func hasReference(_ column: String, _ table: String) throws -> Bool {
    try isAny(
      """
      pg_catalog.pg_constraint AS "k" JOIN pg_catalog.pg_class AS "c" ON "c".oid = "k".conrelid \
      JOIN pg_catalog.pg_attribute AS "a" ON "a".attrelid = "c".oid AND "a".attnum = "k".conkey[1] \
      WHERE \(inSchema) AND "c".relname = \(value: .text(table)) AND "k".contype = 'f' \
      AND "a".attname = \(value: .text(column))
      """)
  }

  private func isAny(_ source: SQLStatement) throws -> Bool {
    try connection.integer("SELECT count(*) FROM \(source)") ?? 0 > 0
  }

  /// Returns the tables whose names have a prefix.
  func tables(named beginning: String) throws -> [String] {
    var names: [String] = []
    try connection.forEachRow(
      of: """
        SELECT "c".relname FROM pg_catalog.pg_class AS "c" WHERE \(inSchema) AND "c".relkind = 'r' \
        AND left("c".relname, \(beginning.count)) = \(value: .text(beginning)) ORDER BY 1
        """
    ) { row in
      if case .text(let name) = row.value(at: 0) { names.append(name) }
    }
    return names
  }

  /// Returns the constraints of a kind, with their tables and the tables that they refer to.
  func constraints(_ kind: String) throws -> [(table: String, name: String, target: String?)] {
    var found: [(table: String, name: String, target: String?)] = []
    try connection.forEachRow(
      of: """
        SELECT "c".relname, "k".conname, "t".relname FROM pg_catalog.pg_constraint AS "k" \
        JOIN pg_catalog.pg_class AS "c" ON "c".oid = "k".conrelid \
        LEFT JOIN pg_catalog.pg_class AS "t" ON "t".oid = "k".confrelid \
        WHERE \(inSchema) AND CAST("k".contype AS text) = \(value: .text(kind)) ORDER BY 1, 2
        """
    ) { row in
      guard case .text(let table) = row.value(at: 0), case .text(let name) = row.value(at: 1)
      else { return }
      let target: String? = if case .text(let target) = row.value(at: 2) { target } else { nil }
      found.append((table, name, target))
    }
    return found
  }

  /// The condition that a class, named c in the statement, belongs to the schema.
  private var inSchema: SQLStatement {
    "\"c\".relnamespace = (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = \(value: .text(schema)))"
  }
}
