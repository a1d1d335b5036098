package import ArmatureModel

/// The columns of a to-one relationship.
package struct SQLLink: Hashable, Sendable {
  /// The column of the key.
  package let key: Int
  /// The column of the name of the entity, where the objects may be of several.
  package let entity: Int?
  /// The column of the place that the object has among the members of an ordered inverse.
  package let order: Int?
  /// The position of the table of the objects.
  package let table: Int
  /// The name of the entity that the relationship leads to.
  package let destination: String
  /// Whether an object that is deleted is taken out of the column: others may lead to what is gone.
  package let isCleared: Bool
}

extension SQLLink {
  /// Gives the columns their parts of a link; the place in an ordered inverse is told by the other side.
  package func write(_ value: AttributeValue, _ set: (Int, SQLValue) -> Void) {
    let id: ManagedObjectID? = if case .object(let id) = value { id } else { nil }
    set(key, id.map { .integer($0.key) } ?? .null)
    if let entity { set(entity, id.map { .text($0.entityName) } ?? .null) }
    if let order { set(order, .null) }
  }
}
