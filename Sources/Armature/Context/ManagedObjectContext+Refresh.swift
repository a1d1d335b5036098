public import ArmatureModel

/// Looking up, refreshing and evicting objects of a store.
extension ManagedObjectContext {
  /// Returns the object with an ID, without asking the store for it.
  ///
  /// This method is fast, because it does not check whether the object exists in the store. If the context has not
  /// loaded the object, you get a fault, which loads its values when you first read one of them. If it turns out that
  /// the store does not contain the object, all its properties are `nil`. To make sure that the object exists, use
  /// ``existingObject(with:)`` instead.
  ///
  /// Core Data: `object(with:)`.
  ///
  /// - Returns: The object, or `nil` if the ID belongs to another store or to an unknown entity. The result is also
  ///   `nil` if the object is deleted, or if the context knows it as an object of another entity.
  /// - Complexity: O(1) on average.
  public func object(with id: ManagedObjectID) -> ManagedObject? {
    if let object = graph.object(for: id) { return object }
    guard graph.store != nil, id.storeID == graph.storeID, id.key > 0 else { return nil }
    let handle = StoreSlots(graph).handle(ofUntrusted: id)
    return handle.isNone ? nil : graph.object(handle)
  }

  /// Registers the objects in the store that are new to the context.
  ///
  /// IDs in input data may name a wrong entity or a missing object. Such IDs are skipped.
  func takeUp(_ ids: some Sequence<ManagedObjectID>) throws {
    guard let store = graph.store else { return }
    try Prefetch(graph, graph.source.reader(of: store)).find(ids)
  }

  /// Registers an object in the store that is new to the context.
  func takeUp(_ id: ManagedObjectID) throws {
    guard let store = graph.store else { return }
    try Prefetch(graph, graph.source.singleUseReader(of: store)).find(id)
  }

  /// Returns the object with an ID. Its values are read from the store if necessary.
  ///
  /// Core Data: `existingObject(with:)`.
  ///
  /// - Throws: ``ManagedObjectError/noSuchObject(_:)`` if the object does not exist, or the error of the store.
  public func existingObject(with id: ManagedObjectID) throws -> ManagedObject {
    if !graph.knows(id) { try takeUp(id) }
    if graph.knows(id), let object = object(with: id), object.isThere {
      if object.isFilled() { return object }
      try graph.throwStoreError()
    }
    throw ManagedObjectError.noSuchObject(id)
  }

  /// Returns whether an object is a fault: its values have not been loaded from the store.
  ///
  /// Without a store, the result is always false.
  ///
  /// This is a method of the context, because the entity of an object may declare a property with the name `isFault`.
  public func isFault(_ object: ManagedObject) -> Bool { object.row.state.contains(.fault) }

