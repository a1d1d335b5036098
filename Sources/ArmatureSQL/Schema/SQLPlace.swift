/// Where the rows of an entity keep a property.
package enum SQLPlace: Hashable, Sendable {
  /// An attribute.
  case value(SQLLayout)
  /// A to-one relationship.
  case link(SQLLink)
  /// A to-many relationship whose members have the key of their owner in a column.
  case column(SQLMembers)
  /// A to-many relationship with a table of pairs.
  case pairs(SQLPairs)
}

extension SQLPlace {
  /// Whether the database refuses links to what is not there.
  var isWatched: Bool {
    switch self {
    case .link(let link): link.isCleared
    case .pairs(let pairs): pairs.isWatched
    case .column, .value: true
    }
  }
}

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

/// A to-many relationship that is seen from the other side.
package struct SQLMembers: Hashable, Sendable {
  /// The position of the table of the members.
  package let table: Int
  /// How members lead to their owner.
  package let link: SQLLink
}

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
