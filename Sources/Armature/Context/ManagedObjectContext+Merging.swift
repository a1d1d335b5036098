/// Merging the saves of other contexts.
extension ManagedObjectContext {
  /// Merges the changes that another context on the same store has saved.
  ///
  /// You need this method only if ``mergesChangesAutomatically`` is `false`. After the merge, the objects of your
  /// context are up to date:
  /// - An object that you have not changed gets all new values.
  /// - An object that you have changed keeps your changes, and gets the new values of all other properties.
  /// - An object that you have deleted stays deleted. If you undo the deletion or roll it back, the object has the new
  ///   values.
  /// - An object that the other context has deleted is removed.
  ///
  /// Objects that your context has not loaded are ignored. The merge also prevents conflicts, because your next save is
  /// then based on the merged values.
  ///
  /// Core Data: `mergeChanges(fromContextDidSave:)`.
  ///
  /// - Throws: Any error of the store.
  /// - Complexity: O(*n*) in the number of objects that have changed.
  public func mergeChanges(from change: ContextChange) throws { try merge(change, reader: nil) }

  /// Merges saves from the store's history. Use this method if ``mergesChangesAutomatically`` is `false`.
  ///
  /// - Throws: Any error of the store.
  /// - Complexity: O(*n*) in the number of objects that have changed.
  public func mergeChanges(from history: [PersistentHistoryTransaction]) throws {
    try merge(ContextChange(history), reader: nil)
  }

  /// Merges the changes of a batch that another context on the same store has executed.
  ///
  /// You don't need this method for the batches that this context executes, because it merges them automatically. The
  /// result of a batch does not list the changed objects, so the context compares the versions of all its objects with
  /// the store.
  ///
  /// - Throws: Any error of the store.
  /// - Complexity: O(*n*) in the number of objects in the context.
  public func mergeChanges(from result: BatchResult) throws {
    if result.count > 0 { try merge(.unknown, reader: nil) }
  }

  /// - Parameter reader: The reader of the rows; `nil` for their present state.
  private func merge(_ change: ContextChange, reader: CheckedReader?) throws {
    guard let store = graph.store else { return }
    var events = SnapshotEventList(graph)
    try operation {
      let reader = try reader ?? store.reader()
      try graph.reading(from: reader) {
        let changes =
          change.isUnknown
          ? try MergedChanges(graph).changesByVersion(reader) : change.transaction.changes
        try takeOver(changes, &events)
      }
      events.tell()
    }
    childHub.post(change, from: nil)
  }

  private func takeOver(_ changes: [StoreChange], _ events: inout SnapshotEventList) throws {
    let merged = MergedChanges(graph)
    for change in changes where change.kind != .delete {
      merged.note(change)
      merged.unloadLists(behind: change)
    }
    func registered(_ isWanted: (StoreChange) -> Bool) -> [ManagedObject] {
      changes.filter(isWanted).compactMap { merged.object(with: $0.id) }
    }
    // Child contexts may have read an insertion of the parent before it is saved.
    try takeOver(registered { $0.kind != .delete }, &events)
    // Lists may have members that were never read.
    let deleted = changes.filter { $0.kind == .delete }.compactMap { change in
      merged.object(with: change.id) ?? merged.unreadObject(with: change.id)
    }
    // The object may exist again: another context has restored it since, or a parent has taken back a deletion that a
    // child has saved.
    let rows = try RowRebase(graph).storedRows(of: deleted).rows
    for object in deleted where rows[object.row.handle] == nil {
      RowRebase(graph).removeMissing(object)
    }
  }

  /// True if other saves are merged now. A save or a load could not take them back.
  private var mergesNow: Bool {
    mailbox != nil && saveState == .idle && !graph.journal.isRecording
  }

  /// Merges all saves since the last time, if the context merges automatically.
  func mergeRemoteChanges() throws {
    try mergePostedChanges()
    guard mergesNow, let store = graph.store, graph.source.parent == nil else { return }
    try mergeChanges(of: store.reader())
  }

  /// Merges all saves up to the present state and returns a reader of that state.
  func readerAfterMerging(_ store: CheckedStore) throws -> CheckedReader {
    let reader = try store.reader()
    guard mergesNow, graph.source.parent == nil else { return reader }
    let commitCount = graph.source.commitCount
    try mergeChanges(of: reader)
    // A hook may have saved.
    return graph.source.commitCount == commitCount ? reader : try store.reader()
  }

  /// Merges the saves of other processes up to the state of a reader.
  private func mergeChanges(of reader: CheckedReader) throws {
    guard let token = try reader.token(), token != mergedToken else { return }
    switch try mergedToken.map(reader.remoteChanges) ?? .unknown {
    case .none: break
    case .known(let transactions):
      try merge(ContextChange(transactions), reader: reader)
    case .unknown: try merge(.unknown, reader: reader)
    }
    mergedToken = token
  }

  /// Merges the saves of other contexts in this process since the last time, if the context merges automatically.
  func mergePostedChanges() throws {
    guard mergesNow, let mailbox else { return }
    try graph.source.parent?.mergeRemoteChanges()
    let changes = mailbox.takeAll()
    for (number, change) in changes.enumerated() {
      do {
        try mergeChanges(from: change)
      } catch {
        // The merge can be tried again after a store error.
        mailbox.putBack(changes[number...])
        throw error
      }
    }
  }
}
