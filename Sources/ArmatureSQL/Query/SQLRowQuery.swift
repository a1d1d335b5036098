/// The rows of a request as a statement.
package struct SQLRowQuery {
  let statement: SQLStatement
  let reader: SQLRowReader
  /// Whether an aggregate receives the rows. They are then in no particular order, and must be sorted by key.
  let isAggregate: Bool
}
