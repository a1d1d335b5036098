/// A to-many relationship that is seen from the other side.
package struct SQLMembers: Hashable, Sendable {
  /// The position of the table of the members.
  package let table: Int
  /// How members lead to their owner.
  package let link: SQLLink
}
