import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The context of a test, created on first use.
///
/// `@unchecked Sendable`: the lock guards the owner, and only the task that is the owner receives the context.
final class TestContext: @unchecked Sendable {
  @TaskLocal static var current: TestContext?

  private let model: ManagedObjectModel
  private let now: Date
  private let lock = Lock()
  private var made: (context: ManagedObjectContext, owner: Int?)?

  init(model: ManagedObjectModel, now: Date) {
    self.model = model
    self.now = now
  }

  func context() -> ManagedObjectContext {
    let task = withUnsafeCurrentTask { $0?.hashValue }
    lock.lock()
    defer { lock.unlock() }
    if let made {
      guard made.owner == task else {
        programmerError(
          "Test.context must be read in one task, but is read in a second one. Make a context for"
            + " each task: ManagedObjectContext(model: …).")
      }
      return made.context
    }
    let context = ManagedObjectContext.forTesting(model, now: now)
    made = (context, task)
    return context
  }
}
