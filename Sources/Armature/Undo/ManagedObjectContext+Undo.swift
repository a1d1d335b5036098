import ArmatureModel

/// Undo and redo.
extension ManagedObjectContext {
  /// A Boolean value that indicates whether changes can be undone; `false` by default.
  ///
  /// Recording begins when this is set to true; setting it to false forgets all steps. Each call that changes
  /// something is a step: setting a value, setting a relationship with its inverse, an insertion, a deletion with its
  /// consequences, a load. ``undoGroup(_:_:)`` combines several into one step.
  ///
  /// Setting this in a hook, a rule or an open group is a programmer error and traps.
  ///
  /// Core Data: `undoManager`.
  public var recordsUndo: Bool {
    get { graph.journal.recordsUndo }
    set {
      rejectWhileChanging("switched between recording and not recording undo")
      UndoHistory(graph).setRecordsUndo(newValue)
    }
  }

  /// The maximum number of steps; older ones are forgotten. The default of 0 means no limit.
  ///
  /// Core Data: `levelsOfUndo` of the undo manager.
  public var undoLimit: Int {
    get { graph.journal.undoLimit }
    set {
      if newValue < 0 {
        programmerError("undoLimit must be at least 0, which is no limit, but is \(newValue).")
      }
      graph.journal.undoLimit = newValue
    }
  }

  /// A Boolean value that indicates whether a step can be undone.
  public var canUndo: Bool { graph.journal.past.hasSteps }

  /// A Boolean value that indicates whether a step can be redone.
  public var canRedo: Bool { graph.journal.future.hasSteps }

  /// The name of the step that ``undo(file:line:)`` takes back; `nil` without a step.
  ///
  /// A step without a given name is named after its effect: `Insert Book`, `Delete 4 Objects`, `Change 3 Books`. A
  /// relationship counts as a change of its to-one side. Core Data: `undoActionName` of the undo manager, which is
  /// empty for such a step.
  ///
  /// - Complexity: O(1) for a given name, otherwise O(*n*) in the changes of the step.
  public var undoActionName: String? { name(of: graph.journal.past, isUndone: false) }

  /// The name of the step that ``redo(file:line:)`` repeats; `nil` without a step.
  ///
  /// It is the ``undoActionName`` before the step was undone.
  ///
  /// - Complexity: That of ``undoActionName``.
  public var redoActionName: String? { name(of: graph.journal.future, isUndone: true) }

  private func name(of changes: ChangeList, isUndone: Bool) -> String? {
    changes.nameOfStepToUndo
      ?? StepSummary(changes.changesToUndo, isUndone: isUndone).name(in: graph)
  }

  /// Takes back the last step; does nothing without a step.
  ///
  /// Properties, links and the order of lists return to their former state. Inserted objects are removed, and deleted
  /// objects exist again as the same objects with the same IDs. Affected objects of custom classes get
  /// ``ManagedObject/awake(fromSnapshotEvents:)``, and no other hook.
  ///
  /// Undoing in a hook, a rule or an open group is a programmer error and traps.
  ///
  /// - Complexity: O(*n*) in the changes of the step.
  public func undo(file: StaticString = #fileID, line: UInt = #line) {
    rejectWhileChanging("undone", file, line)
    UndoHistory(graph).undo()
  }

  /// Repeats the step that was undone last. Does nothing without such a step, or after another change.
  ///
  /// Redoing in a hook, a rule or an open group is a programmer error and traps.
  ///
  /// - Complexity: O(*n*) in the changes of the step.
  public func redo(file: StaticString = #fileID, line: UInt = #line) {
    rejectWhileChanging("redone", file, line)
    UndoHistory(graph).redo()
  }

  /// Forgets all steps, including undone ones.
  ///
  /// A context does this automatically when others restore an object that a step has deleted.
  ///
  /// - Complexity: O(*n*) in the changes of all steps.
  public func removeAllUndo(file: StaticString = #fileID, line: UInt = #line) {
    rejectWhileChanging("asked to forget its undo steps", file, line)
    UndoHistory(graph).removeAll()
  }

  // MARK: Groups

  /// Combines all changes of a closure into one step. A name is for menus, and replaces the automatic name.
  ///
  /// Groups can be nested: the outermost is the step, and has the first name given in any of them. If the closure
  /// throws, its changes stay as one step.
  public func undoGroup<Result>(
    _ name: String? = nil, _ body: () throws -> Result
  ) rethrows -> Result {
    beginUndoGroup(name)
    defer { endUndoGroup() }
    return try body()
  }

  /// Begins a group: all changes up to its end are one step.
  public func beginUndoGroup(_ name: String? = nil) {
    UndoHistory(graph).openStep()
    openGroups += 1
    if recordsUndo, let name, graph.journal.past.lastName == nil {
      graph.journal.past.lastName = name
    }
  }

  /// Ends the group that was begun last.
  ///
  /// Ending more groups than were begun is a programmer error and traps.
  public func endUndoGroup(file: StaticString = #fileID, line: UInt = #line) {
    if openGroups == 0 {
      programmerError(
        "endUndoGroup() must follow a beginUndoGroup() of its own, but no group is open.",
        file: file, line: line)
    }
    openGroups -= 1
    UndoHistory(graph).closeStep()
  }

  private func rejectWhileChanging(
    _ action: String, _ file: StaticString = #fileID, _ line: UInt = #line
  ) {
    if graph.journal.isBetweenSteps, saveState == .idle, graph.userCode.absentReads == nil {
      return
    }
    let remedy =
      openGroups > 0 ? "Call endUndoGroup() first." : "Do it after the caller has returned."
    programmerError(
      "A context must not be \(action) while it is being changed: in a hook, a rule, a load, a save, "
        + "or an open group. \(remedy)",
      file: file, line: line)
  }
}
