import ArmatureModel

/// Saving: hooks, validation, and the step that makes changes last.
extension ManagedObjectContext {
  /// Whether a save or a load is under way.
  enum SaveState { case idle, saving, validating, loading }

  /// Saves all changes.
  ///
  /// In this order: ``willSave``; `willSave()` of every changed object until none changes any more; derived
  /// attributes; validation of everything, and whether a relationship with the rule deny forbids a
  /// deletion; the store takes the changes, all or none, and what others have changed meanwhile, or saved with
  /// the same unique values, is resolved by the ``mergePolicy``; the changes become the saved state; `didSave()`. Core Data: `save()`.
  ///
  /// A `didSave()` may change objects and save them in turn.
  ///
  /// - Throws: ``ValidationReport`` with every failure, ``MergeConflicts`` if others have changed the same
  ///   objects and the policy is ``MergePolicy/error``, ``ManagedObjectError`` if hooks never come
  ///   to rest, or what the store throws, or threw when something was read since the last call that
  ///   could tell. The context is then as it was before the call: all changes
  ///   stay pending and can be repaired, and what hooks and derivations did is taken back. Once the
  ///   ``mergePolicy`` has resolved conflicts, that stays, and what hooks did before. If it is
  ///   `didSave()` that never rests, only the last changes are pending.
  /// - Complexity: O(*n*) in the number of objects that have changed.
  public func save() throws {
    guard saveState == .idle else { throw ManagedObjectError.nestedSave }
    if saveDepth >= Self.hookRounds { isSavingEndlessly = true }
    if isSavingEndlessly { throw ManagedObjectError.endlessSave(rounds: Self.hookRounds) }
    GraphObservation(graph).beginOperation()
    defer { GraphObservation(graph).endOperation() }
    try mergeChangesOfOthers()
    // What was decided on by values that could not be read must not last.
    try graph.throwStoreError()
    processPendingChanges()
    // A merge may have taken away the last link that a load has made.
    if !hasChanges { try confirmIdentities() }
    guard hasChanges else { return endDecisions() }
    let changes = try saveUniqueChanges()
    defer { for object in changes.deleted { object.dropValues() } }
    processPendingChanges()
    // Before the hooks, which may save in turn: others are told in the order of the saves.
    if let saved = changes.transaction, !saved.changes.isEmpty { tell(saved) }
    guard runtime.hasCustomClasses else { return }
    try callDidSave([
      (changes.inserted, .savedInsertion), (changes.updated, .savedUpdate),
      (changes.deleted, .savedDeletion),
    ])
  }

  /// What a save has made last; the transaction is `nil` if nobody wants to know of it.
  private struct SavedChanges {
    var inserted: [ManagedObject]
    var updated: [ManagedObject]
    var deleted: [ManagedObject]
    var transaction: StoreTransaction?
  }

  /// Makes all changes last, once more where what must be unique seems to be taken: it may be free by now,
  /// and what was inserted may be merged into what others have saved.
  private func saveUniqueChanges() throws -> SavedChanges {
    var mark: ChangeJournal.Mark?
    var hasAsked = false
    let mayEndSteps = graph.journal.isBetweenSteps
    graph.journal.hasMetErased = false
    do {
      while true {
        do {
          let changes = try saveChanges(mark, mayEndSteps: mayEndSteps)
          if let mark { graph.keepChanges(since: mark) }
          return changes
        } catch let report as ValidationReport {
          if !hasAsked, hasFreed(report) {
            hasAsked = true
            continue
          }
          // Each merge leaves fewer inserted objects.
          let merge = try UpsertMerge(report, in: self)
          mark = mark ?? graph.mark(beginsStep: false)
          guard try merge.run() else { throw report }
          hasAsked = false
        } catch let error as MergedElsewhere {
          // Another object has the values by now, or none: the merge is made anew.
          guard let former = mark.take(), graph.journal.contains(former) else {
            throw MergeConflicts(conflicts: [error.conflict])
          }
          graph.goBack(to: former)
          hasAsked = false
        } catch is MetErased {
          if let former = mark.take() { graph.goBack(to: former) }
          UndoHistory(graph).endRecording()
          graph.journal.hasMetErased = false
          hasAsked = false
        }
      }
    } catch {
      if let mark { graph.goBack(to: mark) }
      throw error
    }
  }

  /// The store has an object again of which the steps of undo know that it was deleted: the save begins again without
  /// them.
  private struct MetErased: Error {}

