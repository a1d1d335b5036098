package import Armature

/// A connection to a database that supports the aggregate ``SQLFunctions/rows(_:)``.
package protocol SQLRowReceiving: SQLConnection {
  /// Runs a closure that executes a statement, and passes on the rows that the aggregate receives.
  func receiving(
    _ rows: StoreRows, with reader: SQLRowReader, _ body: () throws -> Void
  ) throws
}
