import ArmatureModel

/// Saving to a store, and what comes of it when others have changed the same objects.
extension ManagedObjectContext {
  /// How often a save tries again when others change objects while it resolves conflicts.
  ///
  /// Each time that it loses, another save has won: so many in a row are a store that accepts nothing.
  private static let commitRounds = 1_000

  /// Has the store take all changes, if there is one.
  ///
  /// - Returns: What was saved; `nil` if nobody wants to know.
  /// - Throws: ``MergeConflicts``, ``ValidationReport`` for what conflicts were resolved to, or what the
  ///   store throws.
  func commit(_ mark: ChangeJournal.Mark?) throws -> StoreTransaction? {
    guard let store = graph.store else { return broadcast.isEmpty ? nil : graph.transaction() }
    try throwStoreError()
    var transaction = graph.transaction()
    for round in 1... {
      if transaction.changes.isEmpty { return nil }
      do {
        let versions = try store.commit(transaction)
        graph.setVersions(versions, of: transaction)
        let isWanted = !broadcast.isEmpty || hub?.hasListeners(besides: mailbox) ?? false
        return isWanted ? transaction : nil
      } catch let error as StoreConflicts {
        let all = error.conflicts.map(MergeResolution.init)
        let conflicts = all.filter { !$0.takeOverVersion(in: self) }
        if case .error = mergePolicy, !conflicts.isEmpty { throw MergeConflicts(self, conflicts) }
        if round == Self.commitRounds { throw MergeConflicts(self, all) }
        // What is taken over from others is no change of this save, and is not taken back with it.
        if let mark { graph.keepChanges(since: mark) }
        for conflict in conflicts { conflict.prepare(in: self) }
        var events = SnapshotEventList(graph)
        for conflict in conflicts {
          try conflict.resolve(in: self)
          if let object = conflict.object(in: self) { events.note(object, .mergePolicy) }
        }
        events.tell()
        try validatePending(nil)
        transaction = graph.transaction()
      }
    }
    return nil
  }

  /// Tells others what was saved.
  func tell(_ transaction: StoreTransaction) {
    let change = ContextChange(transaction, model)
    broadcast.send(change)
    hub?.post(change, from: mailbox)
  }
}

extension MergeConflicts {
  fileprivate init(_ context: ManagedObjectContext, _ resolutions: [MergeResolution]) {
    conflicts = resolutions.compactMap { $0.conflict(in: context) }
  }
}
