import ArmatureModel

/// What a save decides by, beside the objects that it changes.
extension ManagedObjectContext {
  /// Has all that a body reads be of the state that a save decides in, once it is fixed.
  func inDecisionState<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let reader = decisionState?.openReader else { return try body() }
    return try graph.reading(from: reader, body)
  }

  /// Reads again what the rules of changed objects read along relationships, and the lists that they count, where
  /// it may be older than the state that the save decides in.
  ///
  /// Rules that are closures declare nothing of what they read: they are judged by what the context has.
  ///
  /// - Throws: What the store throws.
  func readForRules() throws {
    guard runtime.decidesByRules, decisionState != nil else { return }
    let changed = graph.slots.pointee.anyObjects(pending).filter {
      !$0.isDeleted && !runtime.decidingPaths[$0.shape.pointee.index].isEmpty
    }
    if changed.isEmpty { return }
    guard let state = try StateReader(self) else { return }
    for (entity, objects) in changed.grouped(byEntity: { $0.shape.pointee.index }) {
      try state.read(along: runtime.decidingPaths[entity].map { $0[...] }, of: objects)
    }
  }

  /// Brings everything up to date along which those are found that derive values from some objects.
  ///
  /// - Throws: What the store throws.
  /// - Complexity: A round trip for each to-many relationship on the ways, and one for each entity of the objects
  ///   that have come.
  func readReaders(of objects: [ManagedObject], _ derivations: DerivationGraph) throws {
    if decisionState == nil { return }
    let state = try StateReader(self)
    for (entity, objects) in objects.grouped(byEntity: { $0.shape.pointee.index }) {
      try findReaders(of: objects, derivations.searches(fromEntityAt: entity), state)
      try state?.read(
        along: derivations.waysBack(fromEntityAt: entity).map { $0[...] }, of: objects)
    }
    try graph.throwStoreError()
  }

  /// Takes up the objects that lead to others by relationships without an inverse: nothing but the store leads to
  /// them.
  private func findReaders(
    of objects: [ManagedObject], _ searches: [InversePaths.Search], _ state: StateReader?
  ) throws {
    let ids = objects.filter(\.mayHaveReaders).map(\.objectID.permanent)
    if ids.isEmpty { return }
    for search in searches {
      let isRead = FetchPredicate.leads(
        along: search.path, isToMany: search.isToMany, to: ids)
      let request = FetchRequest(search.entity, where: isRead)
      _ = try state?.fetch(request) ?? fetch(request)
    }
  }

  /// Reads objects again that derive values, and everything that they derive them from.
  ///
  /// The objects themselves, too: a value that comes out as it was read counts as unchanged, and another save may
  /// have stored another one.
  ///
  /// - Throws: What the store throws.
  func readSources(of objects: [ManagedObject]) throws {
    guard let state = try StateReader(self) else { return }
    let deriving = objects.filter { !$0.runtime.derivedProperties.isEmpty }
    try state.read(deriving)
    for (entity, objects) in deriving.grouped(byEntity: { $0.shape.pointee.index }) {
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
