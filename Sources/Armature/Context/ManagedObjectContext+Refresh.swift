public import ArmatureModel

/// Objects of a store: looking them up, reading them again, letting go of them.
extension ManagedObjectContext {
  /// The object of an ID, as a fault if the context does not have it, whether the store has it or not.
  ///
  /// Asks the store for nothing: what is read later of an object that there is not, is nothing. Core
  /// Data: `object(with:)`.
  ///
  /// - Returns: `nil` for an ID of another store, of an entity that the model lacks, or of an object
  ///   that was deleted, or that the context knows to be of another entity.
  /// - Complexity: O(1) on average.
  public func object(with id: ManagedObjectID) -> ManagedObject? {
    if let object = graph.object(for: id) { return object }
    guard graph.store != nil, id.storeID == graph.storeID, id.key > 0 else { return nil }
    let handle = StoreSlots(graph).handle(ofUntrusted: id)
    return handle.isNone ? nil : graph.object(handle)
  }

  /// Takes up those of some objects that the context has not heard of and its store has.
  ///
  /// IDs of data may be of other objects than they say, or of none: nothing is taken up then.
  func takeUp(_ ids: some Sequence<ManagedObjectID>) throws {
    guard let store = graph.store else { return }
    try Prefetch(graph, graph.source.reader(of: store)).find(ids)
  }

  /// Takes up an object that the context has not heard of, if its store has it.
  func takeUp(_ id: ManagedObjectID) throws {
    guard let store = graph.store else { return }
    try Prefetch(graph, graph.source.readerOfOneAnswer(of: store)).find(id)
  }

  /// The object of an ID with its values, which the store is asked for unless the context has them.
  ///
  /// Core Data: `existingObject(with:)`.
  ///
  /// - Throws: ``ManagedObjectError/noSuchObject(_:)`` if there is no such object, or what the store
  ///   throws.
  public func existingObject(with id: ManagedObjectID) throws -> ManagedObject {
    if !graph.knows(id) { try takeUp(id) }
    if graph.knows(id), let object = object(with: id), object.isThere {
      if object.isFilled() { return object }
      try graph.throwStoreError()
    }
    throw ManagedObjectError.noSuchObject(id)
  }

  /// Whether the values of an object have not been asked for yet; never without a store.
  ///
  /// Asked of the context, since properties may be called `isFault`.
  public func isFault(_ object: ManagedObject) -> Bool { object.row.state.contains(.fault) }

  /// Reads an object again from the store.
  ///
  /// With `mergeChanges` the object keeps what was changed here, and takes over what others changed;
  /// without, its changes are dropped, and it is read when it is next looked at; what leads to it by
  /// to-one relationships of other objects, or from new ones, stays, as a change of those. An object that
  /// others have deleted is let go of. An object that is to be deleted stays so, and takes over what others
  /// changed in both cases: undo and rollback bring it back with that. Does nothing without a store, and for
  /// an object that was never saved. Core Data: `refresh(_:mergeChanges:)`.
  ///
  /// Refreshing an object of another context is a programmer error and traps. So is dropping changes in a
  /// hook or a rule of a save or a load, which takes changes back if it fails.
  ///
  /// - Throws: What the store throws.
  /// - Complexity: O(*n*) in the number of its links.
  public func refresh(
    _ object: ManagedObject, mergeChanges: Bool = true, file: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    if object.isThere, object.graph != nil { refuseStranger(object, "refreshed", file, line) }
    GraphObservation(graph).beginOperation()
    defer { GraphObservation(graph).endOperation() }
    if !mergeChanges, object.isThere {
      guard isRefreshable(object) else { return }
      if object.row.state.contains(.updated), !graph.journal.marks.isEmpty {
        programmerError(
          "The changes of an object must not be dropped while its context may revert changes: "
            + "in a hook "
            + "or a rule of a save or a load. Do it after the caller has returned, or merge "
            + "changes.",
          file: file, line: line)
      }
      PendingChanges(graph).drop(object)
      // A link may come back to an object that is deleted here, which no longer leads to this one.
      if !deletedObjects.isEmpty { graph.store?.certificate.noteUncertain() }
      if !object.row.state.contains(.updated) { return makeFault(object) }
    }
    var events = SnapshotEventList(graph)
    try takeOver([object], &events)
    events.tell()
  }

