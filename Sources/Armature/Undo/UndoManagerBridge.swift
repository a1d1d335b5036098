#if canImport(AppKit) || canImport(UIKit)
  public import Foundation

  /// A bridge that adds the undo steps of a context to an `UndoManager`, such as the undo manager of a window.
  ///
  /// Make all changes that the user can undo in the closure of ``step(_:_:)``, and use only the undo manager to undo
  /// them. After a rollback, a reset or a call of ``ManagedObjectContext/removeAllUndo(file:line:)``, the undo manager
  /// still has steps that no longer work. To remove them, pass the bridge to `removeAllActions(withTarget:)`.
  @MainActor public final class UndoManagerBridge {
    private let context: ManagedObjectContext
    private let undoManager: UndoManager

    /// Creates a bridge. The context then records as many steps as the undo manager keeps.
    public init(_ context: ManagedObjectContext, _ undoManager: UndoManager) {
      self.context = context
      self.undoManager = undoManager
      context.recordsUndo = true
      context.undoLimit = undoManager.levelsOfUndo
    }

    /// Combines the changes of a closure into one step, which the undo manager can undo and redo.
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
