/// Taking over what other contexts have saved.
extension ManagedObjectContext {
  /// Takes over what another context of the same store has saved.
  ///
  /// Objects that have no changes here get the new values; of the others, what was changed here stays.
  /// Objects that were deleted are let go of. Objects that this context has not heard of are left alone.
  /// Core Data: `mergeChanges(fromContextDidSave:)`.
  ///
  /// - Throws: What the store throws.
  /// - Complexity: O(*n*) in the number of objects that have changed.
  public func mergeChanges(from change: ContextChange) throws { try merge(change, reader: nil) }

  /// Takes over what others have saved, as the history of the store tells of it: the same for contexts that do
  /// not merge by themselves.
  ///
  /// - Throws: What the store throws.
  /// - Complexity: O(*n*) in the number of objects that have changed.
  public func mergeChanges(from history: [PersistentHistoryTransaction]) throws {
    try merge(ContextChange(history), reader: nil)
  }

  /// Takes over what a batch has changed that another context of the store has executed; a context does so
  /// with its own by itself.
  ///
  /// Which objects that are is told by their versions, which are all compared.
  ///
  /// - Throws: What the store throws.
  /// - Complexity: O(*n*) in the number of objects that the context has.
  public func mergeChanges(from result: BatchResult) throws {
    if result.count > 0 { try merge(.unknown, reader: nil) }
  }

  /// - Parameter reader: What the rows are read from; `nil` for their present state.
  private func merge(_ change: ContextChange, reader: CheckedReader?) throws {
    guard let store = graph.store else { return }
    var events = SnapshotEventList(graph)
    try operation {
      let reader = try reader ?? store.reader()
      try graph.reading(from: reader) {
        let changes =
          change.isUnknown ? try unknownChanges(reader) : change.transaction.changes
        try takeOver(changes, &events)
      }
      events.tell()
    }
    childHub.post(change, from: nil)
  }

  private func takeOver(_ changes: [StoreChange], _ events: inout SnapshotEventList) throws {
    for change in changes where change.kind != .delete {
      graph.noteMerging(change)
      graph.unloadLists(behind: change)
    }
    func registered(_ isWanted: (StoreChange) -> Bool) -> [ManagedObject] {
      changes.filter(isWanted).compactMap { graph.registeredObject($0.id) }
    }
    // What a parent inserts its children may have read before it is saved.
    try takeOver(registered { $0.kind != .delete }, &events)
    let deleted = registered { $0.kind == .delete }
    // It may be there again: somebody has brought it back since, or a parent has taken back a deletion that a
    // child has saved.
    let rows = try graph.storedRows(of: deleted)
    for object in deleted where rows[object.row.handle] == nil {
      RowRebase(graph).removeMissing(object)
    }
  }

  /// The objects that others have changed or deleted, as their versions tell; lists have none, and are all
  /// loaded again.
  private func unknownChanges(_ reader: CheckedReader) throws -> [StoreChange] {
    graph.listeners.noteUnknown()
    let known =
      graph.keys.handles.compactMap { graph.slots.pointee.object($0) }
      + graph.slots.pointee.anyObjects(graph.changes.deleted)
    let objects = known.filter {
      $0.row.version != 0 && $0.row.state.isDisjoint(with: .inserted | .fault | .gone)
    }
    for object in objects {
      for link in object.shape.pointee.links where link.isToMany {
        ListLoader(graph).unload(object, link.place)
      }
    }
    // A context has no versions.
    if graph.store?.isParent == true { return objects.map { StoreChange($0.objectID, .update) } }
    var changes: [StoreChange] = []
    for (entity, group) in objects.grouped(byEntity: { $0.shape.pointee.index }) {
      let rows = try reader.rows(for: group.map(\.objectID.key), of: entity, for: graph)
      let versions = Dictionary(uniqueKeysWithValues: rows.records.map { ($0.key, $0.version) })
      for object in group {
        let id = object.objectID
        guard let version = versions[id.key] else {
          changes.append(StoreChange(id, .delete))
          continue
        }
        if version != object.row.version { changes.append(StoreChange(id, .update)) }
      }
    }
    return changes
  }

