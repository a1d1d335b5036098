import ArmatureModel

/// The properties that a request reads along relationships, for each path.
struct ReadPaths {
  struct Way {
    let names: [String]
    /// The entity at the end.
    let entity: String
    let isToMany: Bool
    var properties: Set<String>
  }

  /// The paths, except for the empty path to the objects themselves.
  private(set) var ways: [Way] = []
  /// True if the request also reads objects that no path from its results leads to.
  private(set) var readsElsewhere = false

  init(_ request: FetchRequest, _ tree: EntityTree) {
    let nodes =
      [FetchNode.predicate(request.predicate)]
      + request.orderedBy.map { FetchNode.expression($0.expression) }
    for node in nodes {
      for path in node.paths { add(path, from: request.entity, tree) }
      if node.readsBeyondPaths { readsElsewhere = true }
    }
  }

  private mutating func add(_ path: [String], from entity: String, _ tree: EntityTree) {
    var (entity, isToMany) = (entity, false)
    for (index, name) in path.enumerated() {
      guard let relationship = tree.property(named: name, of: entity)?.asRelationship else {
        return
      }
      entity = relationship.destination
      if relationship.isToMany { isToMany = true }
      let names = Array(path[...index])
      let read = path[(index + 1)...].prefix(1)
      if let known = ways.firstIndex(where: { $0.names == names }) {
        ways[known].properties.formUnion(read)
      } else {
        ways.append(
          Way(names: names, entity: entity, isToMany: isToMany, properties: Set(read)))
      }
    }
  }
}

extension FetchPredicate {
  /// Returns a condition that tests whether a path leads to any of some objects. An empty path leads to the object
  /// itself.
  static func leads(
    along path: [String], isToMany: Bool, to ids: [ManagedObjectID]
  ) -> FetchPredicate {
    .comparison(
      .keyPath(FetchPath(path)), .in, .list(ids.map { .constant(.object($0)) }),
      quantifier: isToMany ? .any : .one)
  }
}
