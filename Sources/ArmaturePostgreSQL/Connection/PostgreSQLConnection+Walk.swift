import ArmatureSQL

/// Bulk reading of rows.
extension PostgreSQLConnection {
  private static let rowsAtATime = 1000

  /// Visits the rows of a statement within a transaction, a thousand at a time.
  func walk(_ statement: SQLStatement, _ visit: (any SQLRow) throws -> Void) throws {
    walkCount += 1
    let name = "_armature_walk_\(walkCount)"
    try run("DECLARE \(name: name) NO SCROLL CURSOR FOR \(statement)")
    var count = 0
    repeat {
      count = 0
      try forEachRow(of: "FETCH FORWARD \(Self.rowsAtATime) FROM \(name: name)") { row in
        count += 1
        try visit(row)
      }
    } while count == Self.rowsAtATime
    try run("CLOSE \(name: name)")
  }
}
