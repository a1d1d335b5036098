/// The declaration of a table of pairs.
package struct SQLPairTable: Hashable, Sendable {
  package let name: String
  /// The index to find pairs by their right key.
  package let backIndex: String
  /// The columns of the two keys.
  package let left: Column
  package let right: Column

  package struct Column: Hashable, Sendable {
    package let name: String
    /// The position of the referenced table.
    package let table: Int
    /// The column with the position of the other key in this key's list.
    package let order: String?
    /// Whether a pair is deleted together with the row of the key.
    package let isCleared: Bool
  }
}
