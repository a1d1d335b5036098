public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A container that opens a store for your model and creates the contexts in which you use the objects.
///
/// Create one container when your app starts, and keep it. If the model has changed since the last start, the container
/// migrates the stored data. After that, ask the container for contexts to read and change objects:
///
/// ```swift
/// let container = try PersistentContainer(model: model)
/// let context = container.makeContext()
/// try context.insert("Author").setValuesForKeys(["name": "Jane Austen"])
/// try context.save()
/// let count = try await container.perform { context in try context.count("Author") }
/// print(count)  // 1
/// ```
/// A container is `Sendable`, so you can use it from any task.
///
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
/// ### History and remote changes
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

  /// A context for the main actor, which you use in your user interface.
  ///
  /// The context is created when you first access this property, and stays the same after that. Its properties
  /// ``ManagedObjectContext/tracksReads`` and ``ManagedObjectContext/mergesChangesAutomatically`` are `true`, so your
  /// views update when objects change.
  ///
  /// On Apple systems, the context processes pending changes at the end of each turn of the main run loop. On other
  /// systems, call ``ManagedObjectContext/processPendingChanges()`` after you have handled an event. See
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

  /// Creates a container and opens its store.
  ///
  /// If you do not pass a store, the objects are kept in memory. Several containers can use the same store object.
  /// Their contexts can then merge each other's saves, like the contexts of a single container.
  ///
  /// - Parameters:
  ///   - model: The model of the objects.
  ///   - store: The store of the rows. The default is an empty store in memory.
  ///   - migration: The way to open a store that was saved with another model. By default, the data is migrated, unless
  ///     this would lose data.
  ///   - now: A closure that returns the date for the default value `.now`. In tests, you can return a fixed date.
  ///   - makeUUID: A closure that returns the identifier for the default value `.uuid`, and the random bits of
  ///     `.uuidv7`. By default, the identifiers are random. In tests, you can return your own.
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

  /// Runs a closure with a new context in the background.
  ///
  /// Use this method for work that takes some time, such as an import. The closure runs on a separate thread, so other
  /// tasks can continue while it waits for the store. Save in the closure, because the context and its unsaved changes
  /// are discarded when the closure returns.
  ///
  /// You can start several closures at once. As many closures run at the same time as your machine has processors, but
  /// never fewer than four, and the others wait for their turn. If two closures change the same object, the second save
  /// has a conflict. To avoid this, run the closures one after the other, or set a ``MergePolicy``.
  ///
  /// If you cancel the task before the closure starts, the closure does not run. Once it has started, it runs to its
  /// end, unless it checks for the cancellation itself.
  ///
  /// Core Data: `performBackgroundTask(_:)`.
  ///
  /// - Returns: The result of the closure, such as IDs, snapshots or numbers. Managed objects cannot leave the closure.
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
