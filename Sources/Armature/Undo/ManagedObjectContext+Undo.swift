import ArmatureModel

/// Undo and redo.
extension ManagedObjectContext {
  /// Whether changes can be undone; `false` by default.
  ///
  /// Recording begins when this is set. Switching it off forgets all steps. Each call that changes
  /// something is a step: a value that is set, a relationship with its inverse, an insertion, a
  /// deletion with all that follows from it, a load. ``undoGroup(_:_:)`` makes one step of several.
  ///
  /// Setting this in a hook, a rule, or an open group is a programmer error and traps.
  ///
  /// Core Data: `undoManager`.
  public var recordsUndo: Bool {
    get { graph.journal.recordsUndo }
    set {
      refuseWhileChanging("switched between recording and not recording undo")
      UndoHistory(graph).setRecordsUndo(newValue)
    }
  }

  /// How many steps are kept at most, the last ones; 0, the default, is no limit.
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

  /// Whether there is a step to undo.
  public var canUndo: Bool { graph.journal.past.hasSteps }

  /// Whether there is a step to redo.
  public var canRedo: Bool { graph.journal.future.hasSteps }

  /// The name of the step that ``undo(file:line:)`` takes back; `nil` if there is none.
  ///
  /// A step that was given no name is called by what it did: `Insert Book`, `Delete 4 Objects`, `Change
  /// 3 Books`. A relationship counts as a change of the side that leads to one object. Core Data:
  /// `undoActionName` of the undo manager, which is empty for such a step.
  ///
  /// - Complexity: O(1) for a name that was given, otherwise O(*n*) in the changes of the step.
  public var undoActionName: String? { name(of: graph.journal.past, isUndone: false) }

  /// The name of the step that ``redo(file:line:)`` repeats; `nil` if there is none.
  ///
  /// It is what ``undoActionName`` was before the step was undone.
  ///
  /// - Complexity: As that of ``undoActionName``.
  public var redoActionName: String? { name(of: graph.journal.future, isUndone: true) }

  private func name(of changes: ChangeList, isUndone: Bool) -> String? {
    changes.nameOfStepToUndo
      ?? StepSummary(changes.changesToUndo, isUndone: isUndone).name(in: graph)
  }

  /// Takes back the last step; does nothing if there is none.
  ///
  /// What was changed has its former values and links, lists in their former order. What was inserted
  /// is gone, and what was deleted is there again: the same object with the same ID. Objects of classes
  /// that are concerned get ``ManagedObject/awake(fromSnapshotEvents:)``, and no other hook.
  ///
  /// Undoing in a hook, a rule, or an open group is a programmer error and traps.
  ///
  /// - Complexity: O(*n*) in the changes of the step.
  public func undo(file: StaticString = #fileID, line: UInt = #line) {
    refuseWhileChanging("undone", file, line)
    UndoHistory(graph).undo()
  }

  /// Repeats the step that was undone last; does nothing if there is none, or something else was
  /// changed since.
  ///
  /// Redoing in a hook, a rule, or an open group is a programmer error and traps.
  ///
  /// - Complexity: O(*n*) in the changes of the step.
  public func redo(file: StaticString = #fileID, line: UInt = #line) {
    refuseWhileChanging("redone", file, line)
    UndoHistory(graph).redo()
  }

  /// Forgets all steps, undone ones as well.
  ///
  /// A context does so by itself when others bring an object back that a step has deleted.
  ///
  /// - Complexity: O(*n*) in the changes of all steps.
  public func removeAllUndo(file: StaticString = #fileID, line: UInt = #line) {
    refuseWhileChanging("told to forget its steps", file, line)
    UndoHistory(graph).removeAll()
  }

  // MARK: Groups

  /// Makes one step of everything that a closure changes; a name is for menus, and wins over the one
  /// that the step has by itself.
  ///
  /// Groups nest: the outermost is the step, with the name of the first of them that has one. If the
  /// closure throws, what it has changed stays, as one step.
  public func undoGroup<Result>(
    _ name: String? = nil, _ body: () throws -> Result
  ) rethrows -> Result {
    beginUndoGroup(name)
    defer { endUndoGroup() }
    return try body()
  }

  /// Begins a group: everything up to its end is one step.
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

  private func refuseWhileChanging(
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
