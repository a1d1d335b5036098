public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A model and the store of its objects. A container creates contexts for any task.
///
/// ```swift
/// let container = try PersistentContainer(model: model)
/// let context = container.makeContext()
/// try context.insert("Author").setValuesForKeys(["name": "Jane Austen"])
/// try context.save()
/// let count = try await container.perform { context in try context.count("Author") }
/// print(count)  // 1
/// ```
/// Core Data: `NSPersistentContainer` and its coordinator.
///
/// ## Topics
///
/// ### Creating containers
/// - ``init(model:store:migration:now:makeUUID:)``
/// - ``model``
/// - ``store``
///
/// ### Contexts
/// - ``viewContext``
/// - ``makeContext()``
/// - ``perform(_:)``
///
/// ### History and saves of others
/// - ``remoteChanges(pollingEvery:)``
/// - ``history(since:author:entity:)``
/// - ``currentHistoryToken()``
/// - ``purgeHistory(upTo:)``
/// - ``purgeHistory(before:)``
///
/// ### Verifying and repairing
/// - ``verify(includingRules:)``
/// - ``repairDerivedValues()``
public final class PersistentContainer: Sendable {
  /// The model of the objects.
  public let model: ManagedObjectModel
  /// The store of the rows.
  public let store: any PersistentStore
  private let now: @Sendable () -> Date
  private let makeUUID: (@Sendable () -> UUID)?
  private let workers = ContextWorkers()
  private let hub: ChangeHub

  /// The context of the main actor, for user interfaces: created on first access, and kept.
  ///
  /// ``ManagedObjectContext/tracksReads`` and ``ManagedObjectContext/mergesChangesAutomatically`` are on. On Apple
  /// systems it also processes pending changes at the end of each turn of the main run loop. Elsewhere, call
  /// ``ManagedObjectContext/processPendingChanges()`` when an event is over. See <doc:UsingSwiftUI>. Core Data:
  /// `viewContext`.
  @MainActor public var viewContext: ManagedObjectContext {
    if let keptViewContext { return keptViewContext }
    let context = makeViewContext()
    keptViewContext = context
    return context
  }
  @MainActor private var keptViewContext: ManagedObjectContext?

  /// Opens a store, by default an empty store in memory.
  ///
  /// Containers over the same store object inform each other's contexts of saves, as one container does.
  ///
  /// `now` is the clock for `.now` defaults, and `makeUUID` the source of identifiers for `.uuid` defaults, which are
  /// random by default. Tests pass their own. `migration` says how to treat rows saved with another model; by
  /// default, they are migrated if no data are lost.
  ///
  /// - Throws: The error of a store that cannot be opened with the model.
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

  /// Creates an empty context on the store, for the current task.
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

  /// Runs a closure with a new context, concurrently with the current task and other closures.
  ///
  /// As many closures run at the same time as the machine has processors, and at least four; others wait. They run on
  /// threads that may block on the store, not on the threads shared by Swift's tasks. Two closures that change the
  /// same object have a conflict, as any two contexts have: set a ``MergePolicy``, or run them one after the other.
  ///
  /// Save in the closure: unsaved changes are lost with the context. Core Data: `performBackgroundTask(_:)`.
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