  /// Whether the store may have another row of an object than the context.
  func isRefreshable(_ object: ManagedObject) -> Bool {
    graph.store != nil && object.row.slots == graph.slots && object.hasRow
  }

  /// Takes over what others have saved of some objects: a round trip for each entity of theirs.
  func takeOver(_ objects: [ManagedObject], _ events: inout SnapshotEventList) throws {
    let filled = objects.filter(isRefreshable)
    let rows = try graph.storedRows(of: filled)
    try RowRebase(graph).prepare(filled, rows)
    takeOver(filled, rows, &events)
  }

  /// Takes over rows that were just read; what has none is let go of.
  func takeOver(
    _ objects: [ManagedObject], _ rows: [Handle: StoreRow], _ events: inout SnapshotEventList
  ) {
    for object in objects {
      if let row = rows[object.row.handle] {
        RowRebase(graph).rebase(object, on: row)
        events.note(object, .refresh)
      } else {
        RowRebase(graph).removeMissing(object)
      }
    }
  }

  /// Reads all objects again when they are next looked at; what was changed here stays, deletions as well.
  ///
  /// Core Data: `refreshAllObjects()`.
  ///
  /// - Throws: What the store throws.
  /// - Complexity: O(*n*) in the number of objects.
  public func refreshAll() throws {
    guard graph.store != nil else { return }
    GraphObservation(graph).beginOperation()
    defer { GraphObservation(graph).endOperation() }
    var events = SnapshotEventList(graph)
    // Others may have saved objects that lists which follow must show.
    graph.listeners.noteUnknown()
    let objects = graph.keys.handles.compactMap { graph.slots.pointee.object($0) }
    for object in objects { makeFault(object) }
    let deleted = graph.slots.pointee.anyObjects(graph.changes.deleted)
    try takeOver(objects.filter { $0.row.state.contains(.updated) } + deleted, &events)
    events.tell()
  }

  /// Drops the values of an object without changes, unless it is one that is being filled.
  private func makeFault(_ object: ManagedObject) {
    func isFaultable() -> Bool {
      object.row.state.contains(.unchanged) && isRefreshable(object)
        && object.row.state.isDisjoint(with: .updated | .fault | .awaking)
    }
    guard isFaultable() else { return }
    guard object.shape.pointee.hasHooks else { return graph.turnIntoFault(object) }
    graph.whileReading { object.willTurnIntoFault() }
    // The hook may have changed or deleted it.
    guard isFaultable() else { return }
    graph.turnIntoFault(object)
    graph.whileReading { object.didTurnIntoFault() }
    if object.row.state.contains(.fault), object.isThere { graph.fillAndAwake(object) }
  }

  /// Lets go of all objects that nobody else holds and that have no changes, so that their memory is
  /// free; links to them make them again.
  ///
  /// A context with a store does so by itself in a fetch, whenever the number of its objects has doubled
  /// since the last time, unless ``retainsRegisteredObjects``. Does nothing without a store.
  ///
  /// - Returns: How many objects were let go of.
  /// - Complexity: O(*n*) in the number of objects.
  @discardableResult public func forgetUnused() -> Int { UnusedObjects(graph).forget() }

  /// Runs a closure with reads that cannot throw, and throws what kept the store from giving values to
  /// one of them, rather than what came of that.
  func throwingStoreErrors<Success>(_ body: () throws -> Success) throws -> Success {
    try graph.throwStoreError()
    let result = Result { try body() }
    try graph.throwStoreError()
    return try result.get()
  }
}
