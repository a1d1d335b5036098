import ArmatureSQL

extension PostgreSQLConnection {
  /// A column in the server's catalog.
  struct Column {
    let name: String
    /// Whether each new row needs an explicit value.
    let mustBeGiven: Bool
    /// The server's number and name of its type.
    let type: (number: UInt32, name: String)
  }

  /// Returns the columns of all tables in a schema, by table name.
  func columns(in schema: String) throws -> [String: [Column]] {
    var found: [String: [Column]] = [:]
    try forEachRow(
      of:
        """
        SELECT "c"."relname", "a"."attname", \
        "a"."attnotnull" AND NOT "a"."atthasdef" AND "a"."attidentity" = '', \
        CAST(CASE WHEN "y"."typbasetype" = 0 THEN "a"."atttypid" ELSE "y"."typbasetype" END AS bigint), \
        pg_catalog.format_type("a"."atttypid", "a"."atttypmod") \
        FROM pg_catalog.pg_attribute AS "a" \
        JOIN pg_catalog.pg_class AS "c" ON "c"."oid" = "a"."attrelid" \
        JOIN pg_catalog.pg_namespace AS "n" ON "n"."oid" = "c"."relnamespace" \
        JOIN pg_catalog.pg_type AS "y" ON "y"."oid" = "a"."atttypid" \
        WHERE "n"."nspname" = \(value: .text(schema)) AND "a"."attnum" > 0 AND NOT "a"."attisdropped"
        """
    ) { row in
      guard case .text(let table) = row.value(at: 0), case .text(let column) = row.value(at: 1)
      else { return }
      let number = UInt32(clamping: row.integer(at: 3))
      found[table, default: []].append(
        Column(
          name: column, mustBeGiven: row.integer(at: 2) == 1,
          type: (number, row.text(at: 4) ?? "")))
    }
    return found
  }

  /// Rejects tables with changed columns that the store cannot use.
  ///
  /// Columns added by others are allowed if they need no value.
  func check(_ schema: SQLSchema, in name: String) throws {
    let found = try columns(in: name)
    var (gone, added) = ([String](), [String]())
    for (table, columns) in schema.columnNames {
      guard let present = found[table] else {
        gone.append("its table \(table) is missing")
        continue
      }
      let names = Set(present.map(\.name))
      gone += columns.filter { !names.contains($0) }.map {
        "its table \(table) has no column \($0)"
      }
      let own = Set(columns)
      added += present.filter { $0.mustBeGiven && !own.contains($0.name) }.map {
        "its table \(table) has the column \($0.name) of another program, which must have a "
          + "value and has no default"
      }
    }
    if gone.isEmpty, added.isEmpty {
      return try checkTypes(schema, found)
    }
    throw unusable(
      (gone + added.sorted()).joined(separator: "; "),
      gone.isEmpty ? .relaxColumn : .undoChange)
  }
  private func checkTypes(_ schema: SQLSchema, _ found: [String: [Column]]) throws {
    for table in schema.tables {
      let present = Dictionary(
        (found[table.name] ?? []).map { ($0.name, $0.type) },
        uniquingKeysWith: { first, _ in first })
      for column in table.columns {
        guard let type = present[column.name], !column.kind.takes(type.number) else { continue }
        throw otherType(of: column, in: table.name, type.name)
      }
    }
  }

  /// Returns the error of a column with a changed type.
  ///
  /// - Parameter found: The type, if it is known.
  func otherType(
    of column: SQLColumn, in table: String, _ found: String? = nil
  ) -> PostgreSQLStoreError {
    let type = PostgreSQLDialect().name(of: column.kind)
    return unusable(
      "the column \(column.name) of its table \(table) has "
        + "\(found.map { "the type \($0)" } ?? "another type"), but the model has values of the "
        + "type \(type) there",
      .restoreType("\(type)"))
  }
}

extension SQLKind {
  /// Returns whether a column with a server type can store values of the kind.
  fileprivate func takes(_ number: UInt32) -> Bool {
    guard let type = PostgreSQLType(number: number) else { return false }
    switch self {
    case .truth: return type == .bool
    case .integer, .key: return [.int8, .int4, .int2].contains(type)
    case .real: return type == .float8
    case .decimal: return type == .numeric
    case .text, .url: return type == .text
    case .date: return type == .timestamptz
    case .data, .externalData: return type == .bytea
    case .uuid: return type == .uuid
    case .day: return type == .date
    case .json: return type == .json
    case .list(let element):
      guard let kind = SQLKind(element), let own = type.element else { return type == .text }
      return kind.takes(own.rawValue)
    }
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

extension PostgreSQLConnection {
  /// The maximum number of columns of a table: PostgreSQL, Appendix K, "PostgreSQL Limits".
  private static let mostColumns = 1600

  /// Rejects a model with tables beyond the server's limits for columns or names.
  func checkLimits(_ tables: SQLSchema, in schema: String) throws {
    if let reason = tables.excess(over: Self.mostColumns, in: "PostgreSQL") {
      throw unusable(reason, .splitEntity)
    }
    try tables.checkNames(in: schema)
  }
}

extension SQLSchema {
  /// Rejects names that the server would truncate, so that two of them could become equal.
  fileprivate func checkNames(in schema: String) throws {
    var names = [schema]
    for table in tables { names += [table.name] + table.columns.map(\.name) }
    for pairs in pairs { names += [pairs.name, pairs.left.name, pairs.right.name] }
    names += indexCreation(PostgreSQLDialect()).keys
    names += fullTexts.map(\.name)
    for name in names where name.utf8.count > 63 {
      throw PostgreSQLStoreError.longName(name: name, count: name.utf8.count)
    }
  }
}
