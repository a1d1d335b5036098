import ArmatureModel

/// Saving to a store, and what comes of it when others have changed the same objects.
extension ManagedObjectContext {
  /// How often a save tries again when others change objects while it resolves conflicts.
  private static let commitRounds = 10

  /// Has the store take all changes.
  ///
  /// - Throws: ``MergeConflicts``, ``ValidationReport`` for what conflicts were resolved to, or what the
  ///   store throws.
  func commit(to store: any PersistentStore, _ mark: ChangeJournal.Mark?) throws {
    var transaction = graph.transaction()
    for round in 1... {
      if transaction.changes.isEmpty { return }
      do {
        let versions = try store.commit(transaction)
        graph.setVersions(versions, of: transaction)
        return
      } catch let error as StoreConflicts {
        let conflicts = error.conflicts.map(MergeResolution.init)
        if case .error = mergePolicy { throw MergeConflicts(self, conflicts) }
        if round == Self.commitRounds { throw MergeConflicts(self, conflicts) }
        // What is taken over from others is no change of this save, and is not taken back with it.
        if let mark { graph.keepChanges(since: mark) }
        for conflict in conflicts { try conflict.resolve(in: self) }
        try validatePending(nil)
        transaction = graph.transaction()
      }
    }
  }
}

extension MergeConflicts {
  fileprivate init(_ context: ManagedObjectContext, _ resolutions: [MergeResolution]) {
    conflicts = resolutions.compactMap { $0.conflict(in: context) }
  }
}
