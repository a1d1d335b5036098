/// What stands for an object in a typed condition; the compiler checks names and types.
///
/// ```swift
/// let works = try context.fetch(Work.self) {
///   $0.pages > 100 && $0.writer.name == "George Eliot" && ($0.rating == nil || $0.rating > 3)
/// }
/// print(works.count)  // 1
/// ```
/// Two objects are the same if they have the same identity; a relationship that leads to none is
/// equal to `nil`.
@dynamicMemberLookup
public struct Query<Entity: EntityType>: TypedQueryExpression,
  FoundExpression
{
  /// Only objects of one entity are compared.
  public typealias Comparand = Entity
  /// An identity, or none.
  public typealias Constant = ManagedObjectID?

  private let path: FetchPath

  /// The object itself.
  public init() { path = [] }

  init(_ path: FetchPath) { self.path = path }

  /// An attribute of the object.
  public subscript<Value>(
    dynamicMember property: KeyPath<Entity, Attribute<Value>>
  ) -> QueryValue<Value> {
    let key = Entity.schema[keyPath: property].schemaKey
    return QueryValue(.keyPath(path.appending(key.name(property))))
  }

  /// The object that a relationship leads to.
  public subscript<Destination>(
    dynamicMember property: KeyPath<Entity, ToOne<Destination>>
  ) -> Query<Destination> {
    let key = Entity.schema[keyPath: property].schemaKey
    return Query<Destination>(path.appending(key.name(property)))
  }

  /// The objects that a relationship leads to.
  public subscript<Destination>(
    dynamicMember property: KeyPath<Entity, ToMany<Destination>>
  ) -> QueryCollection<Destination> {
    let key = Entity.schema[keyPath: property].schemaKey
    return QueryCollection(.keyPath(path.appending(key.name(property))))
  }

  /// The name of the object's entity, which may inherit from the one of the relationship.
  public var entity: QueryValue<String> {
    QueryValue(.keyPath(path.appending(ObjectMember.entity.rawValue)))
  }

  /// The object: a condition is about its identity anyway.
  public var objectID: Query { self }

  /// Refuses a name that the entity does not have.
  ///
  /// Disfavoured: where there is such a property, what is wrong is something else.
  @available(*, unavailable, message: "the entity has no property of this name")
  @_disfavoredOverload public subscript(dynamicMember name: String) -> NoSuchMember {
    // Unavailable: no call of it compiles.
    fatalError()
  }

  /// The path as data.
  public var fetchExpression: FetchExpression { .keyPath(path) }

  /// A reference to the object, or the absence of one.
  public static func attributeValue(of constant: ManagedObjectID?) -> AttributeValue {
    constant.map(AttributeValue.object) ?? .null
  }
}

// Why the extension is constrained is said at `TextQueryExpression`.

extension TypedQueryExpression where Comparand: EntityType, Constant == ManagedObjectID? {
  /// One of the objects that another expression leads to.
  public func `in`(_ objects: QueryCollection<Comparand>) -> FetchPredicate {
    .comparison(fetchExpression, .in, objects.expression)
  }

  /// One of some objects.
  public func `in`(_ objects: some Sequence<ManagedObjectID>) -> FetchPredicate {
    .comparison(fetchExpression, .in, .list(objects.map { .constant(.object($0)) }))
  }
}
