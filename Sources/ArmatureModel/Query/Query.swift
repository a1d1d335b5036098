/// An object in a typed condition. The compiler checks the names and types of its properties. In the following closure,
/// `$0` is such an object:
///
/// ```swift
/// let works = try context.fetch(Work.self) {
///   $0.pages > 100 && $0.writer.name == "George Eliot" && ($0.rating == nil || $0.rating > 3)
/// }
/// print(works.count)  // 1
/// ```
/// Two objects are equal if they have the same ID. If a to-one relationship is empty, it equals `nil`.
@dynamicMemberLookup
public struct Query<Entity: EntityType>: TypedQueryExpression,
  KeyPathExpression
{
  /// The entity. An object can be compared only with objects of the same entity.
  public typealias Comparand = Entity
  /// The ID of an object, or `nil`.
  public typealias Constant = ManagedObjectID?

  private let path: FetchPath

  /// Creates a query for the object itself.
  public init() { path = [] }

  init(_ path: FetchPath) { self.path = path }

  /// Returns an attribute of the object.
  public subscript<Value>(
    dynamicMember property: KeyPath<Entity, Attribute<Value>>
  ) -> QueryValue<Value> {
    let key = Entity.schema[keyPath: property].schemaKey
    return QueryValue(.keyPath(path.appending(key.name(property))))
  }

  /// Returns the object of a to-one relationship.
  public subscript<Destination>(
    dynamicMember property: KeyPath<Entity, ToOne<Destination>>
  ) -> Query<Destination> {
    let key = Entity.schema[keyPath: property].schemaKey
    return Query<Destination>(path.appending(key.name(property)))
  }

  /// Returns the objects of a to-many relationship.
  public subscript<Destination>(
    dynamicMember property: KeyPath<Entity, ToMany<Destination>>
  ) -> QueryCollection<Destination> {
    let key = Entity.schema[keyPath: property].schemaKey
    return QueryCollection(.keyPath(path.appending(key.name(property))))
  }

  /// The name of the object's own entity, which may be a sub-entity of the relationship's destination.
  public var entity: QueryValue<String> {
    QueryValue(.keyPath(path.appending(ObjectMember.entity.rawValue)))
  }

  /// The object itself. Conditions compare objects by their IDs.
  public var objectID: Query { self }

  /// Unavailable: the entity has no property with this name.
  ///
  /// This subscript is disfavored. If the property exists, the compiler reports any other error instead.
  @available(*, unavailable, message: "the entity has no property of this name")
  @_disfavoredOverload public subscript(dynamicMember name: String) -> NoSuchMember {
    neverCalled()
  }

  /// The path of the query as data.
  public var fetchExpression: FetchExpression { .keyPath(path) }

  /// Returns a value that refers to the object, or ``AttributeValue/null`` for `nil`.
  public static func attributeValue(of constant: ManagedObjectID?) -> AttributeValue {
    constant.map(AttributeValue.object) ?? .null
  }
}

// The comment on `TextQueryExpression` explains why the extension is constrained.

extension TypedQueryExpression where Comparand: EntityType, Constant == ManagedObjectID? {
  /// Returns a predicate that holds if the object is one of the objects of another expression.
  public func `in`(_ objects: QueryCollection<Comparand>) -> FetchPredicate {
    .comparison(fetchExpression, .in, objects.expression)
  }

  /// Returns a predicate that holds if the object is one of the given objects.
  public func `in`(_ objects: some Sequence<ManagedObjectID>) -> FetchPredicate {
    .comparison(fetchExpression, .in, .list(objects.map { .constant(.object($0)) }))
  }
}
