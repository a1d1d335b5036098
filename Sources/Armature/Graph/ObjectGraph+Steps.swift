import ArmatureModel

/// Steps of undo and redo: what is recorded between two of them is gone back over as one.
///
/// A change begins a step, unless one is open. An operation that makes several changes opens one; so
/// does a mark.
extension ObjectGraph {
  /// Switches recording for undo on or off.
  func setRecordsUndo(_ recordsUndo: Bool) {
    guard recordsUndo != journal.recordsUndo else { return }
    if recordsUndo {
      indexes.watchAll()
    } else {
      endRecording()
      for object in allObjects(changes.inserted) { object.forgetEdits() }
    }
    journal.setRecordsUndo(recordsUndo)
    releaseLeaving()
  }

  /// Begins a step, if none is open.
  func beginStep() {
    guard journal.recordsUndo, journal.isBetweenSteps else { return }
    if journal.undoLimit > 0 { dropSteps() }
    journal.past.beginStep()
  }

  /// Begins a step that lasts until it is closed.
  ///
  /// - Parameter isNew: Whether what follows is a step of its own, or belongs to the last one.
  func openStep(isNew: Bool = true) {
    enterStep(isNew: isNew)
    journal.open()
  }

  func closeStep() {
    journal.close()
    defer { tellObservers() }
    guard journal.recordsUndo else { return }
    leaveStep()
    if journal.isBetweenSteps {
      releaseLeaving()
      closeUp()
    }
  }

  func enterStep(isNew: Bool) {
    guard journal.recordsUndo, journal.isBetweenSteps else { return }
    if isNew || journal.past.stepCount == 0 { beginStep() }
    journal.renewStep()
  }

  /// Records objects that came during a step from its end on.
  func leaveStep() {
    if journal.recordsUndo, journal.isBetweenSteps {
      for number in journal.firstNewOfStep.rawValue..<slots.pointee.next.rawValue {
        slots.pointee.anyObject(Handle(rawValue: number))?.row.state.insert(.watched)
      }
      journal.renewStep()
      if journal.hasLostNew { forgetLostNew() }
    }
  }

  /// Forgets that objects came which went within the same step: nothing of them is left.
  private func forgetLostNew() {
    journal.hasLostNew = false
    journal.past.removeEntries(from: journal.past.lastStart) { entry in
      guard case .inserted(let handle) = entry else { return false }
      return slots.pointee.anyObject(handle) == nil
    }
  }

  /// Keeps what was recorded since a mark, for undo.
  func keepEntries(since mark: ChangeJournal.Mark) {
    // What is new in a step goes with it as a whole.
    let firstNew = journal.openCount > 0 ? journal.firstNewOfStep : mark.firstNew
    func newObject(_ handle: Handle) -> ManagedObject? {
      guard handle >= firstNew, let object = slots.pointee.anyObject(handle),
        object.row.state.contains(.inserted)
      else { return nil }
      return object
    }
    journal.past.removeEntries(from: mark.entryCount) { entry in
      switch entry {
      case .list(_, let target):
        guard let object = newObject(target.handle) else { return false }
        object.row.list(object.place(of: target)).pointee.forgetEdits()
        return true
      case .deleted(let handle):
        guard let object = newObject(handle), object.row.state.life == .withdrawn else {
          return false
        }
        forgetDeleted(object)
        journal.hasLostNew = true
        return true
      case .value(_, let target), .link(_, let target): return newObject(target.handle) != nil
      case .stored: return true
      default: return false
      }
    }
    if journal.past.count > mark.entryCount { dropFuture() }
    releaseLeaving()
  }

  /// Notes a change for undo or a mark.
  @inline(__always) func append(_ entry: JournalEntry) {
    if _slowPath(!journal.future.isEmpty) { forgetUndone() }
    journal.append(entry)
  }

  /// Drops what could be redone, since something is changed now; a mark does so when it is kept.
  func forgetUndone() {
    if journal.direction == .ahead, !journal.isRecording { dropFuture() }
  }

