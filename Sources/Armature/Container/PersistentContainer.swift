public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A model and the store of its objects: what contexts are made from, in any task.
///
/// ```swift
/// let container = try PersistentContainer(model: model)
/// let context = container.makeContext()
/// try context.insert("Author").setValuesForKeys(["name": "Jane Austen"])
/// try context.save()
/// let count = try await container.perform { context in try context.count("Author") }
/// print(count)  // 1
/// ```
/// Core Data: `NSPersistentContainer`, and the coordinator behind it.
public final class PersistentContainer: Sendable {
  /// The model of the objects.
  public let model: ManagedObjectModel
  /// Where the rows are.
  public let store: any PersistentStore
  private let now: @Sendable () -> Date
  private let makeUUID: (@Sendable () -> UUID)?
  private let workers = ContextWorkers()
  private let hub: ChangeHub

  /// The context of the main actor, for what people see: made when it is first read, and kept.
  ///
  /// It ``ManagedObjectContext/tracksReads`` and ``ManagedObjectContext/mergesChangesAutomatically``. On Apple systems
  /// it also processes pending changes at the end of each turn of the main run loop; elsewhere call
  /// ``ManagedObjectContext/processPendingChanges()`` where an event is over. See <doc:UsingSwiftUI>. Core Data:
  /// `viewContext`.
  @MainActor public var viewContext: ManagedObjectContext {
    if let keptViewContext { return keptViewContext }
    let context = makeViewContext()
    keptViewContext = context
    return context
  }
  @MainActor private var keptViewContext: ManagedObjectContext?

  /// Opens a store, an empty one in memory unless another is given.
  ///
  /// Contexts of several containers over the same store object are told what the others save, as those of one container are.
  ///
  /// `now` is the clock for defaults of `.now`, `makeUUID` the source of identifiers for defaults of
  /// `.uuid`, by default random ones: tests pass their own. `migration` says what to do with rows that were
  /// saved with another model: what loses nothing, unless told otherwise.
  ///
  /// - Throws: What the store throws, if it cannot be opened with the model.
  public init(
    model: ManagedObjectModel, store: any PersistentStore = InMemoryStore(),
    migration: StoreMigration = .automatic,
    now: @escaping @Sendable () -> Date = { Date() },
    makeUUID: (@Sendable () -> UUID)? = nil
  ) throws {
    try store.open(model, migration: migration)
    self.model = model
    self.store = store
    hub = ChangeHub.shared(of: store)
    self.now = now
    self.makeUUID = makeUUID
  }

  /// Makes an empty context on the store, for the task at hand.
  public func makeContext() -> ManagedObjectContext {
    ManagedObjectContext(model: model, store: store, hub: hub, now: now, makeUUID: makeUUID)
  }

  @MainActor private func makeViewContext() -> ManagedObjectContext {
    let context = makeContext()
    context.tracksReads = true
    context.mergesChangesAutomatically = true
    #if canImport(Darwin)
      context.processPendingChangesEachTurn()
    #endif
    return context
  }

  /// Runs a closure with a context of its own, beside the task at hand and other such closures.
  ///
  /// So many run at the same time as there are processors, and at least four; more wait for their turn. They
  /// run on threads that may wait for the store, none of those that Swift's tasks share. Two that change the
  /// same object have a conflict, as any two contexts have: a ``MergePolicy`` resolves it, or run them one
  /// after the other.
  ///
  /// Save in the closure: what it has not saved is dropped with the context. Core Data:
  /// `performBackgroundTask(_:)`.
  ///
  /// A task that is cancelled while it waits for its turn does not run the closure; one that is cancelled later runs it to
  /// its end, unless the closure asks.
  ///
  /// - Returns: What the closure returns: IDs, snapshots, numbers, but no objects.
  /// - Throws: `CancellationError` if the task is cancelled before the closure runs; what the closure throws.
  public func perform<Result: Sendable>(
    _ body: @Sendable (ManagedObjectContext) throws -> Result
  ) async throws -> Result {
    try await workers.run {
      let context = self.makeContext()
      defer { context.processPendingChanges() }
      return try body(context)
    }
  }
}
