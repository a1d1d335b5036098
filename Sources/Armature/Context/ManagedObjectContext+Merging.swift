/// Taking over what other contexts have saved.
extension ManagedObjectContext {
  /// Takes over what another context of the same store has saved.
  ///
  /// Objects that have no changes here get the new values; of the others, what was changed here stays. An object
  /// that is to be deleted here stays so, and gets the new values all the same: undo and rollback bring it
  /// back with these. What is merged is no conflict of the next save any more, neither of an update nor of a
  /// deletion. Objects that were deleted are let go of. Objects that this context has not heard of are left
  /// alone.
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
    // What a parent inserts its children may have read before it is saved.
    try takeOver(registered { $0.kind != .delete }, &events)
    // Lists may have members that nobody has looked at.
    let deleted = changes.filter { $0.kind == .delete }.compactMap { change in
      merged.object(with: change.id) ?? merged.unreadObject(with: change.id)
    }
    // It may be there again: somebody has brought it back since, or a parent has taken back a deletion that a
    // child has saved.
    let rows = try graph.storedRows(of: deleted)
    for object in deleted where rows[object.row.handle] == nil {
      RowRebase(graph).removeMissing(object)
    }
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
