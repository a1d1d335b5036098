/// A column of a table.
package struct SQLColumn: Hashable, Sendable {
  package let name: String
  package let kind: SQLKind
  /// Whether every row has a value.
  package var isRequired = false
  /// The position of the referenced table, if the database enforces the reference.
  package var references: Int?
}
