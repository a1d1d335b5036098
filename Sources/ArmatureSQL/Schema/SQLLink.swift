package import ArmatureModel

/// The columns of a to-one relationship.
package struct SQLLink: Hashable, Sendable {
  /// The column of the key.
  package let key: Int
  /// The column for the name of the entity, if the objects may belong to several entities.
  package let entity: Int?
  /// The column of the object's position in an ordered inverse.
  package let order: Int?
  /// The position of the table of the objects.
  package let table: Int
  /// The name of the destination entity.
  package let destination: String
  /// Whether the column is cleared when the object is deleted. If not, the link may lead to a missing row.
  package let isCleared: Bool
}

extension SQLLink {
  /// Splits a link into its columns. The other side sets the position in an ordered inverse.
  package func write(_ value: AttributeValue, _ set: (Int, SQLValue) -> Void) {
    let id: ManagedObjectID? = if case .object(let id) = value { id } else { nil }
    set(key, id.map { .integer($0.key) } ?? .null)
    if let entity { set(entity, id.map { .text($0.entityName) } ?? .null) }
    if let order { set(order, .null) }
  }
}
