/// A value of migrated rows that this library computes, where SQL does not say exactly the same.
///
/// A database that can call this library does so with the arguments, row by row. Another one finds the values by the
/// keys of the rows, for which they were computed before.
package struct SQLComputation {
  /// The number of the function among those of the migration.
  package let number: Int
  /// The kind of the column that gets the value.
  package let kind: SQLKind
  /// What the function is called with.
  package let arguments: [SQLStatement]
  /// The key of a row.
  package let key: SQLStatement
  /// The rows, behind FROM.
  package let rows: SQLStatement
}
