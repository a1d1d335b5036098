import ArmatureModel
import ArmatureSQL

/// The full-text indexes that a schema of the database contains. They may belong to several models whose rows have the
/// same form.
struct PostgreSQLFullTextObjects {
  private let connection: PostgreSQLConnection
  /// The name of the schema.
  private let schema: String

  init(_ connection: PostgreSQLConnection, schema: String) {
    (self.connection, self.schema) = (connection, schema)
  }

  /// Returns the definitions of the indexes, by name. An index whose tables were dropped has none.
  private func definitions() throws -> [String: String?] {
    let tables = try connection.columns(in: schema)
    if tables[PostgreSQLFullText.directory] == nil { return [:] }
    var found: [String: String?] = [:]
    try connection.forEachRow(
      of: "SELECT \"name\", \"definition\" FROM \(name: PostgreSQLFullText.directory)"
    ) { row in
      let name = row.text(at: 0) ?? ""
      let isWhole = tables[name] != nil && tables[PostgreSQLFullText.notes(of: name)] != nil
      found.updateValue(isWhole ? row.text(at: 1) : nil, forKey: name)
    }
    return found
  }

  /// Returns the indexes of a model that the schema does not contain in their present form.
  func missing(_ tables: SQLSchema) throws -> [PostgreSQLFullText] {
    if tables.fullTexts.isEmpty { return [] }
    let present = try definitions()
    return tables.fullTexts.map { PostgreSQLFullText($0, tables, schema: schema) }
      .filter { present[$0.index.name] ?? nil != $0.definition }
  }

  /// Returns the names of the model's indexes that the user can search and keep up.
  func available(_ tables: SQLSchema) throws -> Set<String> {
    if tables.fullTexts.isEmpty { return [] }
    let missing = Set(try missing(tables).map(\.index.name))
    let indexes = tables.fullTexts.filter { !missing.contains($0.name) }
    var names: Set<String> = []
    for index in indexes where try isAllowed(PostgreSQLFullText(index, tables, schema: schema)) {
      names.insert(index.name)
    }
    return names
  }

  /// Returns whether the user has the rights to keep an index up.
  private func isAllowed(_ index: PostgreSQLFullText) throws -> Bool {
    // Texts of other rows are locked while their words are entered.
    let others = index.rows.sources.dropFirst().map { ($0.table.name, "UPDATE") }
    let own = [
      (index.index.name, "SELECT"), (index.index.name, "INSERT"), (index.index.name, "DELETE"),
      (PostgreSQLFullText.notes(of: index.index.name), "SELECT"),
      (PostgreSQLFullText.notes(of: index.index.name), "DELETE"),
      (PostgreSQLFullText.directory, "UPDATE"),
    ]
    let tests = (own + others).map { table, right -> SQLStatement in
      let place: SQLStatement = "\(name: schema).\(name: table)"
      return
        "pg_catalog.has_table_privilege(\(value: .text(place.text)), \(value: .text(right)))"
    }
    return try connection.integer("SELECT CAST(\(tests.joined(by: " AND ")) AS integer)") == 1
  }

  /// Creates indexes of a model, and enters the words of all rows. Runs in a transaction.
  func create(_ indexes: [PostgreSQLFullText], _ tables: SQLSchema) throws {
    if indexes.isEmpty { return }
    try connection.run(PostgreSQLFullText.directoryCreation)
    let functions = try functions()
    for index in indexes {
      let name = index.index.name
      let own = functions.filter { PostgreSQLFullText.isFunction($0, of: name) }
      for statement in PostgreSQLFullText.removal(of: name, functions: own) + index.creation {
        try connection.run(statement)
      }
      try connection.run(
        """
        INSERT INTO \(name: PostgreSQLFullText.directory) \
        VALUES (\(value: .text(name)), \(value: .text(index.definition)), 0, 0)
        """)
      try connection.run(index.notingAll)
    }
    try PostgreSQLFullTextUpkeep(connection, indexes).enter()
    for index in indexes { try connection.run(index.lookupCreation) }
  }

  /// Removes all full-text indexes. A migration does so before it changes tables; they are created again afterwards.
  func removeAll() throws {
    let functions = try functions()
    for index in try definitions().keys.sorted() {
      let own = functions.filter { PostgreSQLFullText.isFunction($0, of: index) }
      for statement in PostgreSQLFullText.removal(of: index, functions: own) {
        try connection.run(statement)
      }
    }
    try connection.run("DROP TABLE IF EXISTS \(name: PostgreSQLFullText.directory)")
  }

  /// The names of the functions of all indexes.
  private func functions() throws -> [String] {
    var names: [String] = []
    try connection.forEachRow(
      of: """
        SELECT CAST("p".proname AS text) FROM pg_catalog.pg_proc AS "p" \
        JOIN pg_catalog.pg_namespace AS "n" ON "n".oid = "p".pronamespace \
        WHERE "n".nspname = \(value: .text(schema)) \
        AND pg_catalog.starts_with(CAST("p".proname AS text), \(value: .text(PostgreSQLFullText.prefix))) \
        ORDER BY 1
        """
    ) { row in names.append(row.text(at: 0) ?? "") }
    return names
  }
}
