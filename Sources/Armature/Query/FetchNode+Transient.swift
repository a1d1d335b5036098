import ArmatureModel

/// Finds the transient properties that a request reads.
///
/// A store does not contain transient properties, so it rejects a request that reads them. Otherwise, the result would
/// depend on the objects that the context happens to have.
extension FetchNode {
  /// Returns the paths up to the first transient property of each, in the order of reading.
  func transientPaths(from entity: String, _ tree: EntityTree) -> [String] {
    if !tree.hasTransientProperties { return [] }
    var found: [String] = []
    func look(along path: [String], from entity: String) {
      guard let count = tree.stepsToTransient(path, from: entity) else { return }
      let path = path.prefix(count).joined(separator: ".")
      if !found.contains(path) { found.append(path) }
    }
    for path in paths { look(along: path, from: entity) }
    // Properties read from an object that replaced a variable.
    forEach { node, _ in
      if case .expression(.properties(let names, of: .constant(.object(let id)))) = node {
        look(along: names, from: id.entityName)
      }
    }
    return found
  }
}

extension EntityTree {
  /// Returns the number of names in a path up to a transient property; `nil` without a transient property.
  fileprivate func stepsToTransient(_ path: [String], from entity: String) -> Int? {
    var entity = entity
    for (index, name) in path.enumerated() {
      guard let property = self.entity(named: entity)?.property(named: name) else { return nil }
      if property.isTransient { return index + 1 }
      guard let relationship = property.asRelationship else { return nil }
      entity = relationship.destination
    }
    return nil
  }
}
