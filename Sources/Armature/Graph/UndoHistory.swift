import ArmatureModel

/// The undo and redo steps as a whole.
struct UndoHistory {
  let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Turns recording for undo on or off.
  func setRecordsUndo(_ recordsUndo: Bool) {
    guard recordsUndo != graph.journal.recordsUndo else { return }
    if recordsUndo {
      graph.indexes.watchAll()
    } else {
      endRecording()
      for object in graph.slots.anyObjects(graph.changes.inserted) { object.forgetEdits() }
    }
    graph.journal.setRecordsUndo(recordsUndo)
    graph.releaseLeaving()
  }

  /// Undoes the last step, if any.
  func undo() {
    dropOldest()
    graph.journal.past.removeEmptyStep()
    graph.decisions.forgetUnchanged()
    move(from: \.past, to: \.future, .undoing)
  }

  /// Redoes the last undone step, if any.
  func redo() { move(from: \.future, to: \.past, .redoing) }

  private func move(
    from source: WritableKeyPath<ChangeJournal, ChangeList>,
    to target: WritableKeyPath<ChangeJournal, ChangeList>, _ direction: ChangeJournal.Direction
  ) {
    guard graph.journal[keyPath: source].stepCount > 0 else { return }
    graph.journal.dropOvertaken()
    let name = graph.journal[keyPath: source].lastName
    let start = graph.journal[keyPath: source].removeLastStep()
    graph.journal[keyPath: target].beginStep()
    graph.journal[keyPath: target].lastName = name
    graph.journal.direction = direction
    var events = SnapshotEventList(graph)
    var links = MovedLinks(graph)
    while graph.journal[keyPath: source].count > start,
      let (entry, isSaved) = graph.journal[keyPath: source].popLast()
    {
      events.note(entry)
      links.note(entry)
      JournalReversal(graph).revert(entry, isSaved: isSaved)
    }
    links.agree()
    graph.journal.direction = .ahead
    graph.releaseLeaving()
    graph.compactLists()
    GraphObservation(graph).tellObservers()
    events.tell()
  }

  // MARK: Discarding

  /// Discards all steps.
  func removeAll() {
    endRecording()
    graph.releaseLeaving()
    graph.compactLists()
  }

  /// Drops the first steps beyond the limit.
  func dropOldest() {
    if graph.journal.undoLimit == 0 { return }
    graph.journal.past.removeEmptyStep()
    while graph.journal.past.stepCount > graph.journal.undoLimit {
      forgetDeleted(graph.journal.past.dropFirstStep())
    }
  }

  /// Discards the redo steps.
  func dropFuture() {
    let deleted = graph.journal.future.deleted
    graph.journal.future.removeAll()
    forgetDeleted(deleted)
  }

  /// Removes deleted objects that can no longer be restored.
  func forgetDeleted(_ handles: [Handle]) {
    for handle in handles {
      guard let object = graph.slots.anyObject(handle),
        object.row.state.contains(.recoverable)
      else { continue }
      object.row.state.remove(.recoverable)
      if object.row.state.contains(.erased) {
        graph.retired.keep(object)
        graph.forget(object)
      } else if object.row.state.contains(.inserted) {
        graph.forgetDeleted(object)
      }
    }
  }

  // MARK: Saving

  /// Loads the lists of objects that will be deleted and may be restored later. After the deletion, the store can no
  /// longer load them.
  func loadLists() {
    for object in graph.slots.anyObjects(graph.changes.deleted)
    where object.row.state.contains(.recoverable) {
      for link in object.shape.links where link.isToMany {
        _ = object.loadedList(link.place)
      }
    }
  }

  /// Continues the history after a save. A save is not a step.
  ///
  /// - Returns: The deleted objects that the history cannot restore.
  func save(_ deleted: [ManagedObject]) -> [ManagedObject] {
    graph.journal.moveLate()
    for object in graph.slots.anyObjects(graph.changes.inserted)
      + graph.slots.anyObjects(graph.changes.updated)
    { closeHoles(object) }
    for object in graph.slots.anyObjects(graph.changes.inserted)
    where object.row.state.contains(.deleted | .inserted | .recoverable) { erase(object) }
    for object in deleted where object.row.state.contains(.recoverable) {
      closeHoles(object)
      erase(object)
    }
    graph.journal.past.noteSaved()
    graph.journal.future.noteSaved()
    return deleted.filter { !$0.row.state.contains(.erased) }
  }

  /// Closes holes in lists. Undo and redo reopen them.
  private func closeHoles(_ object: ManagedObject) {
    for link in object.shape.links where link.isToMany {
      guard let opening = object.row.list(link.place).forgetEditsForHistory() else {
        continue
      }
      ListLoader(graph).noteHoles(opening, object, link.place)
    }
  }

  /// Keeps an object with a saved deletion for the history alone.
  private func erase(_ object: ManagedObject) {
    object.row.settle(object.shape)
    object.row.version = 0
    graph.pass(object, .save)
  }

  /// Keeps the entries since a mark, for undo.
  func keepEntries(since mark: ChangeJournal.Mark) {
    // A new object is reverted together with its step.
    let firstNew = graph.journal.openCount > 0 ? graph.journal.firstNewOfStep : mark.firstNew
    func newObject(_ handle: Handle) -> ManagedObject? {
      guard handle >= firstNew, let object = graph.slots.anyObject(handle),
        object.row.state.contains(.inserted)
      else { return nil }
      return object
    }
    graph.journal.past.removeEntries(from: mark.entryCount) { entry in
      switch entry {
      case .list(_, let target):
        guard let object = newObject(target.handle) else { return false }
        object.row.list(object.place(of: target)).forgetEdits()
        return true
      case .deleted(let handle):
        guard let object = newObject(handle), object.row.state.life == .withdrawn else {
          return false
        }
        graph.forgetDeleted(object)
        graph.journal.hasLostNew = true
        return true
      case .value(_, let target), .link(_, let target): return newObject(target.handle) != nil
      case .stored: return true
      default: return false
      }
    }
    let lateCount = graph.journal.moveLate()
    if graph.journal.past.count > mark.entryCount + lateCount { dropFuture() }
    graph.releaseLeaving()
  }

  /// Discards the insertions of objects that were removed within the same step.
  func forgetLostNew() {
    graph.journal.hasLostNew = false
    graph.journal.past.removeEntries(from: graph.journal.past.lastStart) { entry in
      guard case .inserted(let handle) = entry else { return false }
      return graph.slots.anyObject(handle) == nil
    }
  }
}

extension ManagedObject {
  /// Clears the edits of the lists.
  fileprivate final func forgetEdits() {
    for link in shape.links where link.isToMany && row.committed == nil {
      row.list(link.place).forgetEdits()
    }
  }
}