  // MARK: Undo and redo

  /// Goes back over the last step; does nothing if there is none.
  func undo() {
    dropSteps()
    journal.past.removeEmptyStep()
    move(from: \.past, to: \.future, .undoing)
  }

  /// Goes forth again over the step that was undone last; does nothing if there is none.
  func redo() { move(from: \.future, to: \.past, .redoing) }

  private func move(
    from source: WritableKeyPath<ChangeJournal, ChangeList>,
    to target: WritableKeyPath<ChangeJournal, ChangeList>, _ direction: ChangeJournal.Direction
  ) {
    guard journal[keyPath: source].stepCount > 0 else { return }
    journal.dropOvertaken()
    let name = journal[keyPath: source].lastName
    let start = journal[keyPath: source].removeLastStep()
    journal[keyPath: target].beginStep()
    journal[keyPath: target].lastName = name
    journal.direction = direction
    var events = SnapshotEventList(self)
    var links = MovedLinks(self)
    while journal[keyPath: source].count > start,
      let (entry, isSaved) = journal[keyPath: source].popLast()
    {
      events.note(entry)
      links.note(entry)
      revert(entry, isSaved: isSaved)
    }
    links.agree()
    journal.direction = .ahead
    releaseLeaving()
    closeUp()
    tellObservers()
    events.tell()
  }

  // MARK: Forgetting

  /// Forgets all steps.
  func removeAllSteps() {
    endRecording()
    releaseLeaving()
    closeUp()
  }

  /// Drops the first steps, if there are more than are kept.
  private func dropSteps() {
    if journal.undoLimit == 0 { return }
    journal.past.removeEmptyStep()
    while journal.past.stepCount > journal.undoLimit { letGo(journal.past.dropFirstStep()) }
  }

  /// Drops what could be redone.
  private func dropFuture() {
    let deleted = journal.future.deleted
    journal.future.removeAll()
    letGo(deleted)
  }

  /// Lets go of deleted objects that nothing can bring back any more.
  func letGo(_ handles: [Handle]) {
    for handle in handles {
      guard let object = slots.pointee.anyObject(handle), object.row.state.contains(.recoverable)
      else { continue }
      object.row.state.remove(.recoverable)
      if object.row.state.contains(.erased) {
        retired.keep(object)
        forget(object)
      } else if object.row.state.contains(.inserted) {
        forgetDeleted(object)
      }
    }
  }

  // MARK: Saving

  /// Has the history go on over a save, which is no step of it.
  ///
  /// - Returns: The deleted objects that it cannot bring back.
  func saveHistory(_ deleted: [ManagedObject]) -> [ManagedObject] {
    for object in allObjects(changes.inserted) + allObjects(changes.updated) { closeHoles(object) }
    for object in allObjects(changes.inserted)
    where object.row.state.contains(.deleted | .inserted | .recoverable) { erase(object) }
    for object in deleted where object.row.state.contains(.recoverable) {
      closeHoles(object)
      erase(object)
    }
    journal.past.noteSaved()
    journal.future.noteSaved()
    return deleted.filter { !$0.row.state.contains(.erased) }
  }

  /// Closes holes in lists, which the way back and the way forth open again.
  private func closeHoles(_ object: ManagedObject) {
    for link in object.shape.pointee.links where link.isToMany {
      guard let opening = object.row.list(link.place).pointee.forgetEditsForHistory() else {
        continue
      }
      noteHoles(opening, object, link.place)
    }
  }

  /// Keeps an object whose deletion was saved, for the history alone.
  private func erase(_ object: ManagedObject) {
    object.row.settle(object.shape)
    object.row.version = 0
    pass(object, .save)
  }
}

extension ManagedObject {
  /// Forgets what was done to the lists.
  fileprivate final func forgetEdits() {
    for link in shape.pointee.links where link.isToMany && row.committed == nil {
      row.list(link.place).pointee.forgetEdits()
    }
  }
}
