import ArmatureModel

/// Steps of undo and redo: what is recorded between two of them is gone back over as one.
///
/// A change begins a step, unless one is open. An operation that makes several changes opens one; so
/// does a mark.
extension ObjectGraph {
  /// Begins a step, if none is open.
  func beginStep() {
    guard journal.recordsUndo, journal.isBetweenSteps else { return }
    if journal.undoLimit > 0 { UndoHistory(self).dropOldest() }
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
      compactLists()
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
      if journal.hasLostNew { UndoHistory(self).forgetLostNew() }
    }
  }

  /// Notes a change for undo or a mark.
  @inline(__always) func append(_ entry: JournalEntry) {
    if _slowPath(!journal.future.isEmpty) { forgetUndone() }
    journal.append(entry)
  }

  /// Drops what could be redone, since something is changed now; a mark does so when it is kept.
  func forgetUndone() {
    if journal.direction == .ahead, !journal.isRecording { UndoHistory(self).dropFuture() }
  }

}
