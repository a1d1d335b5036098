import ArmatureModel

/// Saving: hooks, validation and the commit.
extension ManagedObjectContext {
  /// The stage of a save or a load under way.
  enum SaveState { case idle, saving, validating, loading }

  /// Saves all changes of the context, or throws an error and saves nothing.
  ///
  /// A save runs these steps:
  ///
  /// 1. It calls the closure ``willSave``.
  /// 2. It calls the hook `willSave()` of every changed object. If the hooks change objects, this step is repeated
  ///    until they change nothing.
  /// 3. It deletes the parts that you have removed from their owners.
  /// 4. It computes derived attributes.
  /// 5. It validates all changes. The delete rule deny can forbid a deletion in this step.
  /// 6. It commits the changes to the store. If another context has changed the same objects, or has saved an object
  ///    with the same unique values, the ``mergePolicy`` resolves the conflict.
  /// 7. It calls the hook `didSave()` of every saved object. The hook may change objects and save them.
  ///
  /// If the save throws an error, the context keeps your unsaved changes, so you can correct them and save again. The
  /// changes that hooks have made are reverted, and so are the derived attributes. There is one exception: if the
  /// ``mergePolicy`` has already resolved a conflict, the context keeps the resolved values and the changes of the
  /// hooks.
  ///
  /// Core Data: `save()`.
  ///
  /// - Throws:
  ///   - ``ValidationReport`` with every failure.
  ///   - ``MergeConflicts`` if another context has changed the same objects and the policy is ``MergePolicy/error``.
  ///   - ``ManagedObjectError`` if the hooks never stop changing objects. If `didSave()` is the cause, all changes
  ///     except the last ones are saved.
  ///   - Any error of the store. If an object could not be loaded when you read a property, the next save throws this
  ///     error, because reading a property cannot throw.
  /// - Complexity: O(*n*) in the number of objects that have changed.
  public func save() throws {
    guard saveState == .idle, !graph.userCode.isHeld else { throw ManagedObjectError.nestedSave }
    if saveDepth >= Self.hookRounds { isSavingEndlessly = true }
    if isSavingEndlessly { throw ManagedObjectError.endlessSave(rounds: Self.hookRounds) }
    GraphObservation(graph).beginOperation()
    defer { GraphObservation(graph).endOperation() }
    try mergeRemoteChanges()
    // Decisions based on unreadable values must not be saved.
    try graph.throwStoreError()
    processPendingChanges()
    // A merge may have removed the last link made by a load.
    if !hasChanges { try confirmIdentities() }
    guard hasChanges else { return endDecisions() }
    let changes = try saveUniqueChanges()
    defer { for object in changes.deleted { object.dropValues() } }
    processPendingChanges()
    // Before the hooks, which may save: listeners must receive the saves in order.
    if let saved = changes.transaction, !saved.changes.isEmpty { tell(saved) }
    guard runtime.hasCustomClasses else { return }
    try callDidSave([
      (changes.inserted, .savedInsertion), (changes.updated, .savedUpdate),
      (changes.deleted, .savedDeletion),
    ])
  }

  /// The changes of a save; the transaction is `nil` if nothing listens to saves.
  private struct SavedChanges {
    var inserted: [ManagedObject]
    var updated: [ManagedObject]
    var deleted: [ManagedObject]
    var transaction: StoreTransaction?
  }

  /// Saves all changes. If a unique value seems taken, tries once more: the value may be free in the store, or the
  /// inserted object may be merged into a saved one.
  private func saveUniqueChanges() throws -> SavedChanges {
    var mark: ChangeJournal.Mark?
    var hasAsked = false
    let mayEndSteps = graph.journal.isBetweenSteps
    graph.journal.hasRestoredErased = false
    do {
      while true {
        do {
          return try saveChanges(mark, mayEndSteps: mayEndSteps)
        } catch let report as ValidationReport {
          if !hasAsked, hasFreed(report) {
            hasAsked = true
            continue
          }
          // Each merge reduces the number of inserted objects, so this ends.
          let merge = try UpsertMerge(report, in: self)
          mark = mark ?? graph.mark(beginsStep: false)
          guard try merge.run() else { throw report }
          hasAsked = false
        } catch let error as MergedElsewhere {
          // The values now belong to another object or to no object, so the merge starts again.
          guard let former = mark.take(), graph.journal.contains(former) else {
            throw MergeConflicts(conflicts: [error.conflict])
          }
          graph.goBack(to: former)
          hasAsked = false
        } catch is RestoredErased {
          if let former = mark.take() { graph.goBack(to: former) }
          UndoHistory(graph).endRecording()
          graph.journal.hasRestoredErased = false
          hasAsked = false
        }
      }
    } catch {
      if let mark { graph.goBack(to: mark) }
      throw error
    }
  }

  /// The store has an object again that the undo steps know as deleted: the save starts again without these steps.
  private struct RestoredErased: Error {}

