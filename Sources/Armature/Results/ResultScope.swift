import ArmatureModel

/// Finds the objects that may enter or leave the results of a request after a change.
struct ResultScope {
  /// Whether the request may return objects of an entity, by position.
  private let isFound: [Bool]
  private let inversePaths: InversePaths
  /// True if the request reads objects that no path leads back from.
  private let readsElsewhere: Bool

  init(_ request: FetchRequest, _ graph: ObjectGraph) {
    let tree = graph.model.tree
    let positions =
      request.includesSubentities
      ? tree.branch(of: request.entity) : graph.model.index(of: request.entity).map { [$0] } ?? []
    var isFound = Array(repeating: false, count: graph.model.entities.count)
    for position in positions { isFound[position] = true }
    self.isFound = isFound
    var inversePaths = InversePaths(entityCount: graph.model.entities.count)
    let nodes =
      [FetchNode.predicate(request.predicate)]
      + request.orderedBy.map { FetchNode.expression($0.expression) }
    let paths = request.predicate.paths + request.orderedBy.flatMap(\.expression.paths)
    for path in paths { inversePaths.add(path, of: request.entity, tree, readsAll: true) }
    self.inversePaths = inversePaths
    // Relevance depends on all objects of the index.
    var readsElsewhere = request.isRanked
    for node in nodes {
      node.forEach { node, _ in
        // Properties of other objects, such as a constant object.
        if case .expression(.properties) = node { readsElsewhere = true }
      }
    }
    self.readsElsewhere = readsElsewhere
  }

  /// Returns whether the request may return an object itself.
  func finds(_ handle: Handle, _ graph: ObjectGraph) -> Bool {
    graph.slots.entity(of: handle).map { isFound[$0] } ?? false
  }

  /// Returns the objects that may enter or leave after a change of one object; `nil` if they are unknown.
  func affected(by handle: Handle, _ graph: ObjectGraph) -> [Handle]? {
    guard !readsElsewhere, let entity = graph.slots.entity(of: handle) else { return nil }
    let own = isFound[entity] ? [handle] : []
    guard inversePaths.reads(entity) else { return own }
    guard !inversePaths.needsSearch(entity), let object = graph.anyObject(handle) else {
      return nil
    }
    return own + inversePaths.readers(of: object).map(\.row.handle)
  }
}
