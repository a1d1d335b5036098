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
  public func mergeChanges(from change: ContextChange) throws {
    guard graph.store != nil else { return }
    var events = SnapshotEventList(graph)
    try operation {
      let changes = change.transaction.changes
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
      // A parent may have taken a deletion back that a child has saved.
      let rows = graph.store?.isParent == true ? try graph.storedRows(of: deleted) : [:]
      for object in deleted where rows[object.row.handle] == nil {
        RowRebase(graph).removeMissing(object)
      }
      events.tell()
    }
    childHub.post(change, from: nil)
  }

  /// Merges what others have saved since the last time, if the context does so by itself.
  func mergePostedChanges() throws {
    // Not in the middle of a save or a load, which could not be taken back any more.
    guard let mailbox, saveState == .idle, !graph.journal.isRecording else { return }
    try (graph.store?.store as? any ParentOfContext)?.mergePostedChanges()
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
      entity(of: handle) == model.index(of: id.entityName)
    else { return nil }
    return slots.pointee.anyObject(handle)
  }

  /// Notes that others have inserted or changed an object; one that was gone is there again.
  ///
  /// One that this context has not heard of is taken up only for those who listen: they may find it now.
  fileprivate func noteMerging(_ change: StoreChange) {
    let isNew = keys.handle(forKey: change.id.key) == nil
    if isNew && !slots.pointee.notesChanges { return }
    let handle = change.kind == .insert ? handle(ofStored: change.id) : handle(of: change.id)
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
