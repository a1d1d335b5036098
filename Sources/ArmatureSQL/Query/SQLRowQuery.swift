/// The rows of a request as a statement.
package struct SQLRowQuery {
  package let statement: SQLStatement
  package let reader: SQLRowReader
}

/// The rows of objects with some keys.
package struct SQLKeyedRowQuery {
  let statement: SQLKeyStatement
  let reader: SQLRowReader
}
