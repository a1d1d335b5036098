import ArmatureModel

/// The kinds of values that most columns have, which are bound and read without a value of SQL between.
enum SQLQuickKind: UInt8 {
  case integer, real, text, truth, date
  /// A to-one relationship to objects of one entity.
  case link
  /// Anything else, which takes the way that all values can take.
  case other

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