  /// Saves all changes, or none.
  ///
  /// - Parameters:
  ///   - merges: The mark before inserted objects were merged into saved ones.
  ///   - mayEndSteps: True if undo steps may be forgotten because others have restored objects.
  private func saveChanges(
    _ merges: ChangeJournal.Mark?, mayEndSteps: Bool
  ) throws -> SavedChanges {
    saveState = .saving
    decisionState = graph.store.map { DecisionState($0, mayBeCertified: true) }
    defer { (saveState, decisionState) = (.idle, nil) }
    let held = HeldUserCode(above: graph)
    defer { held.resume() }
    try confirmIdentities()
    try DeletionRollback(self).run()
    var looked: Set<Handle> = []
    let late = try lateMembers(&looked)
    // A save only changes objects through hooks, closures, derivations or late members. The store may find further
    // late members.
    let changesMore =
      runtime.runsUserCode || concernsDerivations || willSave != nil || !looked.isEmpty
      || hasLostParts
    let mark = changesMore ? graph.mark(beginsStep: false) : nil
    let transaction: StoreTransaction?
    do {
      try delete(late, &looked)
      try willSave?(self)
      if runtime.hasCustomClasses { try callWillSave() }
      if changesMore {
        try deleteLostParts()
        try delete(lateMembers(&looked), &looked)
      }
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
      if mayEndSteps, graph.journal.hasRestoredErased { throw RestoredErased() }
      transaction = try commit(
        [mark, merges].compactMap(\.self), mayEndSteps: mayEndSteps, holding: held)
      // The next save computes derived values again.
      if let mark, graph.journal.contains(mark) { graph.journal.past.removeEntries(derived) }
    } catch {
      if let mark { graph.goBack(to: mark) }
      // A failure may only result from a value that could not be read.
      try graph.throwStoreError()
      throw mayEndSteps && graph.journal.hasRestoredErased ? RestoredErased() : error
    }
    endDecisions()
    let (inserted, updated, deleted) = PendingChanges(graph).commit()
    return SavedChanges(
      inserted: inserted, updated: updated, deleted: deleted, transaction: transaction)
  }

  /// Returns whether others have since given up some of the unique values that the report complains about.
  private func hasFreed(_ report: ValidationReport) -> Bool {
    // Failures found by the store itself are true of its present state.
    let resolver = IdentityResolver(graph)
    let shared = graph.sharedValues(report).filter {
      resolver.holders(of: $0.values, $0.constraint).count > 1
    }
    // If the store fails, the report stays: it is true as far as is known.
    guard (try? resolver.find(shared)) != nil else { return false }
    return shared.contains { resolver.holders(of: $0.values, $0.constraint).count < 2 }
  }

  /// Calls the `didSave()` hooks, which may save.
  ///
  /// If too many saves are nested, the innermost one throws an error, and so do all saves around it. Otherwise, a hook
  /// that ignores the error would start again.
  private func callDidSave(
    _ saved: [(objects: [ManagedObject], as: RowState)]
  ) throws(ManagedObjectError) {
    saveDepth += 1
    UndoHistory(graph).openStep(isNew: false)
    defer { UndoHistory(graph).closeStep() }
    for (objects, state) in saved {
      // A hook may have released other objects.
      for object in objects where !object.hasDroppedValues {
        object.row.state.insert(state)
        // Everything was valid before the hooks. A hook may have cleared values since, and a deleted object has lost
        // its links, so missing values are allowed.
        graph.userCode.allowingAbsentReads { object.didSave() }
        object.row.state.remove(state)
      }
    }
    saveDepth -= 1
    guard isSavingEndlessly else { return }
    if saveDepth == 0 { isSavingEndlessly = false }
    throw .endlessSave(rounds: Self.hookRounds)
  }

  /// The handles with something to save: inserted and updated objects in the order of insertion, then deleted ones.
  var pending: ContiguousArray<Handle> {
    let (changes, slots) = (graph.changes, graph.slots)
    if changes.isExact {
      return changes.inserted + slots.inOrder(changes.updated) + changes.deleted
    }
    func inState(_ handles: ContiguousArray<Handle>, _ state: RowState) -> ContiguousArray<Handle> {
      var found = ContiguousArray<Handle>()
      found.reserveCapacity(handles.count)
      for handle in handles {
        let slot = slots[handle]
        if slot.isThere, let object = slot.object,
          object._withUnsafeGuaranteedRef({ $0.row.state.contains(state) })
        {
          found.append(handle)
        }
      }
      return found
    }
    return inState(changes.inserted, .inserted)
      + inState(graph.slots.inOrder(changes.updated), .updated) + changes.deleted
  }

  /// How often hooks and derivations may change objects again during one save.
  static let hookRounds = 100

