import ArmatureModel

/// The beginning and the end of steps. All changes of a step are reverted together.
///
/// A change begins a step, unless a step is open. An operation with several changes opens a step, and so does a mark.
extension UndoHistory {
  /// Begins a step, unless one is open.
  func beginStep() {
    guard graph.journal.recordsUndo, graph.journal.isBetweenSteps else { return }
    if graph.journal.undoLimit > 0 { dropOldest() }
    graph.journal.past.beginStep()
  }

  /// Makes the changes of a closure a part of the step that has deleted an object.
  func record<Failure: Error>(
    lateFor owner: Handle, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    openStep(isNew: false)
    graph.journal.beginLate(owner)
    defer {
      graph.journal.endLate()
      closeStep()
    }
    try body()
  }

  /// Opens a step, which lasts until it is closed.
  ///
  /// - Parameter isNew: Whether the following changes are a new step. Otherwise they are a part of the last step.
  func openStep(isNew: Bool = true) {
    enterStep(isNew: isNew)
    graph.journal.open()
  }

  func closeStep() {
    graph.journal.close()
    defer { GraphObservation(graph).tellObservers() }
    guard graph.journal.recordsUndo else { return }
    leaveStep()
    if graph.journal.isBetweenSteps {
      graph.releaseLeaving()
      graph.compactLists()
    }
  }

  func enterStep(isNew: Bool) {
    guard graph.journal.recordsUndo, graph.journal.isBetweenSteps else { return }
    if isNew || graph.journal.past.stepCount == 0 { beginStep() }
    graph.journal.renewStep()
  }

  /// Makes the objects inserted during a step recorded from its end on.
  func leaveStep() {
    if graph.journal.recordsUndo, graph.journal.isBetweenSteps {
      for number in graph.journal.firstNewOfStep.rawValue..<graph.slots.next.rawValue {
        graph.slots.anyObject(Handle(rawValue: number))?.row.state.insert(.watched)
      }
      graph.journal.renewStep()
      if graph.journal.hasLostNew { forgetLostNew() }
    }
  }

  /// Discards the redo steps because of a new change. If the change follows a mark, this happens only when the changes
  /// since the mark are kept.
  func forgetUndone() {
    if graph.journal.direction == .ahead, !graph.journal.isRecording, !graph.journal.isLate {
      dropFuture()
    }
  }

  /// Discards all marks and all steps.
  func endRecording() {
    let deleted = graph.journal.past.deleted + graph.journal.future.deleted
    graph.journal.removeAll()
    forgetDeleted(deleted)
    leaveStep()
  }
}
