import ArmatureSQL

/// The kind of file found at a path.
package enum SQLiteCondition {
  /// A new file without tables.
  case empty
  /// An Armature file in a numbered format.
  case own(format: Int64)

  /// The number that marks Armature files: `Arma`.
  package static let applicationID: Int64 = 0x4172_6D61
  /// The current number of the table format.
  static let format: Int64 = 1

  /// SQLite treats a file of so few bytes as empty and overwrites it; the smallest page has 512 bytes.
  private static let leastSizes = 1..<512 as Range<Int64>

  /// - Throws: ``SQLiteStoreError`` for the database of another program.
  init(_ connection: SQLiteConnection) throws {
    // The numbers must be of one state: another process may be creating the file at this moment.
    try connection.run("SAVEPOINT condition")
    defer { _ = try? connection.run("RELEASE condition") }
    func number(_ pragma: SQLStatement) throws -> Int64 { try connection.integer(pragma) ?? 0 }
    let tableCount = try number("SELECT COUNT(*) FROM sqlite_schema")
    let application = try number("PRAGMA application_id")
    let format = try number("PRAGMA user_version")
    if application == Self.applicationID, tableCount > 0 {
      self = .own(format: format)
    } else if application == 0, tableCount == 0, format == 0,
      try number("PRAGMA page_count") <= 1,
      !Self.leastSizes.contains(FileIdentity.size(connection.path))
    {
      self = .empty
    } else {
      if Self.leastSizes.contains(FileIdentity.size(connection.path)) {
        throw connection.unusable("it is not a SQLite database", .openAnotherFile)
      }
      throw application == Self.applicationID || application == 0 && tableCount == 0
        ? connection.unusable("its tables are missing: it is damaged", .restoreBackup)
        : connection.unusable("it is the database of another program", .openAnotherFile)
    }
  }
}
