/// A value of migrated rows that this library computes because SQL cannot compute exactly the same.
///
/// A database that can call this library passes the arguments row by row. For another database, the values are computed
/// in advance and found by the keys of the rows.
package struct SQLComputation {
  /// The number of the function in the migration.
  package let number: Int
  /// The kind of the column for the value.
  package let kind: SQLKind
  /// The arguments of the function.
  package let arguments: [SQLStatement]
  /// The key of a row.
  package let key: SQLStatement
  /// The rows, as the SQL after FROM.
  package let rows: SQLStatement
}
