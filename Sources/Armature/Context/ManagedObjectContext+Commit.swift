import ArmatureModel

/// Saving to a store, and what comes of it when others have changed the same objects.
extension ManagedObjectContext {
  /// How often a save tries again when others change objects while it resolves conflicts.
  ///
  /// Each time that it loses, another save has won: so many in a row are a store that accepts nothing.
  private static let commitRounds = 1_000

  /// Has the store take all changes, if there is one.
  ///
  /// - Parameters:
  ///   - marks: Where the save may go back to, the last first.
  ///   - mayEndSteps: Whether the save may begin again without the steps of undo.
  /// - Returns: What was saved; `nil` if nobody wants to know.
  /// - Throws: ``MergeConflicts``, ``ValidationReport`` for what conflicts were resolved to, or what the
  ///   store throws.
  func commit(_ marks: [ChangeJournal.Mark], mayEndSteps: Bool) throws -> StoreTransaction? {
    guard let store = graph.store else {
      return tellsOfSaves ? StoreChanges(of: graph).transaction : nil
    }
    try graph.throwStoreError()
    UndoHistory(graph).loadLists()
    var changes = StoreChanges(of: graph)
    defer { changes.end() }
    // Lists whose order has changed may have been loaded for it.
    try graph.throwStoreError()
    var changed: Set<Int64>?
    // The versions that objects had which keep the values that were read.
    var versions: [(object: ManagedObject, version: UInt32)] = []
    // Since when was decided again, after the last conflicts were resolved.
    var decided: ChangeJournal.Mark?
    do {
      for round in 1... {
        if changes.isEmpty {
          if let decided { graph.keepChanges(since: decided) }
          return nil
        }
        (changes.author, changes.contextName) = (transactionAuthor, name)
        do {
          changes.state = decisionState?.token
          decisionState?.endReading()
          let versions = try store.commit(changes)
          let transaction = tellsOfSaves ? changes.transaction : nil
          changes.setVersions(versions)
          graph.source.noteCommit()
          store.certificate.noteCommit(at: changes.committedState)
          if let decided { graph.keepChanges(since: decided) }
          return transaction
        } catch let report as ValidationReport {
          throw report.inOrder(of: changes)
        } catch let error as StoreConflicts {
          // Those of the first round: what is resolved changes more.
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
          // What is taken over from others is no change of this save, and is not taken back with it.
          if all.contains(where: { $0.object(in: self)?.isDeleted == false }) || !conflicts.isEmpty
          {
            for mark in marks { graph.keepChanges(since: mark) }
          }
          versions += conflicts.filter { $0.keepsValues(in: self) }
            .compactMap { $0.object(in: self) }.map { ($0, $0.row.version) }
          try resolve(conflicts)
          decided = graph.mark(beginsStep: false)
          try decideAgain()
          // The save begins again without the steps of undo.
          if graph.journal.hasMetErased, mayEndSteps { throw StoreConflicts.ofState }
          changes.end()
          UndoHistory(graph).loadLists()
          changes = StoreChanges(of: graph)
          try graph.throwStoreError()
        }
      }
    } catch {
      if let decided { graph.goBack(to: decided) }
      // The next save must find what others have made of these, too.
      for (object, version) in versions.reversed() { object.row.version = version }
      throw error
    }
    return nil
  }

  /// Has the save decide in the state that the store has by now.
  func decideInNewState() {
    decisionState = graph.store.map { DecisionState($0, mayBeCertified: false) }
  }

  /// Resolves conflicts as the policy says.
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

  /// Decides everything again, in a new state.
  ///
  /// - Throws: ``ValidationReport``, or what the store throws.
  func decideAgain() throws {
    try confirmIdentities()
    // What leads elsewhere by now may lead to what is to be deleted.
    var looked: Set<Handle> = []
    try delete(lateMembers(&looked), &looked)
    // What was computed before was computed of what others have changed.
    try derive(readsAgain: true)
    try validateInState(nil)
  }

  /// Has all at hand that the resolution of conflicts needs.
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

  /// Whether anybody wants to know what is saved.
  private var tellsOfSaves: Bool {
    !broadcast.isEmpty || hub?.hasListeners(besides: mailbox) ?? false
      || childHub.hasListeners(besides: nil)
  }

  /// Tells others what was saved.
  func tell(_ transaction: StoreTransaction) {
    let change = ContextChange(transaction, model)
    broadcast.send(change)
    hub?.post(change, from: mailbox)
    childHub.post(change, from: nil)
  }
}

extension ValidationReport {
  /// The same failures in the order of the changes, in which stores need not find them.
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
