import ArmatureModel

/// Committing to a store, and resolving conflicts with objects that others have changed.
extension ManagedObjectContext {
  /// The number of times that a save tries again, because another context has changed its objects while it was
  /// resolving conflicts.
  ///
  /// If other saves are faster so many times, it is more likely that the store does not accept any save.
  private static let commitRounds = 1_000

  /// Commits all changes to the store, if the context has one. From then on, no code of the user must run until the
  /// changes count as saved here too, so all marks are kept, and user code of parents is held, until then.
  ///
  /// - Parameters:
  ///   - marks: The positions in the journal to which a failed save can return, the last one first.
  ///   - mayEndSteps: True if the save can start again after the undo steps were discarded.
  ///   - held: The user code of the contexts above. The caller resumes it after a successful commit.
  /// - Returns: The saved changes, or `nil` if no one listens to them.
  /// - Throws: ``MergeConflicts``, ``ValidationReport`` if the resolved values are invalid, or the store's error.
  func commit(
    _ marks: [ChangeJournal.Mark], mayEndSteps: Bool, holding held: HeldUserCode
  ) throws -> StoreTransaction? {
    guard let store = graph.store else {
      return tellsOfSaves ? StoreChanges(of: graph).transaction : nil
    }
    try graph.throwStoreError()
    try held.hold()
    UndoHistory(graph).loadLists()
    var changes = StoreChanges(of: graph)
    defer { changes.end() }
    // Collecting the changes may have loaded lists with a changed order.
    try graph.throwStoreError()
    var changed: Set<Int64>?
    // The former versions of objects that keep the values they were read with.
    var versions: [(object: ManagedObject, version: UInt32)] = []
    // The start of the decisions made again since the last conflicts were resolved.
    var decided: ChangeJournal.Mark?
    do {
      for round in 1... {
        if changes.isEmpty { return nil }
        (changes.author, changes.contextName) = (transactionAuthor, name)
        do {
          changes.state = decisionState?.token
          decisionState?.endReading()
          let versions = try store.commit(changes)
          let transaction = tellsOfSaves ? changes.transaction : nil
          changes.setVersions(versions)
          graph.source.noteCommit()
          store.certificate.noteCommit(at: changes.committedState)
          return transaction
        } catch let report as ValidationReport {
          throw report.inOrder(of: changes)
        } catch let error as StoreConflicts {
          // Resolving conflicts runs user code, too.
          held.resume()
          // The keys of the first round, because resolving conflicts changes more objects.
          let changedHere = changed ?? Set(changes.indices.map(changes.key(at:)))
          changed = changedHere
          let all = error.conflicts.map {
            MergeResolution($0, isChangedHere: changedHere.contains($0.id.key))
          }
          let conflicts = all.filter { !$0.takeOverVersion(in: self) }
          if case .error = mergePolicy, !conflicts.isEmpty {
            throw MergeConflicts(self, conflicts)
          }
          let twins = conflicts.filter { $0.isTwin(in: self) }
          if !twins.isEmpty { throw MergeConflicts(self, twins) }
          if round == Self.commitRounds { throw MergeConflicts(self, all) }
          decideInNewState()
          try confirmIdentities()
          try prepare(error.conflicts)
          if let mark = decided.take() { graph.keepChanges(since: mark) }
          // Values taken over from others are not changes of this save and are not taken back with it.
          if all.contains(where: { $0.object(in: self)?.isDeleted == false }) || !conflicts.isEmpty
          {
            for mark in marks { graph.keepChanges(since: mark) }
          }
          versions += conflicts.filter { $0.keepsValues(in: self) }
            .compactMap { $0.object(in: self) }.map { ($0, $0.row.version) }
          try resolve(conflicts)
        } catch is ChangedMeanwhile {
          held.resume()
          if round == Self.hookRounds { throw ManagedObjectError.unstableSave(rounds: round) }
          decideInNewState()
          if let mark = decided.take() { graph.keepChanges(since: mark) }
        }
        decided = graph.mark(beginsStep: false)
        try decideAgain()
        // The save starts again without the undo steps.
        if graph.journal.hasRestoredErased, mayEndSteps { throw StoreConflicts.stateConflict }
        changes.end()
        try held.hold()
        UndoHistory(graph).loadLists()
        changes = StoreChanges(of: graph)
        try graph.throwStoreError()
      }
    } catch {
      held.resume()
      if let decided { graph.goBack(to: decided) }
      // The next save must find the conflicts of these objects again.
      for (object, version) in versions.reversed() { object.row.version = version }
      throw error
    }
    return nil
  }

  /// Bases the decisions of the save on the store's present state.
  func decideInNewState() {
    decisionState = graph.store.map { DecisionState($0, mayBeCertified: false) }
  }

  /// Resolves conflicts by the merge policy.
  private func resolve(_ conflicts: [MergeResolution]) throws {
    try DeletionRollback(self).run()
    for conflict in conflicts { conflict.prepare(in: self) }
    var events = SnapshotEventList(graph)
    for conflict in conflicts {
      try conflict.resolve(in: self)
      if let object = conflict.object(in: self) { events.note(object, .mergePolicy) }
    }
    events.tell()
  }

  /// Repeats all decisions in a new state.
  ///
  /// - Throws: ``ValidationReport``, or the store's error.
  func decideAgain() throws {
    try confirmIdentities()
    // Links that others have moved may now lead to objects being deleted.
    var looked: Set<Handle> = []
    try delete(lateMembers(&looked), &looked)
    // The former derived values were computed from values that others have changed.
    try derive(readsAgain: true)
    try validateInState(nil)
  }

  /// Loads all rows that the resolution of conflicts needs.
  private func prepare(_ conflicts: [StoreConflicts.Conflict]) throws {
    var rows: [Handle: StoreRow] = [:]
    var objects: [ManagedObject] = []
    for conflict in conflicts {
      guard let object = graph.object(for: conflict.id) else { continue }
      objects.append(object)
      rows[object.row.handle] = conflict.current
    }
    try RowRebase(graph).prepare(objects, rows)
  }

  /// True if something listens to saves.
  private var tellsOfSaves: Bool {
    !broadcast.isEmpty || hub?.hasListeners(besides: mailbox) ?? false
      || childHub.hasListeners(besides: nil)
  }

  /// Reports a save to all listeners.
  func tell(_ transaction: StoreTransaction) {
    let change = ContextChange(transaction, model)
    broadcast.send(change)
    hub?.post(change, from: mailbox)
    childHub.post(change, from: nil)
  }
}

extension ValidationReport {
  /// Returns the same failures in the order of the changes; stores may find them in another order.
  fileprivate func inOrder(of changes: StoreChanges) -> ValidationReport {
    let places = Dictionary(
      zip(changes.indices.map(changes.key(at:)), changes.indices), uniquingKeysWith: { $1 })
    let ranked = failures.enumerated().map { position, failure in
      let place = failure.objectID.flatMap { places[$0.key] } ?? .max
      return (place: place, position: position, failure: failure)
    }
    let sorted = ranked.sorted { left, right in
      (left.place, left.position) < (right.place, right.position)
    }
    return ValidationReport(sorted.map(\.failure))
  }
}

extension MergeConflicts {
  fileprivate init(_ context: ManagedObjectContext, _ resolutions: [MergeResolution]) {
    conflicts = resolutions.compactMap { $0.conflict(in: context) }
  }
}