  /// Updates an object with its values in the store.
  ///
  /// Use this method to see the changes of other contexts, or to discard your own changes to one object. If you pass
  /// `true` for `mergeChanges`, the object keeps your changes, and all other properties get their saved values. If you
  /// pass `false`, your changes are discarded, and the object is loaded again when you next read it, or at once if undo
  /// steps concern it. If you have linked another object to this one by a to-one relationship, the link stays, because
  /// it is a change of the other object.
  ///
  /// If the object was deleted in the store, it is removed from the context. If you have deleted it in this context, it
  /// stays deleted. If you undo the deletion or roll it back, the object gets its values from the store. If the context
  /// has no store or the object has never been saved, nothing happens.
  ///
  /// Refreshing an object of another context is a programmer error and traps. Discarding changes in a hook or a rule
  /// during a save or a load traps as well.
  ///
  /// Core Data: `refresh(_:mergeChanges:)`.
  ///
  /// - Throws: Any error of the store.
  /// - Complexity: O(*n*) in the number of the object's links, and of recorded undo changes if `mergeChanges` is `false`.
  public func refresh(
    _ object: ManagedObject, mergeChanges: Bool = true, file: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    if object.isThere, object.graph != nil { rejectStranger(object, "refreshed", file, line) }
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
      // The refresh may restore a link to an object deleted here, which no longer leads back.
      if !deletedObjects.isEmpty { graph.store?.certificate.noteUncertain() }
      if !object.row.state.contains(.updated), !graph.journal.hasChanged(object.row.handle) {
        return makeFault(object)
      }
    }
    var events = SnapshotEventList(graph)
    try takeOver([object], &events)
    events.tell()
  }

  /// Returns whether the store may have another row of an object than the context.
  func isRefreshable(_ object: ManagedObject) -> Bool {
    graph.store != nil && object.row.slots == graph.slots && object.hasRow
  }

  /// Takes over the saved values of some objects, with a round trip for each entity.
  func takeOver(_ objects: [ManagedObject], _ events: inout SnapshotEventList) throws {
    let (filled, rows) = try RowRebase(graph).storedRows(of: objects.filter(isRefreshable))
    takeOver(filled, rows, &events)
  }

  /// Takes over rows that were just read, and removes objects without a row.
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

  /// Reads the values of all objects from the store again when you next need them. The context keeps its own changes
  /// and deletions. Objects that undo steps concern are read at once, so that undo does not overwrite the changes of
  /// others.
  ///
  /// Core Data: `refreshAllObjects()`.
  ///
  /// - Throws: Any error of the store.
  /// - Complexity: O(*n*) in the number of objects.
  public func refreshAll() throws {
    guard graph.store != nil else { return }
    GraphObservation(graph).beginOperation()
    defer { GraphObservation(graph).endOperation() }
    var events = SnapshotEventList(graph)
    // Others may have saved objects that live lists must show.
    graph.listeners.noteUnknown()
    let objects = graph.keys.handles.compactMap { graph.slots.object($0) }
    let changed = graph.journal.changedHandles
    for object in objects where !changed.contains(object.row.handle) { makeFault(object) }
    let deleted = graph.slots.anyObjects(graph.changes.deleted)
    let kept = objects.filter {
      $0.row.state.contains(.updated) || changed.contains($0.row.handle)
    }
    try takeOver(kept + deleted, &events)
    events.tell()
  }

  /// Turns an unchanged object into a fault, unless it is just being filled.
  private func makeFault(_ object: ManagedObject) {
    func isFaultable() -> Bool {
      object.row.state.contains(.unchanged) && isRefreshable(object)
        && object.row.state.isDisjoint(with: .updated | .fault | .awaking)
    }
    guard isFaultable() else { return }
    guard object.shape.hasHooks else { return graph.turnIntoFault(object) }
    graph.whileReading { object.willTurnIntoFault() }
    // The hook may have changed or deleted it.
    guard isFaultable() else { return }
    graph.turnIntoFault(object)
    graph.whileReading { object.didTurnIntoFault() }
    if object.row.state.contains(.fault), object.isThere { graph.fillAndAwake(object) }
  }

  /// Frees the memory of unchanged objects to which your code no longer refers.
  ///
  /// You rarely need to call this method, because a fetch does the same when the number of objects in the context has
  /// doubled. To prevent this, set ``retainsRegisteredObjects`` to `true`. An evicted object is loaded again when you
  /// fetch it or follow a link to it. A context without a store does not evict objects, because it could not load them
  /// again.
  ///
  /// - Returns: The number of evicted objects.
  /// - Complexity: O(*n*) in the number of objects.
  @discardableResult public func evictUnusedObjects() -> Int { UnusedObjects(graph).forget() }

  /// Runs a closure with reads that cannot throw. Throws the store error of such a read in preference to the error of
  /// the closure.
  func throwingStoreErrors<Success>(_ body: () throws -> Success) throws -> Success {
    try graph.throwStoreError()
    let result = Result { try body() }
    try graph.throwStoreError()
    return try result.get()
  }
}
