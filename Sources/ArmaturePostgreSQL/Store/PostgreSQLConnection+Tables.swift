import ArmatureSQL

extension PostgreSQLConnection {
  /// A column as the server has it.
  struct Column {
    let name: String
    /// Whether each new row must have a value that somebody gives it.
    let mustBeGiven: Bool
  }

  /// The columns of all tables of a schema, by the names of the tables.
  func columns(in schema: String) throws -> [String: [Column]] {
    var found: [String: [Column]] = [:]
    try forEachRow(
      of:
        """
        SELECT "c"."relname", "a"."attname", \
        "a"."attnotnull" AND NOT "a"."atthasdef" AND "a"."attidentity" = '' \
        FROM pg_catalog.pg_attribute AS "a" \
        JOIN pg_catalog.pg_class AS "c" ON "c"."oid" = "a"."attrelid" \
        JOIN pg_catalog.pg_namespace AS "n" ON "n"."oid" = "c"."relnamespace" \
        WHERE "n"."nspname" = \(value: .text(schema)) AND "a"."attnum" > 0 AND NOT "a"."attisdropped"
        """
    ) { row in
      guard case .text(let table) = row.value(at: 0), case .text(let column) = row.value(at: 1)
      else { return }
      found[table, default: []].append(Column(name: column, mustBeGiven: row.integer(at: 2) == 1))
    }
    return found
  }

  /// Refuses tables that somebody has changed so that the store cannot use them, as far as their columns tell.
  ///
  /// Columns of others that need no value are left alone.
  func check(_ schema: SQLSchema, in name: String) throws {
    let found = try columns(in: name)
    var (gone, added) = ([String](), [String]())
    for (table, columns) in schema.columnNames {
      guard let present = found[table] else {
        gone.append("its table \(table) is gone")
        continue
      }
      let names = Set(present.map(\.name))
      gone += columns.filter { !names.contains($0) }.map {
        "its table \(table) has no column \($0)"
      }
      let own = Set(columns)
      added += present.filter { $0.mustBeGiven && !own.contains($0.name) }.map {
        "its table \(table) has the column \($0.name) of others, which must have a value and has no default"
      }
    }
    if gone.isEmpty, added.isEmpty { return }
    throw unfit(
      (gone + added.sorted()).joined(separator: "; "),
      gone.isEmpty
        ? "Give what others have added a default, or let it be NULL: ALTER TABLE … ALTER COLUMN …."
        : "Undo what somebody has done to it, or go back to a backup.")
  }
}
