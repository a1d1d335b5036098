package import Armature

/// A connection to a database that supports the aggregate ``SQLFunctions/rows(_:)``.
package protocol SQLRowReceiving: SQLConnection {
  /// Passes on the rows that the aggregate receives while a closure runs a statement.
  func receiving(
    _ rows: StoreRows, with reader: SQLRowReader, _ body: () throws -> Void
  ) throws
}
