/// One side of a to-many relationship with its own table.
package struct SQLPairs: Hashable, Sendable {
  /// The name of the table.
  package let name: String
  /// The columns of the owner's key and of the member's key.
  package let owner: String
  package let member: String
  /// The column for the member's position in the owner's list; `nil` if the list has no order.
  package let order: String?
  /// The positions of the tables of the owners and of the members.
  package let ownerTable: Int
  package let memberTable: Int
  /// Whether the relationship is its own inverse. The table then contains each pair in both directions.
  package let isSymmetric: Bool
  /// Whether the database rejects missing members and removes deleted ones.
  package let isWatched: Bool
}