  /// Makes all changes last, or none of them.
  ///
  /// - Parameters:
  ///   - merges: Since when inserted objects were merged into saved ones.
  ///   - mayEndSteps: Whether the steps of undo may be forgotten for objects that others have brought back.
  private func saveChanges(
    _ merges: ChangeJournal.Mark?, mayEndSteps: Bool
  ) throws -> SavedChanges {
    saveState = .saving
    decisionState = graph.store.map { DecisionState($0, mayBeCertified: true) }
    defer { (saveState, decisionState) = (.idle, nil) }
    try confirmIdentities()
    try DeletionRollback(self).run()
    var looked: Set<Handle> = []
    let late = try lateMembers(&looked)
    // Without hooks, closures, derivations and late members, also those that only the store finds, nothing changes
    // during the save.
    let changesMore =
      runtime.runsUserCode || concernsDerivations || willSave != nil || !looked.isEmpty
    let mark = changesMore ? graph.mark(beginsStep: false) : nil
    let transaction: StoreTransaction?
    do {
      try delete(late, &looked)
      try willSave?(self)
      if runtime.hasCustomClasses { try callWillSave() }
      if changesMore { try delete(lateMembers(&looked), &looked) }
      let derivedStart = graph.journal.past.count
      try derive(readsAgain: true)
      let derived = derivedStart..<graph.journal.past.count
      do {
        try validateInState(mark)
      } catch let report as ValidationReport {
        guard let state = decisionState, try state.isOutdated() else { throw report }
        decideInNewState()
        try DeletionRollback(self).run()
        try decideAgain()
      }
      if mayEndSteps, graph.journal.hasMetErased { throw MetErased() }
      transaction = try commit(
        [mark, merges].compactMap(\.self), mayEndSteps: mayEndSteps)
      // The next save derives again.
      if let mark, graph.journal.contains(mark) { graph.journal.past.removeEntries(derived) }
    } catch {
      if let mark { graph.goBack(to: mark) }
      // What seems wrong may only be what could not be read.
      try graph.throwStoreError()
      throw mayEndSteps && graph.journal.hasMetErased ? MetErased() : error
    }
    if let mark { graph.keepChanges(since: mark) }
    endDecisions()
    let (inserted, updated, deleted) = PendingChanges(graph).commit()
    return SavedChanges(
      inserted: inserted, updated: updated, deleted: deleted, transaction: transaction)
  }

  /// Whether others have given up some of the values by now that must be unique and are not.
  private func hasFreed(_ report: ValidationReport) -> Bool {
    // What the store has found is true of its present state.
    let resolver = IdentityResolver(graph)
    let shared = graph.sharedValues(report).filter {
      resolver.holders(of: $0.values, $0.constraint).count > 1
    }
    // A store that fails leaves the report, which is true as far as anybody knows.
    guard (try? resolver.find(shared)) != nil else { return false }
    return shared.contains { resolver.holders(of: $0.values, $0.constraint).count < 2 }
  }

  /// Calls the hooks, which may save in turn.
  ///
  /// The innermost save of too many throws, and so do all around it: a hook that ignores the error
  /// would only begin again.
  private func callDidSave(
    _ saved: [(objects: [ManagedObject], as: RowState)]
  ) throws(ManagedObjectError) {
    saveDepth += 1
    UndoHistory(graph).openStep(isNew: false)
    defer { UndoHistory(graph).closeStep() }
    for (objects, state) in saved {
      // A hook may have let others go.
      for object in objects where !object.hasDroppedValues {
        object.row.state.insert(state)
        // Everything was valid a moment ago: what a hook before this one has cleared is its own
        // affair, and a deleted object has lost its links.
        graph.userCode.allowingAbsentReads { object.didSave() }
        object.row.state.remove(state)
      }
    }
    saveDepth -= 1
    guard isSavingEndlessly else { return }
    if saveDepth == 0 { isSavingEndlessly = false }
    throw .endlessSave(rounds: Self.hookRounds)
  }

  /// What has something to save, each in the order of insertion; what is deleted comes last.
  var pending: ContiguousArray<Handle> {
    let (changes, slots) = (graph.changes, graph.slots)
    if changes.isExact {
      return changes.inserted + slots.pointee.inOrder(changes.updated) + changes.deleted
    }
    func inState(_ handles: ContiguousArray<Handle>, _ state: RowState) -> ContiguousArray<Handle> {
      var found = ContiguousArray<Handle>()
      found.reserveCapacity(handles.count)
      for handle in handles {
        let slot = slots.pointee[handle]
        if slot.isThere, let object = slot.object,
          object._withUnsafeGuaranteedRef({ $0.row.state.contains(state) })
        {
          found.append(handle)
        }
      }
      return found
    }
    return inState(changes.inserted, .inserted)
      + inState(graph.slots.pointee.inOrder(changes.updated), .updated) + changes.deleted
  }

  /// How often hooks and derivations may change objects again during one save.
  static let hookRounds = 100

