// Members that Core Data has under other names, or in another form: each says where it is.

extension PersistentContainer {
  /// Refuses a word; the container has one store.
  @available(*, unavailable, message: "the container has one store: container.store")
  public var persistentStoreCoordinator: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; the initializer takes the store.
  @available(
    *, unavailable,
    message: "the initializer takes the store: PersistentContainer(model: model, store: store)"
  )
  public var persistentStoreDescriptions: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; every context is of the task that makes it.
  @available(
    *, unavailable,
    message:
      "every context is of the task that makes it: makeContext(), or container.perform { context in … }"
  )
  public func newBackgroundContext() -> ManagedObjectContext { makeContext() }

  /// Refuses a word; it has another name.
  @available(
    *, unavailable, message: "it is called perform: try await container.perform { context in … }"
  )
  public func performBackgroundTask(_ body: (ManagedObjectContext) -> Void) {}

  /// Refuses a word; the initializer opens the store.
  @available(*, unavailable, message: "the initializer opens the store, and throws what is wrong")
  public func loadPersistentStores(_ completion: (Any, (any Error)?) -> Void) {}
}
