import ArmatureModel

/// Going back to a mark, or continuing without it.
extension ObjectGraph {
  /// Starts recording how to return to the current state.
  ///
  /// - Parameter beginsStep: Whether the following changes are a new undo step. Otherwise they are a part of the last
  ///   step.
  func mark(beginsStep: Bool = true) -> ChangeJournal.Mark {
    UndoHistory(self).enterStep(isNew: beginsStep)
    indexes.watchAll()
    let mark = journal.mark(changes, decisions, firstNew: slots.next)
    return mark
  }

  /// Makes writes to objects newer than the last mark noticed, too.
  func recordNewer() {
    guard journal.isRecording else { return }
    indexes.watchAll()
    journal.recordNewer()
  }

  /// Starts to watch for changes, and returns the handle of the next object. Without a mark, only insertions are noticed.
  func watchChanges() -> Handle {
    recordNewer()
    _ = journal.takeNoticed()
    return slots.next
  }

  /// Returns whether an object was changed, deleted or inserted since ``watchChanges()``.
  func hasChanged(since firstNew: Handle) -> Bool {
    !journal.takeNoticed().isEmpty || changes.inserted.contains { $0 >= firstNew }
  }

  private func remove(_ mark: ChangeJournal.Mark) {
    journal.remove(mark)
    UndoHistory(self).leaveStep()
  }

  /// Ends recording for a mark and keeps the changes since.
  func keepChanges(since mark: ChangeJournal.Mark) {
    guard journal.contains(mark) else { return }
    defer { GraphObservation(self).tellObservers() }
    remove(mark)
    _ = journal.takeNoticed()
    if journal.isRecording { return }
    if journal.recordsUndo { return UndoHistory(self).keepEntries(since: mark) }
    let entries = journal.past.entries
    journal.past.removeAll()
    for entry in entries {
      switch entry {
      case .deleted(let handle):
        guard let object = slots.anyObject(handle), object.row.state.life == .withdrawn
        else { continue }
        forgetDeleted(object)
      case .list(_, let target):
        // Only a saved object has a list to revert.
        guard let object = slots.anyObject(target.handle) else { continue }
        if object.row.committed == nil {
          object.row.list(object.place(of: target)).forgetEdits()
        }
      default: break
      }
    }
    releaseLeaving()
    compactLists()
  }

  /// Goes back to a mark. Later changes are reverted, and newer objects are removed.
  ///
  /// Does nothing if a rollback or a reset has happened since the mark was made.
  func goBack(to mark: ChangeJournal.Mark) {
    guard journal.contains(mark) else { return }
    _ = journal.takeNoticed()
    let direction = journal.direction
    journal.direction = .goingBack
    var links = MovedLinks(self)
    while journal.past.count > mark.entryCount, let (entry, isSaved) = journal.past.popLast() {
      links.note(entry)
      JournalReversal(self).revert(entry, isSaved: isSaved)
    }
    journal.past.removeSteps(behind: mark.entryCount)
    // An object restored to its old slot is newer than the mark, although its handle is not.
    let revived = changes.inserted(since: mark.changes).filter { $0 < mark.firstNew }
    let newer = (Int(mark.firstNew.rawValue)..<slots.count).reversed()
    for handle in newer.map({ Handle(rawValue: UInt32($0)) }) + revived {
      guard let object = slots.anyObject(handle) else { continue }
      guard object.row.state.contains(.inserted) else {
        // A fault made meanwhile stays, in the state of its store.
        restore(object)
        continue
      }
      listeners.noteGoing(handle)
      retired.keep(object)
      forget(object)
    }
    // A merge since the mark may have changed only one side of a link that was restored.
    links.agree()
    changes.goBack(to: mark.changes, slots)
    decisions.goBack(to: mark.decisions)
    journal.direction = direction
    remove(mark)
    releaseLeaving()
    GraphObservation(self).tellObservers()
  }

  /// Keeps the lists from growing with inserted and removed objects.
  func compactLists() {
    if !journal.isRecording { changes.compact(slots) }
    indexes.compact()
  }

  /// Removes a deleted object that was never saved.
  func forgetDeleted(_ object: ManagedObject) {
    retired.keep(object)
    forget(object)
  }

  /// Frees removed objects.
  ///
  /// Their `deinit` may change the graph, so this must not be called in the middle of an operation.
  func releaseLeaving() {
    let ended = retired.takeLeaving()
    withExtendedLifetime(ended) {}
  }
}
