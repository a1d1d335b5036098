#if canImport(AppKit) || canImport(UIKit)
  public import Foundation

  /// Puts the steps of a context on the stack of an undo manager, such as that of a window.
  ///
  /// Everything that can be undone must be changed within ``step(_:_:)``, and undone and redone by the
  /// undo manager alone. A rollback, a reset, or ``ManagedObjectContext/removeAllUndo(file:line:)`` needs
  /// `removeAllActions(withTarget:)` of the undo manager with the bridge.
  @MainActor public final class UndoManagerBridge {
    private let context: ManagedObjectContext
    private let undoManager: UndoManager

    /// Has the context record its steps, as many as the undo manager keeps.
    public init(_ context: ManagedObjectContext, _ undoManager: UndoManager) {
      self.context = context
      self.undoManager = undoManager
      context.recordsUndo = true
      context.undoLimit = undoManager.levelsOfUndo
    }

    /// Makes one step of what a closure changes, which the undo manager undoes and redoes.
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

    /// Takes the step back, or repeats it; what is registered meanwhile leads the other way.
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
