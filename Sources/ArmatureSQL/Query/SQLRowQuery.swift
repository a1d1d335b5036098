/// The rows of a request as a statement.
package struct SQLRowQuery {
  let statement: SQLStatement
  let reader: SQLRowReader
  /// Whether an aggregate takes the rows, in the order in which they are found, and they are to be sorted by their keys.
  let isAggregate: Bool
}
