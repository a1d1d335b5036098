/// A to-many relationship with a table of its own, from one of its sides.
package struct SQLPairs: Hashable, Sendable {
  /// The name of the table.
  package let name: String
  /// The column of the owner's key, and of the member's.
  package let owner: String
  package let member: String
  /// The column of the place of the member among those of the owner, if they have an order.
  package let order: String?
  /// The position of the table of the owners, and of the members.
  package let ownerTable: Int
  package let memberTable: Int
  /// Whether the relationship is its own inverse, so that each pair stands there in both directions.
  package let isSymmetric: Bool
  /// Whether the database refuses members that are not there, and takes out what is deleted.
  package let isWatched: Bool
}
