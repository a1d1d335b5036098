/// A table of pairs, as it is made.
package struct SQLPairTable: Hashable, Sendable {
  package let name: String
  /// The index by which the pairs are found from the right.
  package let backIndex: String
  /// The columns of the two keys.
  package let left: Column
  package let right: Column

  package struct Column: Hashable, Sendable {
    package let name: String
    /// The position of the table that the key is one of.
    package let table: Int
    /// The column of the place of the other key among those of this one.
    package let order: String?
    /// Whether a pair goes with the row of the key.
    package let isCleared: Bool
  }
}
