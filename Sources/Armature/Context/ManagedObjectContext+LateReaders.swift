import ArmatureModel

/// What others have saved that is derived from what a save is about to change.
extension ManagedObjectContext {
  /// A list that was compared with the store during a save.
  struct ComparedList: Hashable {
    let object: Handle
    let property: UInt16
  }

  /// Brings the lists up to date along which those are found that are derived from some objects: others may
  /// have added to them, and no version tells.
  ///
  /// - Parameter compared: The lists that were looked at before.
  /// - Throws: What the store throws.
  /// - Complexity: A round trip for each to-many relationship on the ways, and one for each entity of what has
  ///   come.
  func readReaders(
    of objects: [ManagedObject], _ derivations: DerivationGraph,
    _ compared: inout Set<ComparedList>
  ) throws {
    if graph.store == nil { return }
    for (entity, objects) in objects.grouped(byEntity: { $0.shape.pointee.index }) {
      try findReaders(of: objects, derivations.searches(fromEntityAt: entity))
      for way in derivations.waysBack(fromEntityAt: entity) {
        var ends = objects
        for (step, name) in way.enumerated() {
          try readMembers(of: ends, name, isLast: step + 1 == way.count, &compared)
          ends = ends.flatMap { end in
            end.runtime.property(named: name).map { end.related($0.place) } ?? []
          }
        }
      }
    }
    try graph.throwStoreError()
  }

  /// Takes up the objects that lead to others by relationships without an inverse.
  private func findReaders(of objects: [ManagedObject], _ searches: [InversePaths.Search]) throws {
    let ids = objects.filter { $0.row.version != 0 }.map(\.objectID)
    if ids.isEmpty { return }
    for search in searches {
      let isRead = FetchPredicate.leads(
        along: search.path, isToMany: search.isToMany, to: ids)
      _ = try fetch(FetchRequest(search.entity, where: isRead))
    }
  }

  /// Has the lists of some objects be those of the store, with what has changed here.
  private func readMembers(
    of objects: [ManagedObject], _ name: String, isLast: Bool,
    _ compared: inout Set<ComparedList>
  ) throws {
    for (entity, objects) in objects.grouped(byEntity: { $0.shape.pointee.index }) {
      let runtime = graph.runtime(at: entity)
      guard let property = runtime.property(named: name), property.kind == .objects else {
        continue
      }
      let known = objects.filter { object in
        ListLoader(graph).isReloadable(object) && object.isThere
          && compared.insert(
            ComparedList(object: object.row.handle, property: property.place.index)
          )
          .inserted
      }
      if known.isEmpty { continue }
      let lists = try storedMembers(of: known, property, runtime)
      for (object, ids) in zip(known, lists) {
        try take(ids, into: object, property, isLast: isLast)
      }
    }
  }

  private func take(
    _ ids: [ManagedObjectID], into object: ManagedObject, _ property: StoredProperty, isLast: Bool
  ) throws {
    let list = object.row.list(property.place)
    let isKnown = list.pointee.isLoaded && object.committedValue(property) == .objects(ids)
    if isKnown, isLast { return }
    try takeUp(ids)
    let members = ids.compactMap { graph.object(for: $0) }
    try RowRebase(graph).readAgain(
      members.filter {
        $0.isThere && $0.isFilled() && $0.savesNoValue
          && !(isLast && $0.leads(to: object, by: property))
      })
    if !isKnown { ListLoader(graph).unload(object, property.place) }
  }
}
