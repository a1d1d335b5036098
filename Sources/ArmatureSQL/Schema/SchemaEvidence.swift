/// The evidence in the schema that a statement has been executed.
///
/// If tables change outside transactions, this is the only way to find out whether a statement was executed after its
/// response was lost.
package enum SchemaEvidence: Hashable, Sendable {
  /// The table exists.
  case table(String)
  /// The table does not exist.
  case noTable(String)
  /// The table has the column.
  case column(String, table: String)
  /// The table does not have the column.
  case noColumn(String, table: String)
  /// The index exists.
  case index(String)
  /// The index does not exist.
  case noIndex(String)
  /// The column of the table has a foreign key.
  case reference(column: String, table: String)
}
