/// The properties of an object that are read along a path, by name.
enum ReadProperties {
  case all
  case some(Set<String>)

  mutating func formUnion(_ other: ReadProperties) {
    guard case .some(let own) = self, case .some(let names) = other else {
      self = .all
      return
    }
    self = .some(own.union(names))
  }
}
