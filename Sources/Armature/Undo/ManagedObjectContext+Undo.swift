import ArmatureModel

/// Undo and redo.
extension ManagedObjectContext {
  /// A Boolean value that indicates whether the context records its changes, so that you can undo them. The default is
  /// `false`.
  ///
  /// Recording begins when you set this property to `true`. If you set it to `false` again, the context forgets all
  /// recorded steps.
  ///
  /// Each call that changes something becomes one step, which includes all effects of the call. For example, deleting
  /// an author may delete the author's books too. A single undo then restores all of them. To combine several calls
  /// into one step, use ``undoGroup(_:_:)``.
  ///
  /// Setting this property in a hook, a rule or an open group is a programmer error and traps.
  ///
  /// Core Data: `undoManager`.
  public var recordsUndo: Bool {
    get { graph.journal.recordsUndo }
    set {
      rejectWhileChanging("switched between recording and not recording undo")
      UndoHistory(graph).setRecordsUndo(newValue)
    }
  }

  /// The maximum number of steps that the context keeps. The default is 0, which means no limit.
  ///
  /// If there are more steps, the oldest are forgotten.
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

  /// The name of the step that the next undo reverts, or `nil` if there is no step.
  ///
  /// Use it for the title of a menu item. If you made the changes in ``undoGroup(_:_:)`` and passed a name, the step
  /// has this name. Otherwise, the context describes the changes, with names such as `Insert Book`, `Delete 4 Objects`
  /// or `Change 3 Books`. If you link a book to an author, this counts as a change of the book, because the book has
  /// the to-one relationship.
  ///
  /// Core Data: `undoActionName` of the undo manager, which is empty if you set no name.
  ///
  /// - Complexity: O(1) for a name that you passed. Otherwise, O(*n*) in the number of changes of the step.
  public var undoActionName: String? { name(of: graph.journal.past, isUndone: false) }

  /// The name of the step that ``redo(file:line:)`` repeats, or `nil` if there is no step.
  ///
  /// The name is the same as the ``undoActionName`` before the step was undone.
  ///
  /// - Complexity: The same as for ``undoActionName``.
  public var redoActionName: String? { name(of: graph.journal.future, isUndone: true) }

  private func name(of changes: ChangeList, isUndone: Bool) -> String? {
    changes.nameOfStepToUndo
      ?? StepSummary(changes.changesToUndo, isUndone: isUndone).name(in: graph)
  }

  /// Reverts the last step. If there is no step, nothing happens.
  ///
  /// Changed properties and relationships return to their previous values. Inserted objects are removed, and deleted
  /// objects are restored. A restored object is the same instance as before and has the same ID.
  ///
  /// The only hook that undo calls is ``ManagedObject/awake(fromSnapshotEvents:)``. It is called on the changed objects
  /// that have a custom class.
  ///
  /// Undoing in a hook, a rule or an open group is a programmer error and traps.
  ///
  /// - Complexity: O(*n*) in the number of changes of the step.
  public func undo(file: StaticString = #fileID, line: UInt = #line) {
    rejectWhileChanging("undone", file, line)
    UndoHistory(graph).undo()
  }

  /// Repeats the changes that were undone last.
  ///
  /// If no step was undone, or if something has changed since then, nothing happens.
  ///
  /// Redoing in a hook, a rule or an open group is a programmer error and traps.
  ///
  /// - Complexity: O(*n*) in the number of changes of the step.
  public func redo(file: StaticString = #fileID, line: UInt = #line) {
    rejectWhileChanging("redone", file, line)
    UndoHistory(graph).redo()
  }

  /// Forgets all steps, including the undone ones.
  ///
  /// A context does this automatically if another context restores an object that a step has deleted.
  ///
  /// - Complexity: O(*n*) in the number of changes of all steps.
  public func removeAllUndo(file: StaticString = #fileID, line: UInt = #line) {
    rejectWhileChanging("asked to forget its undo steps", file, line)
    UndoHistory(graph).removeAll()
  }

  // MARK: Groups

  /// Combines all changes of a closure into one undo step.
  ///
  /// If you show the step in a menu, pass a name for it. Otherwise, the context describes the changes, as
  /// ``undoActionName`` explains.
  ///
  /// If the closure throws an error, its changes stay in place and still form one step. You can nest groups: all
  /// changes then become one step, which gets the first name that you pass.
  public func undoGroup<Result>(
    _ name: String? = nil, _ body: () throws -> Result
  ) rethrows -> Result {
    beginUndoGroup(name)
    defer { endUndoGroup() }
    return try body()
  }

  /// Begins a group. All changes up to the matching ``endUndoGroup(file:line:)`` form one undo step.
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
