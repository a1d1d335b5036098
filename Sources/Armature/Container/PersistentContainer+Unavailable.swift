// Core Data members with another name or form here. Each message names the replacement.

extension PersistentContainer {
  /// Unavailable: use `store`. A container has exactly one store.
  @available(*, unavailable, message: "use container.store")
  public var persistentStoreCoordinator: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: pass the store to the initializer.
  @available(
    *, unavailable,
    message: "pass the store to the initializer: PersistentContainer(model: model, store: store)"
  )
  public var persistentStoreDescriptions: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use `makeContext()`, or `perform(_:)`.
  @available(
    *, unavailable,
    message:
      "use makeContext() in the task that uses the context, or container.perform { context in … }"
  )
  public func newBackgroundContext() -> ManagedObjectContext { makeContext() }

  /// Unavailable: use `perform(_:)`.
  @available(
    *, unavailable, message: "use try await container.perform { context in … }"
  )
  public func performBackgroundTask(_ body: (ManagedObjectContext) -> Void) {}

  /// Unavailable: the initializer opens the store.
  @available(*, unavailable, message: "the initializer opens the store, and throws if it cannot")
  public func loadPersistentStores(_ completion: (Any, (any Error)?) -> Void) {}
}
