/// The rows of a request as a statement.
package struct SQLRowQuery {
  package let statement: SQLStatement
  package let reader: SQLRowReader
}
