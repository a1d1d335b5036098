public import ArmatureModel

// What the compiler answers with a sentence where nothing else fits. Being unavailable, these are not looked
// at while anything fits.

/// Refusing texts and properties in the place of conditions and orders.
extension ManagedObjectContext {
  /// Refuses a name that the entity does not have.
  @available(*, unavailable, message: "the entity has no property of this name")
  public func fetch<Type: EntityType>(
    _ type: Type.Type, orderedBy path: KeyPath<Query<Type>, NoSuchMember>, limit: Int? = nil,
    offset: Int = 0, where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [Managed<Type>] { [] }

  /// Refuses a text.
  @available(
    *, unavailable,
    message: "a condition in text is a value: where: FetchPredicate(\"pages > %d\", 100)"
  )
  public func fetch(
    _ entityName: String, where text: String
  ) throws -> [ManagedObject] { [] }

  /// Refuses a text.
  @available(
    *, unavailable,
    message: "a condition in text is a value: where: FetchPredicate(\"pages > %d\", 100)"
  )
  public func fetch<Type: EntityType>(
    _ type: Type.Type, where text: String
  ) throws -> [Managed<Type>] { [] }

  /// Refuses a text.
  @available(
    *, unavailable,
    message: "a condition in text is a value: where: FetchPredicate(\"pages > %d\", 100)"
  )
  public func fetch<Object: ManagedObject>(
    _ class: Object.Type, where text: String
  ) throws -> [Object] { [] }

  /// Refuses a text.
  @available(
    *, unavailable,
    message: "a condition in text is a value: where: FetchPredicate(\"pages > %d\", 100)"
  )
  public func count(
    _ entityName: String, where text: String
  ) throws -> Int { 0 }

  /// Refuses a text.
  @available(
    *, unavailable,
    message: "a condition in text is a value: where: FetchPredicate(\"pages > %d\", 100)"
  )
  public func count<Type: EntityType>(
    _ type: Type.Type, where text: String
  ) throws -> Int { 0 }

  /// Refuses a text.
  @available(
    *, unavailable,
    message: "a condition in text is a value: where: FetchPredicate(\"pages > %d\", 100)"
  )
  public func count<Object: ManagedObject>(
    _ class: Object.Type, where text: String
  ) throws -> Int { 0 }

  /// Refuses a text.
  @available(
    *, unavailable,
    message: "an order is a value: orderedBy: [.ascending(\"title\")]"
  )
  public func fetch(
    _ entityName: String, orderedBy text: String, limit: Int? = nil, offset: Int = 0,
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [ManagedObject] { [] }

  /// Refuses a text.
  @available(
    *, unavailable,
    message: "an order is a value: orderedBy: [.ascending(\"title\")]"
  )
  public func fetch<Type: EntityType>(
    _ type: Type.Type, orderedBy text: String, limit: Int? = nil, offset: Int = 0,
    where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [Managed<Type>] { [] }

  /// Refuses a text.
  @available(
    *, unavailable,
    message: "an order is a value: orderedBy: [.ascending(\"title\")]"
  )
  public func fetch<Object: ManagedObject>(
    _ class: Object.Type, orderedBy text: String, limit: Int? = nil, offset: Int = 0,
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [Object] { [] }

  /// Refuses a property where a condition must stand.
  @available(
    *, unavailable,
    message: "a property is no condition: compare it, as in $0.isPublished == true"
  )
  public func fetch<Type: EntityType>(
    _ type: Type.Type, where property: (Query<Type>) -> QueryValue<Bool>
  ) throws -> [Managed<Type>] { [] }
}
