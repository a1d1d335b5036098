import ArmatureModel
import ArmatureSQLite

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
