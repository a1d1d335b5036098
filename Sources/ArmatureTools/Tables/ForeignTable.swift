import ArmatureSQL

/// A table of a database, as SQLite tells of it.
struct ForeignTable {
  let name: String
  var columns: [Column] = []
  var links: [Link] = []
  /// Combinations of columns that are unique, the primary key among them unless it is the number of the row.
  var uniques: [[String]] = []
  var indexes: [Index] = []
  /// The statement that has made it.
  let text: TableText

  struct Column {
    let name: String
    /// The type as it was declared.
    let type: String
    let isRequired: Bool
    /// The text of the default.
    let defaultText: String?
    /// The place in the primary key, from 1; 0 for what is none of it.
    let keyPlace: Int
    let isGenerated: Bool
  }

  /// A foreign key.
  struct Link {
    let number: Int64
    /// The table that has it.
    let owner: String
    /// The table that it refers to.
    let table: String
    var columns: [String]
    /// The columns that it refers to; empty for the primary key.
    var targets: [String]
    let deleteAction: String
  }

  struct Index {
    let name: String
    let columns: [(name: String, isAscending: Bool)]
  }

  /// The columns of the primary key, in their order in it.
  var key: [String] {
    columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)
  }

  /// The column that is another name for the number of a row, if there is one.
  var rowNumber: String? {
    guard !text.lacksRowNumbers, let only = key.first, key.count == 1 else { return nil }
    let column = columns.first { $0.name == only }
    return column?.type.uppercased() == "INTEGER" && !text.isDescendingKey ? only : nil
  }

  /// Whether no two rows agree in all of some columns.
  func isUnique(_ columns: [String]) -> Bool {
    let wanted = Set(columns)
    return uniques.contains { wanted.isSuperset(of: $0) } || rowNumber.map(wanted.contains) ?? false
  }

  /// What rows are sorted by: the number of the row, or the primary key, or all values.
  var order: String {
    if text.lacksRowNumbers { return key.map(\.quotedForSQL).joined(separator: ", ") }
    // Without a name for the number the values must do: rows that have the same ones are the same.
    return rowNumberName
      ?? columns.map { "\($0.name.quotedForSQL) COLLATE BINARY" }.joined(separator: ", ")
  }

  /// A name of the number of the row that no column has; `nil` where there is none, or no such number.
  var rowNumberName: String? {
    if text.lacksRowNumbers { return nil }
    let names = Set(columns.map { $0.name.lowercased() })
    return ["rowid", "_rowid_", "oid"].first { !names.contains($0) }
  }

  func column(_ name: String) -> Column? {
    columns.first { $0.name.lowercased() == name.lowercased() }
  }
}