  private func callWillSave() throws {
    var report = ValidationReport()
    var round = graph.slots.pointee.objectsWithHooks(pending)
    for _ in 0..<Self.hookRounds {
      graph.recordNewer()
      let firstNew = graph.slots.pointee.next
      _ = graph.journal.takeNoticed()
      // A hook may have let others go.
      for object in round where !object.hasDroppedValues {
        report.merge(object.report(of: "willSave") { object.willSave() })
      }
      let inserted = ContiguousArray(graph.changes.inserted.filter { $0 >= firstNew })
      round = graph.journal.takeNoticed().filter { $0.hasChanges && $0.shape.pointee.hasHooks }
      round += graph.slots.pointee.objectsWithHooks(inserted)
      if !report.isEmpty {
        // What else is wrong need not wait until the hooks are right.
        report.merge(ObjectGraphValidator(graph).report(on: pending))
        throw report
      }
      if round.isEmpty { return }
    }
    throw ManagedObjectError.unstableSave(rounds: Self.hookRounds)
  }

  /// Validates everything that is to be saved by the state that the save decides in.
  func validateInState(_ mark: ChangeJournal.Mark?) throws {
    try readForRules()
    try inDecisionState { try validatePending(mark) }
  }

  private func validatePending(_ mark: ChangeJournal.Mark?) throws(ValidationReport) {
    saveState = .validating
    defer { saveState = .saving }
    graph.recordNewer()
    let firstNew = graph.slots.pointee.next
    _ = graph.journal.takeNoticed()
    guard let mark, runtime.runsUserCode else {
      let report = ObjectGraphValidator(graph).report(on: pending)
      guard report.isValid else { throw report }
      return
    }
    // Kept, since rules and hooks may let them go, which is to be told all the same.
    let objects = graph.slots.pointee.anyObjects(pending)
    var report = ObjectGraphValidator(graph).report(on: objects, isSaving: true)
    // A rule that changes what it validates would let a state be saved that nobody has validated.
    let inserted = graph.changes.inserted.filter { $0 >= firstNew }
    var changed = graph.journal.takeNoticed() + graph.objects(inserted)
    // So does one that rolls back, after which nothing is left to be recorded.
    if !graph.journal.contains(mark) { changed += objects.filter { !$0.hasChanges } }
    let reported = Set(report.filter { $0.kind == .changedDuringValidation }.map(\.objectID))
    for object in changed where !reported.contains(object.objectID) {
      report.append(object.changedDuringValidation)
    }
    guard report.isValid else { throw report }
  }

  /// Drops all changes: inserted objects go, changed and deleted ones get their saved values back.
  ///
  /// Rolling back in a hook during a load, which has changes of its own, or before a save is complete,
  /// which would have nothing left to save, is a programmer error and traps; `didSave()` may.
  ///
  /// - Complexity: O(*n*) in the number of changed objects and links.
  public func rollback(file: StaticString = #fileID, line: UInt = #line) {
    refuseWhileBusy("rolled back", file, line)
    operation {
      PendingChanges(graph).rollBack()
      graph.decisions.removeAll()
    }
  }

  /// Forgets every object, saved or not; they yield no values any more.
  ///
  /// Resetting in a hook during a load or before a save is complete, whose objects these are, is a
  /// programmer error and traps; `didSave()` may. So is resetting in the middle of a read: in
  /// `awakeFromFetch()`, or in the closure of ``forEachBatch(of:_:)``.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  public func reset(file: StaticString = #fileID, line: UInt = #line) {
    refuseWhileBusy("reset", file, line)
    if graph.userCode.openReads > 0 {
      programmerError(
        "A context must not be reset while its objects are being read: in awakeFromFetch(), or in the "
          + "closure of forEachBatch(of:_:). Do it after the caller has returned.",
        file: file, line: line)
    }
    operation { GraphReset(graph).removeAll() }
  }

  private func refuseWhileBusy(_ action: String, _ file: StaticString, _ line: UInt) {
    let (state, call): (String, String)
    switch saveState {
    case .loading: (state, call) = ("loading", "load()")
    case .saving: (state, call) = ("saving", "save()")
    // What validates may do neither, which is a failure as any other change is.
    case .validating, .idle: return
    }
    programmerError(
      "A context must not be \(action) while it is \(state). Do it after \(call) has returned.",
      file: file, line: line)
  }
}

extension ManagedObjectContext {
  /// Everything that is wrong with the objects of the context, saved or not, and with deletions.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  public func validate() -> ValidationReport {
    withDerivedValues {
      graph.indexes.update()
      // Most objects are valid by rules that look at nothing else: they are only walked over.
      let rest =
        registeredObjects.filter { object in
          object.shape.pointee.hasUniqueIndexes || object.hasRuleClosures || !object.keepsRules
        } + deletedObjects.filter(\.isDenied)
      return ObjectGraphValidator(graph).report(on: rest)
    }
  }
}
