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
