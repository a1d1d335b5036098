import ArmatureSQL

/// Statements that fail within the transaction if rows were not written. A trigger, a rule or a policy can discard a
/// written row without an error from the server.
///
/// They fail with the square root of a negative number, which no other statement here computes.
enum PostgreSQLRowCheck {
  /// The SQLSTATE of this failure.
  static let state = "2201F"
  private static let rows = "_armature_written"
  private static let beginning = "SELECT sqrt(CAST(CASE WHEN "

  /// Returns a statement that changes rows, and fails unless it changes an exact number of them.
  static func counted(_ statement: SQLStatement, _ count: Int) -> SQLStatement {
    """
    WITH \(name: rows) AS (\(statement) RETURNING 1) \
    \(isRight("count(*) = \(count)")) FROM \(name: rows)
    """
  }

  /// Returns a statement that fails unless a number of rows with some keys have a version.
  static func updated(_ table: SQLTable) -> SQLStatement {
    """
    \(isRight("count(*) = CAST(? AS bigint)")) FROM \(name: table.name) \
    WHERE \(name: SQLTable.key) = ANY(?) AND \(name: SQLTable.version) = ?
    """
  }

  /// Returns a statement that fails if a row with any of some keys still exists.
  static func deleted(_ table: SQLTable) -> SQLStatement {
    """
    \(isRight("count(*) = 0")) FROM \(name: table.name) WHERE \(name: SQLTable.key) = ANY(?)
    """
  }

  /// Returns a statement that fails if there is a row.
  static func none(_ rows: SQLStatement) -> SQLStatement {
    isRight("NOT EXISTS (SELECT 1 FROM \(rows))")
  }

  private static func isRight(_ condition: SQLStatement) -> SQLStatement {
    "\(SQLStatement(text: beginning))\(condition) THEN 1 ELSE -1 END AS double precision))"
  }

  /// Returns whether a text is one of these statements.
  static func isCheck(_ text: String) -> Bool { text.contains(beginning) }
}

extension PostgreSQLConnection {
  func notWritten(in table: String?) -> any Error {
    unusable(
      "it reports no error, but did not write a row of its "
        + "\(table.map { "table \($0)" } ?? "tables"): a trigger, a rule or a row security "
        + "policy discarded it",
      .dropAfterSave)
  }

  /// Makes the transaction fail unless rows have the version that an update sets.
  func checkUpdated(_ keys: [Int64], of table: SQLTable, version: UInt32) throws {
    let cursor = try cursor(PostgreSQLRowCheck.updated(table).text)
    defer { giveBack(cursor) }
    cursor.bind(Int64(keys.count), at: 0)
    cursor.bind(keys, at: 1)
    cursor.bind(Int64(version), at: 2)
    try cursor.post()
  }
}
