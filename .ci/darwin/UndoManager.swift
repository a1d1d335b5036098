// A stand-in for Foundation's undo manager, as Swift imports Foundation/NSUndoManager.h of the Xcode 26 SDK:
// developer.apple.com/documentation/foundation/undomanager.
@MainActor open class UndoManager {
  public init() {}
  open var levelsOfUndo: Int { 0 }
  open var isUndoing: Bool { false }
  open func setActionName(_ actionName: String) {}
  @preconcurrency public nonisolated func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping @MainActor @Sendable (Target) -> Void
  ) {}
}
