public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A model together with the store of its objects.
///
/// Create one container for each store when your program starts. The container opens the store, migrates it if
/// necessary, and creates the contexts in which you read and change objects. You can use a container from any task.
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

  /// The context of the main actor, for user interfaces.
  ///
  /// The context is created when you first access it. After that, the property always returns the same context.
  ///
  /// In this context, ``ManagedObjectContext/tracksReads`` and ``ManagedObjectContext/mergesChangesAutomatically`` are
  /// `true`. On Apple systems, the context also processes pending changes at the end of each turn of the main run loop.
  /// On other systems, call ``ManagedObjectContext/processPendingChanges()`` when you have handled an event. See
  /// <doc:UsingSwiftUI>.
  ///
  /// Core Data: `viewContext`.
  @MainActor public var viewContext: ManagedObjectContext {
    if let keptViewContext { return keptViewContext }
    let context = makeViewContext()
    keptViewContext = context
    return context
  }
  @MainActor private var keptViewContext: ManagedObjectContext?

  /// Creates a container and opens its store. The default store is an empty store in memory.
  ///
  /// Several containers can share a store object. Their contexts then learn of each other's saves in the same way as
  /// the contexts of one container.
  ///
  /// - Parameters:
  ///   - model: The model of the objects.
  ///   - store: The store of the rows.
  ///   - migration: The way to open a store whose rows were saved with another model. By default, the rows are migrated
  ///     if no data are lost.
  ///   - now: The clock that supplies the date for the default value `.now`. Tests can pass a fixed date.
  ///   - makeUUID: The source of identifiers for the default value `.uuid`. The identifiers are random by default.
  ///     Tests can pass their own.
  /// - Throws: The error of the store if it cannot be opened with the model.
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

  /// Creates an empty context on the store.
  ///
  /// Use the context only in the current task. For another task, create another context.
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
  /// Use this method for work in the background, such as an import. Save in the closure, because unsaved changes are
  /// lost with the context.
  ///
  /// Core Data: `performBackgroundTask(_:)`.
  ///
  /// The number of closures that run at the same time is the number of the machine's processors, and at least four.
  /// Further closures wait. The closures run on their own threads, so a closure that waits for the store does not block
  /// Swift's tasks.
  ///
  /// If two closures change the same object, the second save has a conflict. To resolve such conflicts, set a
  /// ``MergePolicy``, or run the closures one after the other.
  ///
  /// If the task is cancelled before the closure starts, the closure does not run. If it is cancelled later, the
  /// closure runs to its end, unless it checks for the cancellation itself.
  ///
  /// - Returns: The result of the closure. Return IDs, snapshots or numbers. Managed objects cannot leave the closure.
  /// - Throws: `CancellationError` if the task is cancelled before the closure runs. Otherwise, any error that the
  ///   closure throws.
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
