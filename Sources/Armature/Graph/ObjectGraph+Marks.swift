import ArmatureModel

/// Going back to a mark, or going on without it.
extension ObjectGraph {
  /// Starts to record what it takes to go back to now.
  ///
  /// - Parameter beginsStep: Whether what follows is a step of its own to undo, or belongs to the last.
  func mark(beginsStep: Bool = true) -> ChangeJournal.Mark {
    UndoHistory(self).enterStep(isNew: beginsStep)
    indexes.watchAll()
    let mark = journal.mark(changes, decisions, firstNew: slots.pointee.next)
    return mark
  }

  /// Has writes to objects noticed that are newer than the last mark, too.
  func recordNewer() {
    guard journal.isRecording else { return }
    indexes.watchAll()
    journal.recordNewer()
  }

  private func remove(_ mark: ChangeJournal.Mark) {
    journal.remove(mark)
    UndoHistory(self).leaveStep()
  }

  /// Ends recording for a mark: what happened since stays.
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
        guard let object = slots.pointee.anyObject(handle), object.row.state.life == .withdrawn
        else { continue }
        forgetDeleted(object)
      case .list(_, let target):
        // Only a saved object has a list to go back to.
        guard let object = slots.pointee.anyObject(target.handle) else { continue }
        if object.row.committed == nil {
          object.row.list(object.place(of: target)).pointee.forgetEdits()
        }
      default: break
      }
    }
    releaseLeaving()
    compactLists()
  }

  /// Goes back to a mark: what happened since is undone, and newer objects are gone.
  ///
  /// Does nothing if a rollback or a reset came in between.
  func goBack(to mark: ChangeJournal.Mark) {
    guard journal.contains(mark) else { return }
    _ = journal.takeNoticed()
    let direction = journal.direction
    journal.direction = .goingBack
    while journal.past.count > mark.entryCount, let (entry, isSaved) = journal.past.popLast() {
      JournalReversal(self).revert(entry, isSaved: isSaved)
    }
    journal.past.removeSteps(behind: mark.entryCount)
    // An object that came back to a slot of old is newer than the mark, though its handle is not.
    let revived = changes.inserted(since: mark.changes).filter { $0 < mark.firstNew }
    let newer = (Int(mark.firstNew.rawValue)..<slots.pointee.count).reversed()
    for handle in newer.map({ Handle(rawValue: UInt32($0)) }) + revived {
      guard let object = slots.pointee.anyObject(handle) else { continue }
      guard object.row.state.contains(.inserted) else {
        // A fault that came meanwhile stays, as its store has it.
        restore(object)
        continue
      }
      listeners.noteGoing(handle)
      retired.keep(object)
      forget(object)
    }
    changes.goBack(to: mark.changes, slots)
    decisions.goBack(to: mark.decisions)
    journal.direction = direction
    remove(mark)
    releaseLeaving()
    GraphObservation(self).tellObservers()
  }

  /// Keeps the lists from growing with objects that come and go.
  func compactLists() {
    if !journal.isRecording { changes.compact(slots) }
    indexes.compact()
  }

  /// Lets go for good of an object that was deleted and never saved.
  func forgetDeleted(_ object: ManagedObject) {
    retired.keep(object)
    forget(object)
  }

  /// Frees the objects that were let go of.
  ///
  /// Their `deinit` may change the graph again, which so must not be in the middle of anything.
  func releaseLeaving() {
    let ended = retired.takeLeaving()
    withExtendedLifetime(ended) {}
  }
}
