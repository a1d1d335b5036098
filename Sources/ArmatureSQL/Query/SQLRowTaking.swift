package import Armature

/// A connection to a database that has the aggregate ``SQLFunctions/rows(_:)``.
package protocol SQLRowTaking: SQLConnection {
  /// Gives the rows that the aggregate takes while a closure runs a statement.
  func taking(
    _ rows: StoreRows, with reader: SQLRowReader, _ body: () throws -> Void
  ) throws
}
