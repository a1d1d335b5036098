import ArmatureModel
import ArmatureSQL

extension PostgreSQLConnection {
  /// Refuses tables that somebody has changed, as far as their columns tell.
  ///
  /// - Parameter isWhole: Whether columns of others are refused, too.
  func check(_ schema: SQLSchema, in name: String, isWhole: Bool = false) throws {
    var found: [String: Set<String>] = [:]
    try forEachRow(
      of:
        """
        SELECT "c"."relname", "a"."attname" FROM pg_catalog.pg_attribute AS "a" \
        JOIN pg_catalog.pg_class AS "c" ON "c"."oid" = "a"."attrelid" \
        JOIN pg_catalog.pg_namespace AS "n" ON "n"."oid" = "c"."relnamespace" \
        WHERE "n"."nspname" = \(value: .text(name)) AND "a"."attnum" > 0 AND NOT "a"."attisdropped"
        """
    ) { row in
      guard case .text(let table) = row.value(at: 0), case .text(let column) = row.value(at: 1)
      else { return }
      found[table, default: []].insert(column)
    }
    func check(table: String, _ columns: [String]) throws {
      guard let present = found[table] else {
        throw unfit("its table \(table) is gone", "Go back to a backup.")
      }
      for column in columns where !present.contains(column) {
        throw unfit(
          "its table \(table) has no column \(column)",
          "Undo what somebody has done to it, or go back to a backup.")
      }
      if isWhole, let other = present.subtracting(columns).min() {
        throw unfit(
          "its table \(table) has the column \(other), which would be lost on the way to the model",
          "Move what it has to another table, and remove it: ALTER TABLE … DROP COLUMN.")
      }
    }
    for table in schema.tables {
      let own = [SQLTable.key, SQLTable.version] + (table.hasEntities ? [SQLTable.entity] : [])
      try check(table: table.name, own + table.columns.map(\.name))
    }
    for pairs in schema.pairs {
      try check(
        table: pairs.name,
        [pairs.left, pairs.right].flatMap { [$0.name] + ($0.order.map { [$0] } ?? []) })
    }
  }

  /// Refuses triggers, which would change rows on their way to other tables, and would be gone then.
  func checkTriggers(of schema: SQLSchema, in name: String) throws {
    let tables = (schema.tables.map(\.name) + schema.pairs.map(\.name)).map {
      "\(value: .text($0))" as SQLStatement
    }
    let trigger = try text(
      """
      SELECT "t".tgname FROM pg_catalog.pg_trigger AS "t" \
      JOIN pg_catalog.pg_class AS "c" ON "c".oid = "t".tgrelid \
      JOIN pg_catalog.pg_namespace AS "n" ON "n".oid = "c".relnamespace \
      WHERE NOT "t".tgisinternal AND "n".nspname = \(value: .text(name)) \
      AND "c".relname IN (\(tables.joined(by: ", "))) ORDER BY 1 LIMIT 1
      """)
    if let trigger {
      throw unfit(
        "it has the trigger \(trigger), which would change rows behind the store's back",
        "Remove it: DROP TRIGGER.")
    }
  }
}
