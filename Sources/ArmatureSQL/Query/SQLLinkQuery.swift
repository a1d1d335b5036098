/// The links of some objects as a statement.
package struct SQLLinkQuery {
  package let statement: SQLStatement
  /// The entity of all members, if they do not tell.
  package let entity: String
  package let hasEntities: Bool
}
