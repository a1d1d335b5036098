// A stand-in for the undo manager of Foundation, as Swift imports Foundation/NSUndoManager.h of the SDK of Xcode 26:
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
