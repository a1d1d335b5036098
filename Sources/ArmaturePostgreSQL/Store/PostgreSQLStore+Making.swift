package import ArmatureModel
import ArmatureSQL

extension PostgreSQLStore {
  /// Checks whether the tables of a new store can be created, as far as possible without creating any.
  ///
  /// - Throws: ``PostgreSQLStoreError`` with all findings.
  package func checkMaking(of model: ManagedObjectModel) throws {
    let connection = try PostgreSQLConnector(settings).connect()
    let (tables, schema) = (SQLSchema(model), settings.schema)
    try connection.checkLimits(tables, in: schema)
    let findings = PostgreSQLFindings(connection, schema: schema)
    try findings.find(
      "SELECT 'x' WHERE pg_catalog.current_setting('transaction_read_only') = 'on'",
      "Connect to the primary server, or let the user write."
    ) { _ in "it is read-only" }
    let user = try findings.user()
    if try connection.hasSchema(schema) {
      try findings.find(
        "SELECT 'x' WHERE NOT pg_catalog.has_schema_privilege(\(value: .text(schema)), 'USAGE')",
        "Grant it: GRANT USAGE ON SCHEMA."
      ) { _ in "the user \(user) may not use the schema \(schema)" }
      try findings.findRightToMakeTables()
      try findings.find(
        "SELECT \"c\".relname FROM pg_catalog.pg_class AS \"c\" WHERE \(findings.isAmong(tables.namesOfAllTables)) ORDER BY 1",
        "Give the store a schema of its own: PostgreSQLStore(url, schema: …)."
      ) { "its schema \(schema) has \($0[0]) of another program, with the name of a new table" }
    } else {
      try findings.find(
        """
        SELECT 'x' WHERE NOT \
        pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE')
        """,
        "Grant it: GRANT CREATE ON DATABASE, or create the schema and GRANT USAGE, CREATE ON "
          + "SCHEMA."
      ) { _ in "the user \(user) may not create the schema \(schema)" }
    }
    try findings.check()
  }
}

extension PostgreSQLConnection {
  /// Returns whether a schema exists, with or without a store.
  func hasSchema(_ name: String) throws -> Bool {
    try integer(
      "SELECT count(*) FROM pg_catalog.pg_namespace WHERE \"nspname\" = \(value: .text(name))")
      == 1
  }
}

extension SQLSchema {
  /// The names of the tables of objects, and of the tables that each store has.
  var namesOfAllTables: [String] {
    namesOfSavedTables + [PostgreSQLState.transactions, Self.facts]
  }

  /// The names of the tables to which a save writes essential rows.
  var namesOfSavedTables: [String] {
    columnNames.map(\.table) + [PostgreSQLState.table, Self.saves, Self.changes]
  }
}
