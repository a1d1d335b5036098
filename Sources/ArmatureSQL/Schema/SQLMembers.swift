/// A to-many relationship that its members store.
package struct SQLMembers: Hashable, Sendable {
  /// The position of the table of the members.
  package let table: Int
  /// The link from the members to their owner.
  package let link: SQLLink
}
