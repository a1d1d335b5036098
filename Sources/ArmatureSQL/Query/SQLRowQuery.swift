/// The rows of a request as a statement.
package struct SQLRowQuery {
  let statement: SQLStatement
  let reader: SQLRowReader
  /// Whether an aggregate receives the rows, in no particular order. They must then be sorted by key.
  let isAggregate: Bool
}
