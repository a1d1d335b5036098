/// What the tables of a database have when a statement that changes them has been run.
///
/// Where tables change outside of transactions, nothing else tells it of a statement whose answer was lost.
package enum SQLTableSign: Hashable, Sendable {
  /// There is a table of the name.
  case table(String)
  /// There is no table of the name any more.
  case noTable(String)
  /// A table has a column of the name.
  case column(String, table: String)
  /// A table has no column of the name any more.
  case noColumn(String, table: String)
  /// There is an index of the name.
  case index(String)
  /// There is no index of the name any more.
  case noIndex(String)
  /// What is in a column of a table must be a key of another table.
  case reference(column: String, table: String)
}