  /// Whether what others have saved is merged now: not in the middle of a save or a load, which could not be
  /// taken back any more.
  private var mergesNow: Bool {
    mailbox != nil && saveState == .idle && !graph.journal.isRecording
  }

  /// Merges what others have saved since the last time, if the context does so by itself.
  func mergeChangesOfOthers() throws {
    try mergePostedChanges()
    guard mergesNow, let store = graph.store, !store.isParent else { return }
    try mergeChanges(of: store.reader())
  }

  /// A reader of the present state, once what others have saved by then is merged.
  func readerAfterMerging(_ store: CheckedStore) throws -> CheckedReader {
    let reader = try store.reader()
    guard mergesNow, !store.isParent else { return reader }
    let commitCount = graph.source.commitCount
    try mergeChanges(of: reader)
    // A hook may have saved.
    return graph.source.commitCount == commitCount ? reader : try store.reader()
  }

  /// Merges what other processes have saved up to the state of a reader.
  private func mergeChanges(of reader: CheckedReader) throws {
    guard let token = try reader.token(), token != mergedToken else { return }
    switch try mergedToken.map(reader.changesOfOthers) ?? .unknown {
    case .none: break
    case .known(let transactions):
      try merge(ContextChange(transactions), reader: reader)
    case .unknown: try merge(.unknown, reader: reader)
    }
    mergedToken = token
  }

  /// Merges what other contexts of the process have saved since the last time, if the context does so by
  /// itself.
  func mergePostedChanges() throws {
    guard mergesNow, let mailbox else { return }
    try (graph.store?.store as? any ParentOfContext)?.mergeChangesOfOthers()
    let changes = mailbox.takeAll()
    for (number, change) in changes.enumerated() {
      do {
        try mergeChanges(from: change)
      } catch {
        // A store that fails may be asked again.
        mailbox.putBack(changes[number...])
        throw error
      }
    }
  }
}

extension ObjectGraph {
  /// The object with an ID, if it has been made; none for an ID that names another entity than the object's,
  /// which a store may have told wrongly.
  fileprivate func registeredObject(_ id: ManagedObjectID) -> ManagedObject? {
    guard let handle = keys.handle(forKey: id.key),
      slots.pointee.entity(of: handle) == model.index(of: id.entityName)
    else { return nil }
    return slots.pointee.anyObject(handle)
  }

  /// Notes that others have inserted or changed an object; one that was gone is there again.
  ///
  /// One that this context has not heard of is taken up only for those who listen: they may find it now.
  fileprivate func noteMerging(_ change: StoreChange) {
    let isNew = keys.handle(forKey: change.id.key) == nil
    if isNew && !slots.pointee.notesChanges { return }
    let handle =
      change.kind == .insert
      ? StoreSlots(self).handle(ofStored: change.id) : StoreSlots(self).handle(of: change.id)
    if handle.isNone { return }
    if change.kind == .insert, isNew {
      listeners.noteComing(handle)
    } else {
      listeners.noteRefreshing(handle)
    }
  }

  /// Has the lists loaded again of what a changed row leads to now, or led to.
  fileprivate func unloadLists(behind change: StoreChange) {
    guard let entity = model.index(of: change.id.entityName) else { return }
    let runtime = runtime(at: entity)
    for value in change.values {
      if case .object(let id) = value.value { unloadLists(of: [id], runtime, value.property) }
    }
    for links in change.links {
      unloadLists(of: links.added + links.removed, runtime, links.property)
    }
  }

  /// Has the lists of objects loaded again that are the inverse of a relationship.
  private func unloadLists(of ids: [ManagedObjectID], _ runtime: EntityRuntime, _ property: Int) {
    guard runtime.persistentProperties.indices.contains(property) else { return }
    let link = runtime.shape.pointee.link(at: runtime.persistentProperties[property].place)
    guard link.pointee.hasInverse, link.pointee.isInverseToMany else { return }
    for target in ids.compactMap(registeredObject) where !target.row.state.contains(.fault) {
      ListLoader(self).unload(target, link.pointee.inverse(in: target.shape))
    }
  }
}
