/// A connection to a database, used by one task at a time.
package protocol SQLConnection: AnyObject {
  /// Prepares a statement for exclusive use until it is given back.
  func prepare(_ text: String) throws -> any SQLCursor

  /// Takes a statement back, to be used again for the same text.
  func giveBack(_ cursor: any SQLCursor)

  /// Runs a statement without waiting for its result. A later statement may report its error.
  func post(_ statement: SQLStatement) throws

  /// Runs a statement and visits the rows of its result, without keeping all rows in memory.
  func walk(_ statement: SQLStatement, _ visit: (any SQLRow) throws -> Void) throws

  /// Returns the violated constraint of an error; `nil` for other errors.
  func violation(_ error: any Error) -> SQLViolation?

  /// Returns the error for a statement that succeeded but did not write its row.
  ///
  /// - Parameter table: The table; `nil` if it is unknown.
  func notWritten(in table: String?) -> any Error
}

extension SQLConnection {
  /// Runs the statement at once.
  package func post(_ statement: SQLStatement) throws { try run(statement) }

  /// Visits the rows as the database finds them.
  package func walk(
    _ statement: SQLStatement, _ visit: (any SQLRow) throws -> Void
  ) throws {
    try forEachRow(of: statement, visit)
  }

  /// Runs a statement without a result.
  ///
  /// - Returns: The number of changed rows.
  @discardableResult package func run(_ statement: SQLStatement) throws -> Int {
    try forEachRow(of: statement) { _ in }
  }

  /// Runs a statement and visits the rows of its result.
  ///
  /// - Returns: The number of changed rows.
  @discardableResult package func forEachRow(
    of statement: SQLStatement, _ visit: (any SQLRow) throws -> Void
  ) throws -> Int {
    let cursor = try prepare(statement.text)
    defer { giveBack(cursor) }
    for (place, value) in statement.values.enumerated() { cursor.bind(value, at: place) }
    while try cursor.step() { try visit(cursor) }
    return cursor.changeCount
  }

  /// Returns the first column of the first row, if it is an integer.
  package func integer(_ statement: SQLStatement) throws -> Int64? {
    var found: Int64?
    try forEachRow(of: statement) { row in
      if found == nil, row.kind(at: 0) == .integer { found = row.integer(at: 0) }
    }
    return found
  }

  /// Returns the first column of the first row, if it is text.
  package func text(_ statement: SQLStatement) throws -> String? {
    var found: String?
    try forEachRow(of: statement) { row in
      if found == nil, row.kind(at: 0) == .text { found = row.text(at: 0) }
    }
    return found
  }
}

/// The constraint that a statement violates.
package enum SQLViolation: Hashable, Sendable {
  /// A row with this key already exists.
  case key
  /// A row with the same values in unique columns already exists.
  case unique
  /// A link leads to a missing row.
  case link
  /// A required column has no value.
  case required
  /// A value is too large for an index.
  case size
}
