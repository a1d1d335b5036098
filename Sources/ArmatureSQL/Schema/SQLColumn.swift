/// A column of a table.
package struct SQLColumn: Hashable, Sendable {
  package let name: String
  package let kind: SQLKind
  /// Whether every row has a value.
  package var isRequired = false
  /// The position of the table that the key is one of, if the database is to watch over that.
  package var references: Int?
}
