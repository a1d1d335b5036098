/// A to-many relationship whose members store the link.
package struct SQLMembers: Hashable, Sendable {
  /// The position of the table of the members.
  package let table: Int
  /// The link from the members to their owner.
  package let link: SQLLink
}
