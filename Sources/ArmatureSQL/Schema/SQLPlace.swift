package import ArmatureModel

/// The place of a property in the rows of an entity.
package enum SQLPlace: Hashable, Sendable {
  /// An attribute.
  case value(SQLLayout)
  /// A to-one relationship.
  case link(SQLLink)
  /// A to-many relationship whose members store the key of the owner in a column.
  case column(SQLMembers)
  /// A to-many relationship with a table of pairs.
  case pairs(SQLPairs)
}

extension SQLPlace {
  /// The columns of the row itself.
  package var columns: [Int] {
    switch self {
    case .value(let layout): layout.columns
    case .link(let link): [link.key] + [link.entity, link.order].compactMap { $0 }
    case .column, .pairs: []
    }
  }

  /// Whether dangling links are read as nil.
  package var hidesDanglingLinks: Bool {
    switch self {
    case .link(let link): !link.isCleared
    case .pairs: true
    case .column, .value: false
    }
  }

  /// Whether the database rejects dangling links.
  package var isWatched: Bool {
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

/// A to-many relationship that its members store.
package struct SQLMembers: Hashable, Sendable {
  /// The position of the table of the members.
  package let table: Int
  /// The link from the members to their owner.
  package let link: SQLLink
}

extension SQLFastColumnKind {
  init(_ place: SQLPlace) {
    switch place {
    case .value(.column(_, .integer)): self = .integer
    case .value(.column(_, .real)): self = .real
    case .value(.column(_, .text)): self = .text
    case .value(.column(_, .truth)): self = .truth
    case .value(.column(_, .date)): self = .date
    case .link(let link) where link.entity == nil && link.order == nil && link.isCleared:
      self = .link
    default: self = .other
    }
  }
}
