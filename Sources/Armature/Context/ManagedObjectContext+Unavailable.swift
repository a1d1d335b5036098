// Core Data members with another name or form here. Each message names the replacement.

extension ManagedObjectContext {
  /// Unavailable: set `recordsUndo`, then call `undo()` on the context.
  @available(
    *, unavailable, message: "set recordsUndo, then call undo() on the context"
  )
  public var undoManager: ManagedObjectContext? {
    get { nil }
    set {}
  }

  /// Unavailable: use `parent.makeChild()`.
  @available(*, unavailable, message: "use parent.makeChild()")
  public convenience init(parent: ManagedObjectContext) { self.init(model: parent.model) }

  /// Unavailable: use `parent.makeChild()`.
  @available(*, unavailable, message: "use parent.makeChild()")
  public var parent: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use `parent.makeChild()`.
  @available(*, unavailable, message: "use parent.makeChild()")
  public var parentContext: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use `container.makeContext()`.
  @available(
    *, unavailable,
    message: "use container.makeContext()"
  )
  public var persistentStoreCoordinator: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use `mergesChangesAutomatically`.
  @available(*, unavailable, message: "use mergesChangesAutomatically")
  public var automaticallyMergesChangesFromParent: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: properties of objects deleted by others read as nil, and a save reports the conflict.
  @available(
    *, unavailable,
    message: "not needed: a deleted row reads as no values, and a save reports it"
  )
  public var shouldDeleteInaccessibleFaults: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: values stay as read until `refresh(_:)` or `refreshAll()`.
  @available(
    *, unavailable, message: "not needed: values stay as read until refresh(_:) or refreshAll()"
  )
  public var stalenessInterval: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: a context belongs to one task; call it directly, or use `container.perform`.
  @available(
    *, unavailable,
    message:
      "call the code directly, since a context belongs to one task, or use container.perform { context in … }"
  )
  public func perform(_ body: () throws -> Void) {}

  /// Unavailable: a context belongs to one task; call it directly.
  @available(
    *, unavailable,
    message: "call the code directly: a context belongs to one task, and the compiler ensures it"
  )
  public func performAndWait(_ body: () throws -> Void) {}

  /// Unavailable: use `refreshAll()`.
  @available(*, unavailable, message: "use refreshAll()")
  public func refreshAllObjects() {}

  /// Unavailable: use `mergeChanges(from:)`.
  @available(
    *, unavailable, message: "use mergeChanges(from:) with the changes of the other context"
  )
  public func mergeChanges(fromContextDidSave notification: Any) {}

  /// Unavailable: use `count(_:)`.
  @available(*, unavailable, message: "use count(request)")
  public func count(for request: FetchRequest) throws -> Int { 0 }

  /// Unavailable: use `fetch(_:)`, `fetchIDs(_:)` or `count(_:)`.
  @available(*, unavailable, message: "use fetch(_:), fetchIDs(_:) or count(_:)")
  public func execute(_ request: Any) {}
}
