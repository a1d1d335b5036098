// Core Data members with another name or form here. Each message names the replacement.

public import ArmatureModel

extension FetchedResults {
  /// Unavailable: the entity has no property of this name.
  @available(*, unavailable, message: "the entity has no property of this name")
  public convenience init<Type: EntityType>(
    _ request: FetchRequest, as type: Type.Type, in context: ManagedObjectContext,
    sectionedBy path: KeyPath<Query<Type>, NoSuchMember>
  ) throws where Object == Managed<Type> {
    neverCalled()
  }

  /// Unavailable: use `update()`, or `updates`.
  @available(
    *, unavailable,
    message: "use try results.update(), or for await steps in results.updates"
  )
  public var delegate: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use `objects`.
  @available(*, unavailable, message: "use objects")
  public var fetchedObjects: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use `request`.
  @available(*, unavailable, message: "use request")
  public var fetchRequest: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: use `sectionKeyPath`.
  @available(*, unavailable, message: "use sectionKeyPath")
  public var sectionNameKeyPath: Any? {
    get { nil }
    set {}
  }

  /// Unavailable: the initializer fetches the objects; use `update()` later.
  @available(
    *, unavailable, message: "the initializer fetches the objects; use update() afterwards"
  )
  public func performFetch() {}

  /// Unavailable: use `results[position]`.
  @available(*, unavailable, message: "use results[position]")
  public func object(at position: Any) -> Object? { nil }

  /// Unavailable: use `position(of:)`.
  @available(*, unavailable, message: "use position(of:)")
  public func indexPath(forObject object: Any) -> Any? { nil }
}
