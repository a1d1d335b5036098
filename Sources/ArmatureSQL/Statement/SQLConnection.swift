/// A connection to a database, which one task uses at a time.
package protocol SQLConnection: AnyObject {
  /// A statement that is ready to run, which nobody else has until it is given back.
  func prepare(_ text: String) throws -> any SQLCursor

  /// Takes a statement back, to be used again for the same text.
  func giveBack(_ cursor: any SQLCursor)

  /// Runs a statement whose result nobody waits for: its failure may come with that of a later one.
  func post(_ statement: SQLStatement) throws

  /// Runs a statement, and visits the rows that it yields, of which not all are in memory at once.
  func walk(_ statement: SQLStatement, _ visit: (any SQLRow) throws -> Void) throws

  /// The constraint that an error is about; `nil` for an error of another kind.
  func violation(_ error: any Error) -> SQLViolation?

  /// The error of a statement that the database has run without an error, and that has not written a row of a table.
  ///
  /// - Parameter table: The table, if it is known.
  func notWritten(in table: String?) -> any Error
}

extension SQLConnection {
  /// Runs it at once.
  package func post(_ statement: SQLStatement) throws { try run(statement) }

  /// Visits the rows as the database finds them.
  package func walk(
    _ statement: SQLStatement, _ visit: (any SQLRow) throws -> Void
  ) throws {
    try forEachRow(of: statement, visit)
  }

  /// Runs a statement that yields no rows.
  ///
  /// - Returns: How many rows it has changed.
  @discardableResult package func run(_ statement: SQLStatement) throws -> Int {
    try forEachRow(of: statement) { _ in }
  }

  /// Runs a statement, and visits the rows that it yields.
  ///
  /// - Returns: How many rows it has changed.
  @discardableResult package func forEachRow(
    of statement: SQLStatement, _ visit: (any SQLRow) throws -> Void
  ) throws -> Int {
    let cursor = try prepare(statement.text)
    defer { giveBack(cursor) }
    for (place, value) in statement.values.enumerated() { cursor.bind(value, at: place) }
    while try cursor.step() { try visit(cursor) }
    return cursor.changeCount
  }

  /// The first column of the first row, if it is an integer.
  package func integer(_ statement: SQLStatement) throws -> Int64? {
    var found: Int64?
    try forEachRow(of: statement) { row in
      if found == nil, row.kind(at: 0) == .integer { found = row.integer(at: 0) }
    }
    return found
  }

  /// The first column of the first row, if it is text.
  package func text(_ statement: SQLStatement) throws -> String? {
    var found: String?
    try forEachRow(of: statement) { row in
      if found == nil, row.kind(at: 0) == .text { found = row.text(at: 0) }
    }
    return found
  }
}
