import ArmatureModel
import ArmatureSQLite

/// The types that columns are declared with.
enum TableTypes {
  /// The type for a declared one, by the words that SQLite and others look for; `nil` for none.
  static func type(of declared: String) -> AttributeType? {
    let name = declared.uppercased()
    func has(_ words: String...) -> Bool { words.contains { name.contains($0) } }
    if name.isEmpty || name == "ANY" { return nil }
    if has("BOOL") || name == "BIT" { return .bool }
    if has("DATETIME", "TIMESTAMP") { return .date }
    if name == "DATE" { return .calendarDate }
    if has("UUID", "GUID", "UNIQUEIDENTIFIER") { return .uuid }
    // From here on in the order of SQLite (Datatypes In SQLite, 3.1).
    if has("INT") { return .int64 }
    if has("CHAR", "CLOB", "TEXT", "STRING", "JSON", "TIME", "ENUM") { return .string }
    if has("BLOB", "BINARY", "BYTEA") { return .data }
    if has("REAL", "FLOA", "DOUB") { return .double }
    if has("NUMERIC", "DECIMAL", "MONEY", "NUMBER") { return .decimal }
    return nil
  }

  /// The type that all values in a column have.
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
