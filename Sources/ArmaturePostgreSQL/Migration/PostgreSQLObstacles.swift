import ArmatureSQL

/// The search for obstacles to a migration in the database: additions by others that it would fail on or lose, and
/// missing rights of the user.
///
/// A plan reports them, too. The migration itself checks before it locks anything, and again after that.
struct PostgreSQLObstacles {
  private let connection: PostgreSQLConnection
  /// The name of the schema.
  private let schema: String
  private let migration: SQLMigration
  /// The tables to be created anew.
  private let renewed: Set<String>
  private let findings: PostgreSQLFindings

  /// The right that the migration needs on the table of the state.
  private let stateRight: String

  init(
    _ connection: PostgreSQLConnection, schema: String, _ migration: SQLMigration,
    isStepwise: Bool
  ) {
    (self.connection, self.schema, self.migration) = (connection, schema, migration)
    findings = PostgreSQLFindings(connection, schema: schema)
    stateRight = isStepwise ? "UPDATE" : "TRUNCATE"
    renewed = Set(migration.aside.map(\.name))
  }

  /// - Throws: `PostgreSQLStoreError.unusableDatabase` with all findings.
  func check() throws {
    try findColumns()
    try findings.findTriggers(migration.oldTables)
    if !renewed.isEmpty { try findDependents() }
    try findRights()
    try findings.check()
  }

  // MARK: Additions by others

  /// Finds columns added by others that would be dropped with their tables, and columns and tables with names that new
  /// ones need.
  private func findColumns() throws {
    let (found, added) = (try connection.columns(in: schema), migration.newNames)
    for name in (migration.newTables + migration.aside.map(\.aside)).sorted()
    where found[name] != nil && !renewed.contains(name) {
      findings.add(
        "its schema has \(name) of another program, with the name of a new table",
        .renameTable)
    }
    for (table, columns) in migration.oldColumnNames {
      let (own, taken) = (Set(columns), added[table] ?? [])
      for name in (found[table] ?? []).map(\.name).sorted() where !own.contains(name) {
        guard renewed.contains(table) || taken.contains(name) else { continue }
        findings.add(
          renewed.contains(table)
            ? "its table \(table) has the column \(name), which the migration would lose"
            : "its table \(table) has the column \(name) of another program, with the name of a "
              + "new attribute",
          .moveColumn)
      }
    }
  }

  /// Finds objects that prevent dropping a table.
  private func findDependents() throws {
    try findings.find(
      """
      SELECT DISTINCT CAST(CAST("v".oid AS regclass) AS text), "c".relname \
      FROM pg_catalog.pg_depend AS "d" \
      JOIN pg_catalog.pg_rewrite AS "r" ON "r".oid = "d".objid \
      JOIN pg_catalog.pg_class AS "v" ON "v".oid = "r".ev_class \
      JOIN pg_catalog.pg_class AS "c" ON "c".oid = "d".refobjid \
      WHERE "d".classid = CAST('pg_catalog.pg_rewrite' AS regclass) \
      AND "d".refclassid = CAST('pg_catalog.pg_class' AS regclass) AND "v".oid <> "c".oid \
      AND \(findings.isAmong(renewed)) ORDER BY 1, 2
      """, columns: 2, .recreateView
    ) { "the view \($0[0]) reads its table \($0[1]), which is created again" }
    try findings.find(
      """
      SELECT "k".conname, CAST(CAST("k".conrelid AS regclass) AS text), "c".relname \
      FROM pg_catalog.pg_constraint AS "k" \
      JOIN pg_catalog.pg_class AS "c" ON "c".oid = "k".confrelid \
      WHERE "k".contype = 'f' AND \(findings.isAmong(renewed)) AND "k".conrelid NOT IN \
      (SELECT "c".oid FROM pg_catalog.pg_class AS "c" WHERE \(findings.isAmong(migration.oldTables))) ORDER BY 1, 2
      """, columns: 3, .recreateConstraint
    ) { "the constraint \($0[0]) of \($0[1]) leads to its table \($0[2]), which is created again" }
    try findings.find(
      """
      SELECT CAST(CAST("i".inhrelid AS regclass) AS text), "c".relname \
      FROM pg_catalog.pg_inherits AS "i" \
      JOIN pg_catalog.pg_class AS "c" ON "c".oid = "i".inhparent WHERE \(findings.isAmong(renewed)) ORDER BY 1
      """, columns: 2, .endInheritance
    ) { "the table \($0[0]) inherits from its table \($0[1]), which is created again" }
  }

  // MARK: Rights

  private func findRights() throws {
    let user = try findings.user()
    try findings.find(
      """
      SELECT "c".relname, pg_catalog.pg_get_userbyid("c".relowner) FROM pg_catalog.pg_class AS "c" \
      WHERE NOT pg_catalog.pg_has_role("c".relowner, 'USAGE') AND \(findings.isAmong(migration.oldTables)) ORDER BY 1
      """, columns: 2, .migrateAsOwner
    ) { "its table \($0[0]) belongs to \($0[1]), not to the user \(user)" }
    try findings.find(
      """
      SELECT "c".relname FROM pg_catalog.pg_class AS "c" WHERE \(findings.isAmong([PostgreSQLState.table])) \
      AND NOT pg_catalog.has_table_privilege("c".oid, \(value: .text(stateRight)))
      """, .migrateAsOwner
    ) { "the user \(user) may not \(self.stateRight.lowercased()) its table \($0[0])" }
    if !migration.newTables.isEmpty { try findings.findRightToMakeTables() }
  }
}
