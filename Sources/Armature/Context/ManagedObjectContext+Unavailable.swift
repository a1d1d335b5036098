// Core Data members with another name or form here. Each message names the replacement.

extension ManagedObjectContext {
  /// Unavailable: set `recordsUndo`, then call `undo()` on the context.
  @available(
    *, unavailable, message: "the context undoes by itself: set recordsUndo, then call undo()"
  )
  public var undoManager: ManagedObjectContext? {
    get { nil }
    set {}
  }

  /// Unavailable: use `parent.makeChild()`.
  @available(*, unavailable, message: "a parent makes its children: parent.makeChild()")
  public convenience init(parent: ManagedObjectContext) { self.init(model: parent.model) }

  /// Unavailable: use `parent.makeChild()`.
  @available(*, unavailable, message: "a parent makes its children: parent.makeChild()")
  public var parent: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use `parent.makeChild()`.
  @available(*, unavailable, message: "a parent makes its children: parent.makeChild()")
  public var parentContext: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use `container.makeContext()`.
  @available(
    *, unavailable,
    message: "a context on a store comes from its container: container.makeContext()"
  )
  public var persistentStoreCoordinator: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use `mergesChangesAutomatically`.
  @available(*, unavailable, message: "it is called mergesChangesAutomatically")
  public var automaticallyMergesChangesFromParent: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: properties of objects deleted by others read as nil, and a save reports the conflict.
  @available(
    *, unavailable,
    message: "nothing needs it: what others have deleted reads as nothing, and a save tells"
  )
  public var shouldDeleteInaccessibleFaults: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: values stay as read until `refresh(_:)` or `refreshAll()`.
  @available(
    *, unavailable, message: "what is read stays as it is until refresh(_:) or refreshAll()"
  )
  public var stalenessInterval: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: a context belongs to one task; call it directly, or use `container.perform`.
  @available(
    *, unavailable,
    message:
      "call it directly, a context is of one task; beside it runs container.perform { context in … }"
  )
  public func perform(_ body: () throws -> Void) {}

  /// Unavailable: a context belongs to one task; call it directly.
  @available(
    *, unavailable,
    message: "call it directly: a context is of one task, and the compiler keeps it there"
  )
  public func performAndWait(_ body: () throws -> Void) {}

  /// Unavailable: use `refreshAll()`.
  @available(*, unavailable, message: "it is called refreshAll()")
  public func refreshAllObjects() {}

  /// Unavailable: use `mergeChanges(from:)`.
  @available(
    *, unavailable, message: "write mergeChanges(from:) with a value of the other context's changes"
  )
  public func mergeChanges(fromContextDidSave notification: Any) {}

  /// Unavailable: use `count(_:)`.
  @available(*, unavailable, message: "it has no label: count(request)")
  public func count(for request: FetchRequest) throws -> Int { 0 }

  /// Unavailable: use `fetch(_:)`, `fetchIDs(_:)` or `count(_:)`.
  @available(*, unavailable, message: "write fetch(_:), fetchIDs(_:) or count(_:)")
  public func execute(_ request: Any) {}
}
