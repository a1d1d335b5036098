import Armature
import ArmatureModel
import ArmatureSQLite

/// The tables of a database that neither Armature nor Core Data wrote.
struct ForeignTables {
  private(set) var tables: [ForeignTable] = []
  /// Notes on parts of the file that have no equivalent in a model.
  private(set) var notes: [Note] = []
  private let database: ForeignDatabase

  /// A note on a table or on the file.
  struct Note {
    let table: String?
    let column: String?
    let sentence: String
  }

  /// - Throws: ``SQLiteImportError`` if the file is a store of Armature or Core Data, or damaged.
  init(_ database: ForeignDatabase, path: String) throws {
    self.database = database
    // A row that breaks a check constraint is not damaged; the loader identifies it.
    try database.forEachRow(of: "PRAGMA ignore_check_constraints = 1", columns: 0) { _ in }
    try database.forEachRow(of: "PRAGMA quick_check(1)", columns: 1) { row in
      if let found = row[0].text, found != "ok" {
        throw SQLiteImportError(path, "it is damaged: \(found).")
      }
    }
    var found: [(type: String, name: String, table: String, sql: String)] = []
    try database.forEachRow(
      of: "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid", columns: 4
    ) { row in
      guard let type = row[0].text, let name = row[1].text, let table = row[2].text else {
        let name = row[1].text == nil ? row[1] : row[2]
        throw SQLiteImportError(path, "the name of a table in it is \(name.phrase).")
      }
      if type == "table", row[3].isBroken {
        note(
          name,
          " was made by a statement that is \(row[3].phrase). Conditions, defaults and orders of it may be missing here."
        )
      }
      found.append((type, name, table, row[3].text ?? ""))
    }
    // A table of this name alone proves nothing: any database can have one.
    var application: Int64 = 0
    try database.forEachRow(of: "PRAGMA application_id", columns: 1) { row in
      application = row[0].integer ?? 0
    }
    let names = Set(found.filter { $0.type == "table" }.map(\.name))
    if application == SQLiteCondition.applicationID {
      throw SQLiteImportError(
        path,
        "it is a store of Armature, which every verb for stores accepts directly.")
    }
    if names.isSuperset(of: ["Z_PRIMARYKEY", "Z_METADATA"]) {
      throw SQLiteImportError(
        path, "it is a store of Core Data. Name the model that it was saved with: --core-data MODEL"
      )
    }
    let shadows = try shadowTables()
    for item in found where !item.name.hasPrefix("sqlite_") {
      switch item.type {
      case "table" where shadows.contains(item.name): continue
      case "table" where item.sql.uppercased().hasPrefix("CREATE VIRTUAL"):
        note(
          nil,
          "The virtual table \(item.name.quotedForMessage) is made by a module. It was left out.")
      case "table": try readTable(item.name, item.sql, path)
      case "view":
        note(nil, "The view \(item.name.quotedForMessage) is a query. It was left out.")
      case "trigger":
        note(
          item.table,
          " has the trigger \(item.name.quotedForMessage), which Armature does not support. It "
            + "was left out."
        )
      default: continue
      }
    }
  }

  private mutating func note(_ table: String?, _ sentence: String, column: String? = nil) {
    notes.append(Note(table: table, column: column, sentence: sentence))
  }

  /// Returns the tables that hold the contents of virtual tables.
  private func shadowTables() throws -> Set<String> {
    var names: Set<String> = []
    try database.forEachRow(of: "PRAGMA table_list", columns: 3) { row in
      if row[2].text == "shadow", let name = row[1].text { names.insert(name) }
    }
    return names
  }

  private mutating func readTable(_ name: String, _ sql: String, _ path: String) throws {
    var table = ForeignTable(name: name, text: TableText(sql))
    let quoted = name.quotedForSQL
    try database.forEachRow(of: "PRAGMA table_xinfo(\(quoted))", columns: 7) { row in
      guard let column = row[1].text else {
        throw SQLiteImportError(
          path, "the name of a column of \(name.quotedForMessage) is \(row[1].phrase).")
      }
      let hidden = row[6].integer ?? 0
      table.columns.append(
        ForeignTable.Column(
          name: column, type: row[2].text ?? "", isRequired: (row[3].integer ?? 0) != 0,
          defaultText: row[4].text, keyPlace: Int(row[5].integer ?? 0), isGenerated: hidden > 1))
    }
    try database.forEachRow(of: "PRAGMA foreign_key_list(\(quoted))", columns: 7) { row in
      guard let number = row[0].integer, let target = row[2].text, let column = row[3].text else {
        return
      }
      if let place = table.links.firstIndex(where: { $0.number == number }) {
        table.links[place].columns.append(column)
        if let target = row[4].text { table.links[place].targets.append(target) }
      } else {
        table.links.append(
          ForeignTable.Link(
            number: number, owner: name, table: target, columns: [column],
            targets: row[4].text.map { [$0] } ?? [],
            deleteAction: row[6].text?.uppercased() ?? "NO ACTION"))
      }
    }
    // SQLite lists the last foreign key first.
    table.links.reverse()
    try readIndexes(of: &table)
    for collation in table.text.collations {
      note(
        name,
        " compares texts by \(collation.name), but objects are compared by their bytes. Use [c] "
          + "in conditions where case does not matter.",
        column: collation.column)
    }
    tables.append(table)
  }

  private mutating func readIndexes(of table: inout ForeignTable) throws {
    var lists: [(name: String, isUnique: Bool, origin: String, isPartial: Bool)] = []
    try database.forEachRow(of: "PRAGMA index_list(\(table.name.quotedForSQL))", columns: 5) {
      row in
      guard let name = row[1].text, let origin = row[3].text else { return }
      lists.append((name, row[2].integer == 1, origin, row[4].integer == 1))
    }
    for list in lists.reversed() {
      var columns: [(name: String, isAscending: Bool)] = []
      var isPlain = !list.isPartial
      try database.forEachRow(of: "PRAGMA index_xinfo(\(list.name.quotedForSQL))", columns: 6) {
        row in
        guard row[5].integer == 1 else { return }
        if let name = row[2].text {
          columns.append((name, row[3].integer != 1))
        } else {
          isPlain = false
        }
      }
      if !isPlain {
        let kind = list.isUnique ? "unique index" : "index"
        note(
          table.name,
          " has the \(kind) \(list.name.quotedForMessage) over some rows or over expressions, "
            + "which Armature does not support. It was left out.")
      } else if list.isUnique {
        table.uniques.append(columns.map(\.name))
      } else {
        table.indexes.append(ForeignTable.Index(name: list.name, columns: columns))
      }
    }
  }
}
