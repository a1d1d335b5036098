/// The evidence in the schema that a statement was executed.
///
/// If tables are changed outside of transactions, the response to a statement may be lost. This evidence is then the
/// only way to find out whether the statement was executed.
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
