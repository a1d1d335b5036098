import ArmatureSQLite

/// The tables of a store of Core Data, as the file has them.
struct CoreDataTables {
  /// The names of the columns in each table; both in capitals, as Core Data has them.
  private(set) var columns: [String: Set<String>] = [:]
  /// The columns of each index that the model asked for, in order.
  private(set) var indexes: Set<[String]> = []
  /// The numbers of the entities by name.
  private(set) var numbers: [String: Int64] = [:]
  /// The names of the entities by number.
  private(set) var names: [Int64: String] = [:]

  /// The table that says which entities there are.
  private static let entityTable = "Z_PRIMARYKEY"

  /// - Throws: ``CoreDataStoreError`` for a database that is none of Core Data.
  init(_ database: ForeignDatabase, path: String) throws {
    // Damage that no query would meet makes rows of nothing.
    try database.forEachRow(of: "PRAGMA quick_check(1)", columns: 1) { row in
      if let found = row[0].text, found != "ok" {
        throw CoreDataStoreError(path, "it is damaged: \(found).")
      }
    }
    var tables: [String] = []
    try database.forEachRow(
      of: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", columns: 1
    ) { row in
      if let name = row[0].text { tables.append(name) }
    }
    guard tables.contains(Self.entityTable), tables.contains("Z_METADATA") else {
      throw CoreDataStoreError(
        path, "it lacks the tables Z_PRIMARYKEY and Z_METADATA, which every store has.")
    }
    for table in tables { try readTable(table, database) }
    try database.forEachRow(of: "SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY", columns: 2) { row in
      guard let name = row[0].text, case .integer(let number) = row[1] else { return }
      numbers[name] = number
      names[number] = name
    }
  }

  private mutating func readTable(_ table: String, _ database: ForeignDatabase) throws {
    var names: Set<String> = []
    try database.forEachRow(of: "PRAGMA table_info(\(table.quotedForSQL))", columns: 2) { row in
      if let name = row[1].text { names.insert(name.uppercased()) }
    }
    columns[table.uppercased()] = names
    var indexNames: [String] = []
    try database.forEachRow(of: "PRAGMA index_list(\(table.quotedForSQL))", columns: 2) { row in
      // Z_Book_byTitle; those of its own purposes Core Data calls otherwise.
      if let name = row[1].text, name.hasPrefix("Z_"), name.dropFirst(2).first?.isNumber == false {
        indexNames.append(name)
      }
    }
    for index in indexNames {
      var parts: [String] = [table.uppercased()]
      try database.forEachRow(of: "PRAGMA index_info(\(index.quotedForSQL))", columns: 3) { row in
        parts.append(row[2].text?.uppercased() ?? "")
      }
      indexes.insert(parts)
    }
  }

  /// Whether a table has a column.
  func has(_ column: String, in table: String) -> Bool { columns[table]?.contains(column) ?? false }
}

extension String {
  /// The name in quotes, as SQL reads it.
  var quotedForSQL: String { "\"\(replacing("\"", with: "\"\""))\"" }
}
