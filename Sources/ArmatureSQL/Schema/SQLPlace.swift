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
