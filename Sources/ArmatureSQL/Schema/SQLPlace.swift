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
  /// The columns of the row itself.
  package var columns: [Int] {
    switch self {
    case .value(let layout): layout.columns
    case .link(let link): [link.key] + [link.entity, link.order].compactMap { $0 }
    case .column, .pairs: []
    }
  }

  /// Whether links to what is not there are read as none.
  package var hidesDanglingLinks: Bool {
    switch self {
    case .link(let link): !link.isCleared
    case .pairs: true
    case .column, .value: false
    }
  }

  /// Whether the database refuses links to what is not there.
  package var isWatched: Bool {
    switch self {
    case .link(let link): link.isCleared
    case .pairs(let pairs): pairs.isWatched
    case .column, .value: true
    }
  }
}
