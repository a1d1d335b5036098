import ArmatureModel

/// Updates objects and lists to the state of the store on which a save bases its decisions.
///
/// This is necessary because the context may have read them in an older state. Objects with values to save are skipped,
/// because the store compares the versions of their rows.
struct StateReader {
  private let graph: ObjectGraph
  private let state: DecisionState
  private let reader: CheckedReader

  /// - Returns: `nil` if everything in the context already has this state.
  /// - Throws: Any error of the store.
  init?(_ context: ManagedObjectContext) throws {
    guard let state = context.decisionState, let reader = try state.reader() else { return nil }
    (graph, self.state, self.reader) = (context.graph, state, reader)
  }

  /// Runs a closure with all reads in this state.
  func reading<Result>(_ body: () throws -> Result) rethrows -> Result {
    try graph.reading(from: reader, body)
  }

  // MARK: Objects

  /// Registers the objects that match a request in this state.
  ///
  /// - Throws: ``FetchRequestError``, or the store's error.
  func fetch(_ request: FetchRequest) throws -> [ManagedObject] {
    try reading { try StoreFetch(FetchRun(request, graph), reader).objects() }
  }

  /// Reads objects again that may be older.
  ///
  /// - Throws: Any error of the store.
  /// - Complexity: A round trip for each entity of the objects.
  func read(_ objects: some Sequence<ManagedObject>) throws {
    let older = objects.filter {
      $0.isThere && $0.savesNoValue && state.objects.insert($0.row.handle).inserted
    }
    if older.isEmpty { return }
    try reading { try RowRebase(graph).readAgain(older) }
  }

  // MARK: Paths

  /// Reads the objects on relationship paths again, together with the values at the ends of the paths.
  ///
  /// - Throws: Any error of the store.
  /// - Complexity: At most two round trips for each entity and each step of the paths.
  func read(along paths: some Sequence<ArraySlice<String>>, of objects: [ManagedObject]) throws {
    if objects.isEmpty { return }
    let steps = Dictionary(grouping: paths.filter { !$0.isEmpty }) { $0[$0.startIndex] }
    for (name, paths) in steps.sorted(by: { $0.key < $1.key }) {
      let rests = paths.map { $0.dropFirst() }.filter { !$0.isEmpty }
      let ends = try ends(of: objects, name, areRead: !rests.isEmpty)
      if !rests.isEmpty { try read(along: rests, of: ends) }
    }
  }

  /// Follows a relationship of some objects to its destinations in this state.
  ///
  /// - Parameter areRead: True to read the destinations again themselves.
  private func ends(
    of objects: [ManagedObject], _ name: String, areRead: Bool
  ) throws -> [ManagedObject] {
    try compareLists(of: objects, name)
    var seen: Set<Handle> = []
    var ends: [ManagedObject] = []
    try reading {
      for object in objects where object.isThere && object.isFilled() {
        guard let property = object.runtime.property(named: name), property.isLink else { continue }
        ends += object.related(property.place).filter { seen.insert($0.row.handle).inserted }
      }
      try graph.throwStoreError()
    }
    if areRead { try read(ends) }
    return ends.filter(\.isThere)
  }

  // MARK: Lists

  /// Updates the lists of some objects to this state and applies the pending changes.
  private func compareLists(of objects: [ManagedObject], _ name: String) throws {
    for (entity, objects) in objects.grouped(by: { $0.shape.index }) {
      let runtime = graph.runtime(at: entity)
      guard let property = runtime.property(named: name), property.kind == .objects else {
        continue
      }
      let known = objects.filter { object in
        object.isThere && object.isFilled() && object.hasRow
          && state.lists.insert(.init(object: object.row.handle, property: property.place.index))
            .inserted
      }
      if known.isEmpty { continue }
      let lists = try storedMembers(of: known, property, runtime)
      for (object, ids) in zip(known, lists) { try take(ids, into: object, property) }
    }
  }

  /// Returns the members of a to-many relationship in this state.
  func storedMembers(
    of objects: [ManagedObject], _ property: StoredProperty, _ runtime: EntityRuntime
  ) throws -> [[ManagedObjectID]] {
    guard let relationship = property.description.asRelationship else { return [] }
    return try reader.links(
      for: objects.map { graph.slots[$0.row.handle].key }, along: relationship,
      of: runtime.entity)
  }

  /// Reloads a list that has other members in this state, or members that seem to be elsewhere.
  private func take(
    _ ids: [ManagedObjectID], into object: ManagedObject, _ property: StoredProperty
  ) throws {
    let list = object.row.list(property.place)
    let isKnown = list.isLoaded && object.committedValue(property) == .objects(ids)
    if isKnown { return }
    let stored = Set(ids)
    let former = list.isLoaded ? object.related(property.place) : []
    try reading { try Prefetch(graph, reader).find(ids) }
    let members = ids.compactMap { graph.object(for: $0) }
    let moved =
      members.filter {
        $0.isThere && !$0.row.state.contains(.fault) && !$0.leads(to: object, by: property)
      }
      + former.filter { !stored.contains($0.objectID) }
    try read(moved)
    for member in moved { member.unloadBack(property, of: object) }
    ListLoader(graph).unload(object, property.place)
  }
}

extension ManagedObject {
  /// True if a save would not notice that others have changed the object: it has no changes to save, or only members
  /// of to-many relationships.
  final var savesNoValue: Bool {
    if !row.state.isDisjoint(with: .inserted | .deleted | .fault | .invalidated) { return false }
    return !row.state.contains(.updated)
      || shape.persistent.allSatisfy { place in
        place.kind == .objects || !row.isChanged(place) || row.isAsCommitted(place)
      }
  }
}
