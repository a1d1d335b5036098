import ArmatureSQL

/// A table of a SQLite database.
struct ForeignTable {
  let name: String
  var columns: [Column] = []
  var links: [Link] = []
  /// The unique combinations of columns. The primary key is included, unless it is the row number.
  var uniques: [[String]] = []
  var indexes: [Index] = []
  /// The statement that created the table.
  let text: TableText

  struct Column {
    let name: String
    /// The declared type.
    let type: String
    let isRequired: Bool
    /// The text of the default value.
    let defaultText: String?
    /// The position of the column in the primary key, counted from 1. It is 0 if the column is not part of the key.
    let keyPlace: Int
    let isGenerated: Bool
  }

  /// A foreign key.
  struct Link {
    let number: Int64
    /// The referencing table.
    let owner: String
    /// The referenced table.
    let table: String
    var columns: [String]
    /// The referenced columns; empty for the primary key.
    var targets: [String]
    let deleteAction: String
  }

  struct Index {
    let name: String
    let columns: [(name: String, isAscending: Bool)]
  }

  /// The columns of the primary key, in its order.
  var key: [String] {
    columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)
  }

  /// The column that is an alias of the row number, if any.
  var rowNumber: String? {
    guard !text.lacksRowNumbers, let only = key.first, key.count == 1 else { return nil }
    let column = columns.first { $0.name == only }
    return column?.type.uppercased() == "INTEGER" && !text.isDescendingKey ? only : nil
  }

  /// Returns whether a combination of columns is unique.
  func isUnique(_ columns: [String]) -> Bool {
    let wanted = Set(columns)
    return uniques.contains { wanted.isSuperset(of: $0) } || rowNumber.map(wanted.contains) ?? false
  }

  /// The sort order of the rows. They are sorted by row number, by primary key, or by all values.
  var order: String {
    if text.lacksRowNumbers { return key.map(\.quotedForSQL).joined(separator: ", ") }
    // Without a name for the row number, sorting by all values is enough: equal rows are interchangeable.
    return rowNumberName
      ?? columns.map { "\($0.name.quotedForSQL) COLLATE BINARY" }.joined(separator: ", ")
  }

  /// A name for the row number that no column uses. It is `nil` if columns use all of the names, or if rows have no
  /// numbers.
  var rowNumberName: String? {
    if text.lacksRowNumbers { return nil }
    let names = Set(columns.map { $0.name.lowercased() })
    return ["rowid", "_rowid_", "oid"].first { !names.contains($0) }
  }

  func column(_ name: String) -> Column? {
    columns.first { $0.name.lowercased() == name.lowercased() }
  }
}
