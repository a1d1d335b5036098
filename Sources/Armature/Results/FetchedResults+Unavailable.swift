// Members that Core Data has under other names, or in another form: each says where it is.

public import ArmatureModel

extension FetchedResults {
  /// Refuses a name that the entity does not have.
  @available(*, unavailable, message: "the entity has no property of this name")
  public convenience init<Type: EntityType>(
    _ request: FetchRequest, as type: Type.Type, in context: ManagedObjectContext,
    sectionedBy path: KeyPath<Query<Type>, NoSuchMember>
  ) throws where Object == Managed<Type> {
    fatalError("No call of it compiles.")
  }

  /// Refuses a word; steps come from a call, or as a sequence.
  @available(
    *, unavailable,
    message: "steps come from try results.update(), or for await steps in results.updates"
  )
  public var delegate: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; it has another name.
  @available(*, unavailable, message: "it is called objects")
  public var fetchedObjects: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; it has another name.
  @available(*, unavailable, message: "it is called request")
  public var fetchRequest: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; it has another name.
  @available(*, unavailable, message: "it is called sectionKeyPath")
  public var sectionNameKeyPath: Any? {
    get { nil }
    set {}
  }

  /// Refuses a word; the initializer finds the objects.
  @available(
    *, unavailable, message: "the initializer finds the objects; update() brings them up to date"
  )
  public func performFetch() {}

  /// Refuses a word; a position is a subscript.
  @available(*, unavailable, message: "a position is a subscript: results[position]")
  public func object(at position: Any) -> Object? { nil }

  /// Refuses a word; it has another name.
  @available(*, unavailable, message: "it is called position(of:)")
  public func indexPath(forObject object: Any) -> Any? { nil }
}
