/// One side of a to-many relationship with its own table.
package struct SQLPairs: Hashable, Sendable {
  /// The name of the table.
  package let name: String
  /// The columns of the owner's key and of the member's key.
  package let owner: String
  package let member: String
  /// The column of the member's position in the owner's list, if it is ordered.
  package let order: String?
  /// The positions of the tables of the owners and of the members.
  package let ownerTable: Int
  package let memberTable: Int
  /// Whether the relationship is its own inverse, so the table contains each pair in both directions.
  package let isSymmetric: Bool
  /// Whether the database rejects missing members and removes deleted ones.
  package let isWatched: Bool
}
