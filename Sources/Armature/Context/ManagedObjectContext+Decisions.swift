import ArmatureModel

/// Reading the data, beyond the changed objects, on which a save bases its decisions.
extension ManagedObjectContext {
  /// Runs a closure with all reads in the decision state, once that is fixed.
  func inDecisionState<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let reader = decisionState?.openReader else { return try body() }
    return try graph.reading(from: reader, body)
  }

  /// Reloads the objects and lists on which the rules of changed objects depend, if they may be outdated.
  ///
  /// A rule can read or count other objects through relationships. The context may have loaded them from an older state
  /// of the store than the state on which the save bases its decisions. If a rule is a closure, this method cannot know
  /// which objects the closure reads, so the closure sees the values that the context has loaded.
  ///
  /// - Throws: Any error of the store.
  func readForRules() throws {
    guard runtime.decidesByRules, decisionState != nil else { return }
    let changed = graph.slots.anyObjects(pending).filter {
      !$0.isDeleted && !runtime.decidingPaths[$0.shape.index].isEmpty
    }
    if changed.isEmpty { return }
    guard let state = try StateReader(self) else { return }
    for (entity, objects) in changed.grouped(by: { $0.shape.index }) {
      try state.read(along: runtime.decidingPaths[entity].map { $0[...] }, of: objects)
    }
  }

  /// Updates everything on the paths to the objects that derive values from some objects.
  ///
  /// - Throws: Any error of the store.
  /// - Complexity: A round trip for each to-many relationship on the paths, and one for each entity of the newly
  ///   found objects.
  func readReaders(of objects: [ManagedObject], _ derivations: DerivationGraph) throws {
    if decisionState == nil { return }
    let state = try StateReader(self)
    for (entity, objects) in objects.grouped(by: { $0.shape.index }) {
      for search in derivations.inversePaths.searches(from: entity) {
        try findReaders(of: objects.filter { $0.mayHaveChanged(search.reads) }, search, state)
      }
      let ways = derivations.inversePaths.ways(from: entity).filter { way in
        objects.contains { $0.mayHaveChanged(way.reads) }
      }
      try state?.read(along: ways.map { $0.path[...] }, of: objects)
    }
    try graph.throwStoreError()
  }

  /// Registers the objects that lead to others by relationships without an inverse. Only the store can find them.
  private func findReaders(
    of objects: [ManagedObject], _ search: InversePaths.Search, _ state: StateReader?
  ) throws {
    let ids = objects.filter(\.mayHaveReaders).map(\.objectID.permanent)
    if ids.isEmpty { return }
    let isRead = FetchPredicate.leads(along: search.path, isToMany: search.isToMany, to: ids)
    let request = FetchRequest(search.entity, where: isRead)
    _ = try state?.fetch(request) ?? fetch(request)
  }

  /// Reloads the objects that have derived values, and the objects from which these values are computed.
  ///
  /// The objects with derived values are needed because another save may have changed a derived value in the store. If
  /// the newly computed value equals the outdated value in this context, it would count as unchanged and would not be
  /// saved.
  ///
  /// - Throws: Any error of the store.
  func readSources(of objects: [ManagedObject]) throws {
    guard let state = try StateReader(self) else { return }
    let deriving = objects.filter { !$0.runtime.derivedProperties.isEmpty }
    try state.read(deriving)
    for (entity, objects) in deriving.grouped(by: { $0.shape.index }) {
      let paths = graph.runtime(at: entity).derivedProperties.flatMap {
        $0.description.asAttribute?.derivation?.paths ?? []
      }
      try state.read(along: paths.map { $0[...] }, of: objects.filter(\.isThere))
    }
  }
}

extension ManagedObject {
  /// Whether links in the store may lead to the object: it has a row, or had one.
  fileprivate final var mayHaveReaders: Bool {
    !row.state.contains(.inserted) || row.state.contains(.reinserted)
  }
}
