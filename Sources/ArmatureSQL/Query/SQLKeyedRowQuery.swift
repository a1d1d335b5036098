/// A query for the rows of objects with some keys.
package struct SQLKeyedRowQuery {
  let statement: SQLKeyStatement
  let reader: SQLRowReader
}
