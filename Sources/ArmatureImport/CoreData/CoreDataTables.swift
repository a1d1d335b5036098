import ArmatureSQLite

/// The tables of a Core Data store.
struct CoreDataTables {
  /// The column names of each table. Core Data writes both in capitals.
  private(set) var columns: [String: Set<String>] = [:]
  /// The columns of each index that the model declares, in order.
  private(set) var indexes: Set<[String]> = []
  /// The number of each entity, by name.
  private(set) var numbers: [String: Int64] = [:]
  /// The name of each entity, by number.
  private(set) var names: [Int64: String] = [:]

  /// The table that lists the entities.
  private static let entityTable = "Z_PRIMARYKEY"

  /// - Throws: ``CoreDataStoreError`` if Core Data did not write the database.
  init(_ database: ForeignDatabase, path: String) throws {
    // Rows of a damaged file can be wrong without any query failing.
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
      // Indexes of the model are named like Z_Book_byTitle; Core Data's own indexes are not.
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

  /// Returns whether a table has a column.
  func has(_ column: String, in table: String) -> Bool { columns[table]?.contains(column) ?? false }
}

extension String {
  /// The name as a quoted SQL identifier.
  var quotedForSQL: String { "\"\(replacing("\"", with: "\"\""))\"" }
}
