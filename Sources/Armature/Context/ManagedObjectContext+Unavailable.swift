// Members that Core Data has under other names, or in another form: each says where it is.

extension ManagedObjectContext {
  /// Refuses a word; the context undoes by itself.
  @available(
    *, unavailable, message: "the context undoes by itself: set recordsUndo, then call undo()"
  )
  public var undoManager: ManagedObjectContext? {
    get { nil }
    set {}
  }

  /// Refuses a word; a context makes its children.
  @available(*, unavailable, message: "a parent makes its children: parent.makeChild()")
  public convenience init(parent: ManagedObjectContext) { self.init(model: parent.model) }

  /// Refuses a word; a context makes its children.
  @available(*, unavailable, message: "a parent makes its children: parent.makeChild()")
  public var parent: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; a context makes its children.
  @available(*, unavailable, message: "a parent makes its children: parent.makeChild()")
  public var parentContext: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; the container has the store.
  @available(
    *, unavailable,
    message: "a context on a store comes from its container: container.makeContext()"
  )
  public var persistentStoreCoordinator: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; it has another name.
  @available(*, unavailable, message: "it is called mergesChangesAutomatically")
  public var automaticallyMergesChangesFromParent: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; nothing needs it.
  @available(
    *, unavailable,
    message: "nothing needs it: what others have deleted reads as nothing, and a save tells"
  )
  public var shouldDeleteInaccessibleFaults: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; what is read stays as it is.
  @available(
    *, unavailable, message: "what is read stays as it is until refresh(_:) or refreshAll()"
  )
  public var stalenessInterval: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; a context is of one task.
  @available(
    *, unavailable,
    message:
      "call it directly, a context is of one task; beside it runs container.perform { context in … }"
  )
  public func perform(_ body: () throws -> Void) {}

  /// Refuses a word; a context is of one task.
  @available(
    *, unavailable,
    message: "call it directly: a context is of one task, and the compiler keeps it there"
  )
  public func performAndWait(_ body: () throws -> Void) {}

  /// Refuses a word; it has another name.
  @available(*, unavailable, message: "it is called refreshAll()")
  public func refreshAllObjects() {}

  /// Refuses a word; it takes a value.
  @available(
    *, unavailable, message: "write mergeChanges(from:) with a value of the other context's changes"
  )
  public func mergeChanges(fromContextDidSave notification: Any) {}

  /// Refuses a word; it has no label.
  @available(*, unavailable, message: "it has no label: count(request)")
  public func count(for request: FetchRequest) throws -> Int { 0 }

  /// Refuses a word; requests have a verb each.
  @available(*, unavailable, message: "write fetch(_:), fetchIDs(_:) or count(_:)")
  public func execute(_ request: Any) {}
}
