import ArmatureModel
import ArmatureSQL
import ArmatureSQLite

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

/// The kinds of values in a column, independent of its declared type.
struct ValueKinds: OptionSet {
  let rawValue: UInt8

  static let integer = Self(rawValue: 1)
  /// An integer that `Double` cannot represent.
  static let longInteger = Self(rawValue: 2)
  static let real = Self(rawValue: 4)
  static let text = Self(rawValue: 8)
  static let blob = Self(rawValue: 16)
  /// Unreadable text, which no type accepts.
  static let broken = Self(rawValue: 32)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ value: ForeignValue) {
    switch value {
    case .null: self = []
    case .integer(let number): self = Double(exactly: number) == nil ? .longInteger : .integer
    case .real(let number): self = number.isFinite ? .real : .text
    case .text: self = .text
    case .brokenText: self = .broken
    case .blob: self = .blob
    }
  }

  /// The type that fits all values; `nil` if no type does.
  var type: AttributeType? {
    if contains(.broken) { return nil }
    if contains(.blob) { return isSubset(of: [.blob, .text]) ? .data : nil }
    if contains(.text) || isSuperset(of: [.real, .longInteger]) { return .string }
    return contains(.real) ? .double : .int64
  }
}

/// The declared types of columns.
enum TableTypes {
  /// Returns the attribute type for a declared type. Like SQLite, it looks for certain substrings. Returns `nil` if no
  /// type is declared.
  static func type(of declared: String) -> AttributeType? {
    let name = declared.uppercased()
    func has(_ words: String...) -> Bool { words.contains { name.contains($0) } }
    if name.isEmpty || name == "ANY" { return nil }
    if has("BOOL") || name == "BIT" { return .bool }
    if has("DATETIME", "TIMESTAMP") { return .date }
    if name == "DATE" { return .calendarDate }
    if has("UUID", "GUID", "UNIQUEIDENTIFIER") { return .uuid }
    // From here on, the order is SQLite's ("Datatypes In SQLite", section 3.1).
    if has("INT") { return .int64 }
    if has("CHAR", "CLOB", "TEXT", "STRING", "JSON", "TIME", "ENUM") { return .string }
    if has("BLOB", "BINARY", "BYTEA") { return .data }
    if has("REAL", "FLOA", "DOUB") { return .double }
    if has("NUMERIC", "DECIMAL", "MONEY", "NUMBER") { return .decimal }
    return nil
  }

  /// Returns the type that fits all values of a column.
  static func type(
    ofValuesIn column: String, of table: String, _ database: ForeignDatabase
  ) throws -> AttributeType {
    var kinds: Set<String> = []
    let name = column.quotedForSQL
    try database.forEachRow(
      of: "SELECT DISTINCT typeof(\(name)) FROM \(table.quotedForSQL) WHERE \(name) NOT NULL",
      columns: 1
    ) { row in
      if let kind = row[0].text { kinds.insert(kind) }
    }
    switch kinds {
    case ["integer"]: return .int64
    case ["real"], ["integer", "real"]: return .double
    case ["blob"]: return .data
    default: return .string
    }
  }
}