  private func callWillSave() throws {
    var report = ValidationReport()
    var round = graph.slots.objectsWithHooks(pending)
    for _ in 0..<Self.hookRounds {
      graph.recordNewer()
      let firstNew = graph.slots.next
      _ = graph.journal.takeNoticed()
      // A hook may have released other objects.
      for object in round where !object.hasDroppedValues {
        report.merge(object.report(of: "willSave") { object.willSave() })
      }
      let inserted = ContiguousArray(graph.changes.inserted.filter { $0 >= firstNew })
      round = graph.journal.takeNoticed().filter { $0.hasChanges && $0.shape.hasHooks }
      round += graph.slots.objectsWithHooks(inserted)
      if !report.isEmpty {
        // The report also contains the failures of validation, so that both can be repaired at once.
        report.merge(ObjectGraphValidator(graph).report(on: pending))
        throw report
      }
      if round.isEmpty { return }
    }
    throw ManagedObjectError.unstableSave(rounds: Self.hookRounds)
  }

  /// Validates all pending changes in the decision state of the save.
  func validateInState(_ mark: ChangeJournal.Mark?) throws {
    try readForRules()
    try inDecisionState { try validatePending(mark) }
  }

  private func validatePending(_ mark: ChangeJournal.Mark?) throws(ValidationReport) {
    saveState = .validating
    defer { saveState = .saving }
    graph.recordNewer()
    let firstNew = graph.slots.next
    _ = graph.journal.takeNoticed()
    guard let mark, runtime.runsUserCode else {
      let report = ObjectGraphValidator(graph).report(on: pending)
      guard report.isValid else { throw report }
      return
    }
    // Kept alive: rules and hooks may release objects before their failures are reported.
    let objects = graph.slots.anyObjects(pending)
    var report = ObjectGraphValidator(graph).report(on: objects, isSaving: true)
    // A rule that changes an object during validation would let an unvalidated state be saved.
    let inserted = graph.changes.inserted.filter { $0 >= firstNew }
    var changed = graph.journal.takeNoticed() + graph.objects(inserted)
    // A rule that rolls back does the same, but leaves no record.
    if !graph.journal.contains(mark) { changed += objects.filter { !$0.hasChanges } }
    let reported = Set(report.filter { $0.kind == .changedDuringValidation }.map(\.objectID))
    for object in changed where !reported.contains(object.objectID) {
      report.append(object.changedDuringValidation)
    }
    guard report.isValid else { throw report }
  }

  /// Discards all unsaved changes of the context.
  ///
  /// Inserted objects are removed, deleted objects are restored, and changed objects return to their saved values.
  ///
  /// If you call this method in a hook during a load or a save, the program traps, because the rollback would discard
  /// the changes that are being loaded or saved. In the hook `didSave()`, you can roll back, because the save is
  /// already complete.
  ///
  /// - Complexity: O(*n*) in the number of changed objects and links.
  public func rollback(file: StaticString = #fileID, line: UInt = #line) {
    rejectWhileBusy("rolled back", file, line)
    operation {
      PendingChanges(graph).rollBack()
      graph.decisions.removeAll()
    }
  }

  /// Removes all objects from the context, and discards all unsaved changes. The store stays unchanged.
  ///
  /// After a reset, do not use the objects that you have fetched before, because all their properties are `nil`. Fetch
  /// the objects again instead.
  ///
  /// Resetting the context in one of the following places is a programmer error and traps:
  /// - In a hook during a load or a save. The exception is the hook `didSave()`, which is called when the save is
  ///   complete.
  /// - In the hook `awakeFromFetch()`.
  /// - In the closure of ``forEachBatch(of:_:)``.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  public func reset(file: StaticString = #fileID, line: UInt = #line) {
    rejectWhileBusy("reset", file, line)
    if graph.userCode.openReads > 0 {
      programmerError(
        "A context must not be reset while its objects are being read: in awakeFromFetch(), or in the "
          + "closure of forEachBatch(of:_:). Do it after the caller has returned.",
        file: file, line: line)
    }
    operation { GraphReset(graph).removeAll() }
  }

  private func rejectWhileBusy(_ action: String, _ file: StaticString, _ line: UInt) {
    let (state, call): (String, String)
    switch saveState {
    case .loading: (state, call) = ("loading", "load()")
    case .saving: (state, call) = ("saving", "save()")
    // Rules may do neither; validation reports this as it reports any other change.
    case .validating, .idle:
      if !graph.userCode.isHeld { return }
      (state, call) = ("saving", "save()")
    }
    programmerError(
      "A context must not be \(action) while it is \(state). Do it after \(call) has returned.",
      file: file, line: line)
  }
}

extension ManagedObjectContext {
  /// Validates all objects and all deletions of the context, and returns every failure.
  ///
  /// Unchanged objects are validated as well.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  public func validate() -> ValidationReport {
    withDerivedValues {
      graph.indexes.update()
      // Most objects are valid by rules that read nothing else. They only need a short check.
      let rest =
        registeredObjects.filter { object in
          object.shape.hasUniqueIndexes || object.hasRuleClosures || !object.keepsRules
        } + deletedObjects.filter(\.isDenied)
      return ObjectGraphValidator(graph).report(on: rest)
    }
  }
}
