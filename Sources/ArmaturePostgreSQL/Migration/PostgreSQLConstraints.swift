import ArmatureSQL

/// The constraints of old tables that are in the way of a migration: those on keys of other tables, since these are to be
/// dropped, and those whose names the new tables get.
///
/// The server has given them their names, so it must look for them itself.
struct PostgreSQLConstraints {
  private let migration: SQLMigration

  init(_ migration: SQLMigration) { self.migration = migration }

  var statements: [SQLStatement] {
    var statements: [SQLStatement] = []
    if migration.splitsRows {
      statements.append(dropping("TRUE"))
    } else if !migration.aside.isEmpty {
      let aside = list(migration.aside.map(\.name))
      statements.append(dropping("conrelid IN (\(aside)) OR confrelid IN (\(aside))"))
    }
    if !migration.aside.isEmpty { statements.append(renaming()) }
    return statements
  }

  private func dropping(_ condition: String) -> SQLStatement {
    SQLStatement(
      text: """
        DO $armature$ DECLARE "c" record; BEGIN
          FOR "c" IN SELECT CAST(conrelid AS regclass) AS "owner", conname FROM pg_catalog.pg_constraint
            WHERE contype = 'f' AND conrelid IN (\(list(migration.oldTables))) AND (\(condition))
          LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', "c"."owner", "c".conname); END LOOP;
        END $armature$
        """)
  }

  private func renaming() -> SQLStatement {
    let names = migration.aside.map { "(\(table($0.name)), '\($0.aside)_pkey')" }
    return SQLStatement(
      text: """
        DO $armature$ DECLARE "c" record; BEGIN
          FOR "c" IN SELECT CAST(conrelid AS regclass) AS "owner", conname, "name" FROM pg_catalog.pg_constraint
            JOIN (VALUES \(names.joined(separator: ", "))) AS "n" ("table", "name") ON conrelid = "table"
            WHERE contype = 'p'
          LOOP EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', "c"."owner", "c".conname, "c"."name"); END LOOP;
        END $armature$
        """)
  }

  private func list(_ tables: [String]) -> String {
    tables.map(table).joined(separator: ", ")
  }

  /// The number of a table in the server.
  private func table(_ name: String) -> String {
    let quoted = ("\(name: name)" as SQLStatement).text
    return "CAST('\(quoted.replacing("'", with: "''"))' AS regclass)"
  }
}
