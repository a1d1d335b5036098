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

extension ManagedObject {
  /// Whether one of some properties may have changed since the object was saved.
  final func mayHaveChanged(_ properties: ReadProperties) -> Bool {
    // An object that a merge policy brings back has no version, and all its values are saved. Without a store, there
    // are no versions.
    let isUpdated =
      row.state.contains(.updated) && row.state.isDisjoint(with: .inserted | .reinserted | .deleted)
      && (row.version != 0 || graph?.store == nil)
    guard isUpdated, case .some(let names) = properties else { return true }
    return names.contains { name in
      runtime.property(named: name).map { row.isChanged($0.place) } ?? true
    }
  }
}
