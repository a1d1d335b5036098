package import Armature

/// The rows of a request as a statement.
package struct SQLRowQuery {
  let statement: SQLStatement
  let reader: SQLRowReader
  /// Whether an aggregate receives the rows. They are then in no particular order, and must be sorted by key.
  let isAggregate: Bool
}

/// A query for the rows of objects with some keys.
package struct SQLKeyedRowQuery {
  let statement: SQLKeyStatement
  let reader: SQLRowReader
}

/// A query for the links of some objects.
package struct SQLLinkQuery {
  let statement: SQLKeyStatement
  /// The entity of all members, if the rows do not name it.
  package let entity: String
  package let hasEntities: Bool
}

/// A connection to a database that supports the aggregate ``SQLFunctions/rows(_:)``.
package protocol SQLRowReceiving: SQLConnection {
  /// Runs a closure that executes a statement, and passes on the rows that the aggregate receives.
  func receiving(
    _ rows: StoreRows, with reader: SQLRowReader, _ body: () throws -> Void
  ) throws
}
