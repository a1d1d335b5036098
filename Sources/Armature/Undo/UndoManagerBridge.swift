#if canImport(AppKit) || canImport(UIKit)
  public import Foundation

  /// Puts the steps of a context on the stack of an undo manager, such as a window's.
  ///
  /// Make all undoable changes within ``step(_:_:)``, and use only the undo manager to undo and redo. Call the undo
  /// manager's `removeAllActions(withTarget:)` with the bridge after a rollback, a reset or
  /// ``ManagedObjectContext/removeAllUndo(file:line:)``.
  @MainActor public final class UndoManagerBridge {
    private let context: ManagedObjectContext
    private let undoManager: UndoManager

    /// Creates a bridge and makes the context record as many steps as the undo manager keeps.
    public init(_ context: ManagedObjectContext, _ undoManager: UndoManager) {
      self.context = context
      self.undoManager = undoManager
      context.recordsUndo = true
      context.undoLimit = undoManager.levelsOfUndo
    }

    /// Combines the changes of a closure into one step, which the undo manager undoes and redoes.
    public func step(_ name: String, _ change: () throws -> Void) rethrows {
      defer { if !context.graph.journal.past.endsWithEmptyStep { register(name) } }
      try context.undoGroup(name, change)
    }

    private func register(_ name: String) {
      undoManager.registerUndo(withTarget: self) { bridge in
        MainActor.assumeIsolated { bridge.move(name) }
      }
      undoManager.setActionName(name)
    }

    /// Undoes or redoes the step. The action registered meanwhile leads in the opposite direction.
    private func move(_ name: String) {
      if undoManager.isUndoing {
        context.undo()
      } else {
        context.redo()
      }
      register(name)
    }
  }
#endif
