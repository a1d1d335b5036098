/// A query for the links of some objects.
package struct SQLLinkQuery {
  let statement: SQLKeyStatement
  /// The entity of all members, if the rows do not name it.
  package let entity: String
  package let hasEntities: Bool
}
