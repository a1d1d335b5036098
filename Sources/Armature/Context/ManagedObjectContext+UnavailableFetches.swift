public import ArmatureModel

// Unavailable overloads that make the compiler explain common errors. The compiler only considers them if nothing
// else fits.

/// Text and properties in place of conditions and orders.
extension ManagedObjectContext {
  /// Unavailable: the entity has no property of this name.
  @available(*, unavailable, message: "the entity has no property of this name")
  public func fetch<Type: EntityType>(
    _ type: Type.Type, orderedBy path: KeyPath<Query<Type>, NoSuchMember>, limit: Int? = nil,
    offset: Int = 0, where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [Managed<Type>] { [] }

  /// Unavailable: use a `FetchPredicate` for a condition in text.
  @available(
    *, unavailable,
    message: "use a FetchPredicate for text: where: FetchPredicate(\"pages > %d\", 100)"
  )
  public func fetch(
    _ entityName: String, where text: String
  ) throws -> [ManagedObject] { [] }

  /// Unavailable: use a `FetchPredicate` for a condition in text.
  @available(
    *, unavailable,
    message: "use a FetchPredicate for text: where: FetchPredicate(\"pages > %d\", 100)"
  )
  public func fetch<Type: EntityType>(
    _ type: Type.Type, where text: String
  ) throws -> [Managed<Type>] { [] }

  /// Unavailable: use a `FetchPredicate` for a condition in text.
  @available(
    *, unavailable,
    message: "use a FetchPredicate for text: where: FetchPredicate(\"pages > %d\", 100)"
  )
  public func fetch<Object: ManagedObject>(
    _ class: Object.Type, where text: String
  ) throws -> [Object] { [] }

  /// Unavailable: use a `FetchPredicate` for a condition in text.
  @available(
    *, unavailable,
    message: "use a FetchPredicate for text: where: FetchPredicate(\"pages > %d\", 100)"
  )
  public func count(
    _ entityName: String, where text: String
  ) throws -> Int { 0 }

  /// Unavailable: use a `FetchPredicate` for a condition in text.
  @available(
    *, unavailable,
    message: "use a FetchPredicate for text: where: FetchPredicate(\"pages > %d\", 100)"
  )
  public func count<Type: EntityType>(
    _ type: Type.Type, where text: String
  ) throws -> Int { 0 }

  /// Unavailable: use a `FetchPredicate` for a condition in text.
  @available(
    *, unavailable,
    message: "use a FetchPredicate for text: where: FetchPredicate(\"pages > %d\", 100)"
  )
  public func count<Object: ManagedObject>(
    _ class: Object.Type, where text: String
  ) throws -> Int { 0 }

  /// Unavailable: use `orderedBy: [.ascending("title")]`.
  @available(
    *, unavailable,
    message: "use orderedBy: [.ascending(\"title\")]"
  )
  public func fetch(
    _ entityName: String, orderedBy text: String, limit: Int? = nil, offset: Int = 0,
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [ManagedObject] { [] }

  /// Unavailable: use `orderedBy: [.ascending("title")]`.
  @available(
    *, unavailable,
    message: "use orderedBy: [.ascending(\"title\")]"
  )
  public func fetch<Type: EntityType>(
    _ type: Type.Type, orderedBy text: String, limit: Int? = nil, offset: Int = 0,
    where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [Managed<Type>] { [] }

  /// Unavailable: use `orderedBy: [.ascending("title")]`.
  @available(
    *, unavailable,
    message: "use orderedBy: [.ascending(\"title\")]"
  )
  public func fetch<Object: ManagedObject>(
    _ class: Object.Type, orderedBy text: String, limit: Int? = nil, offset: Int = 0,
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [Object] { [] }

  /// Unavailable: compare the property, as in `$0.isPublished == true`.
  @available(
    *, unavailable,
    message: "a property is not a condition: compare it, as in $0.isPublished == true"
  )
  public func fetch<Type: EntityType>(
    _ type: Type.Type, where property: (Query<Type>) -> QueryValue<Bool>
  ) throws -> [Managed<Type>] { [] }
}
