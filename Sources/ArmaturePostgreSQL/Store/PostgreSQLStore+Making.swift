import Armature
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
      .usePrimaryServer
    ) { _ in "it is read-only" }
    let user = try findings.user()
    if try connection.hasSchema(schema) {
      try findings.find(
        "SELECT 'x' WHERE NOT pg_catalog.has_schema_privilege(\(value: .text(schema)), 'USAGE')",
        .grant("USAGE ON SCHEMA")
      ) { _ in "the user \(user) may not use the schema \(schema)" }
      try findings.findRightToMakeTables()
      try findings.find(
        "SELECT \"c\".relname FROM pg_catalog.pg_class AS \"c\" WHERE \(findings.isAmong(tables.namesOfAllTables)) ORDER BY 1",
        .useOwnSchema
      ) { "its schema \(schema) has \($0[0]) of another program, with the name of a new table" }
    } else {
      try findings.find(
        """
        SELECT 'x' WHERE NOT \
        pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE')
        """,
        .grantOrCreateSchema
      ) { _ in "the user \(user) may not create the schema \(schema)" }
    }
    try findings.check()
  }
}

extension PostgreSQLStore {
  /// Removes the tables of a store without any saves, and the schema if it was created for them and is otherwise empty.
  /// Any other store stays as it is.
  ///
  /// - Throws: ``PostgreSQLStoreError``.
  package func removeUnused() throws {
    let connection = try PostgreSQLConnector(settings).connect()
    guard try connection.hasStore(schema: settings.schema) else { return }
    let facts = try PostgreSQLFacts(connection)
    guard let model = facts.keptModel() else { return }
    try connection.send("BEGIN")
    try connection.send("SET LOCAL lock_timeout TO 3000")
    try connection.send("LOCK TABLE \"\(PostgreSQLState.table)\" IN ACCESS EXCLUSIVE MODE")
    try connection.receiveFine()
    let state = try PostgreSQLState(connection)
    if state.lastCommit > 0 || state.isMigrating { return connection.rollBack() }
    try PostgreSQLFullTextObjects(connection, schema: settings.schema).removeAll()
    let tables = SQLSchema(model).namesOfAllTables.map { "\(name: $0)" as SQLStatement }
    try connection.run("DROP TABLE \(tables.joined(by: ", "))")
    try connection.run("DROP SEQUENCE \(name: PostgreSQLKeys.sequence)")
    try connection.send("COMMIT")
    try connection.receiveFine(isCancellable: false)
    if facts.madeSchema == settings.schema {
      // The schema stays if it contains anything else.
      _ = try? connection.run("DROP SCHEMA \(name: settings.schema)")
    }
  }
}
