// Core Data members with another name or form here. Each message names the replacement.

extension PersistentContainer {
  /// Unavailable: use `store`; a container has one store.
  @available(*, unavailable, message: "the container has one store: container.store")
  public var persistentStoreCoordinator: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: pass the store to the initializer.
  @available(
    *, unavailable,
    message: "the initializer takes the store: PersistentContainer(model: model, store: store)"
  )
  public var persistentStoreDescriptions: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use `makeContext()`, or `perform(_:)`.
  @available(
    *, unavailable,
    message:
      "every context is of the task that makes it: makeContext(), or container.perform { context in … }"
  )
  public func newBackgroundContext() -> ManagedObjectContext { makeContext() }

  /// Unavailable: use `perform(_:)`.
  @available(
    *, unavailable, message: "it is called perform: try await container.perform { context in … }"
  )
  public func performBackgroundTask(_ body: (ManagedObjectContext) -> Void) {}

  /// Unavailable: the initializer opens the store.
  @available(*, unavailable, message: "the initializer opens the store, and throws what is wrong")
  public func loadPersistentStores(_ completion: (Any, (any Error)?) -> Void) {}
}
