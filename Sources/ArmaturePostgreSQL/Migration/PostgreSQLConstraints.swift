import ArmatureSQL

/// The constraints of old tables that a migration must remove or rename: foreign keys to tables that will be dropped,
/// and primary keys with names that the new tables need.
///
/// The server has chosen their names, so they must be looked up. In a transaction the server itself does this.
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

  /// Returns the equivalent statements for the constraints that the tables have now, each by its name.
  func changes(_ catalog: PostgreSQLCatalog) throws -> [SQLStatement] {
    let aside = Dictionary(
      migration.aside.map { ($0.name, $0.aside) }, uniquingKeysWith: { first, _ in first })
    let old = Set(migration.oldTables)
    let dropped = try catalog.constraints("f").filter { constraint in
      old.contains(constraint.table)
        && (aside[constraint.table] != nil || constraint.target.map { aside[$0] != nil } ?? false)
    }
    let renamed = try catalog.constraints("p").compactMap { constraint -> SQLStatement? in
      guard let other = aside[constraint.table], constraint.name != "\(other)_pkey" else {
        return nil
      }
      return
        "ALTER TABLE \(name: constraint.table) RENAME CONSTRAINT \(name: constraint.name) TO \(name: "\(other)_pkey")"
    }
    return dropped.map { "ALTER TABLE \(name: $0.table) DROP CONSTRAINT \(name: $0.name)" }
      + renamed
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

  /// Returns the server's number for a table.
  private func table(_ name: String) -> String {
    let quoted = ("\(name: name)" as SQLStatement).text
    return ("CAST(\(literal: quoted) AS regclass)" as SQLStatement).text
  }
}
