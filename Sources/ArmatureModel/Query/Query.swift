/// What stands for an object in a typed condition; the compiler checks names and types.
///
/// ```swift
/// Rule("long works are rated") { $0.pages < 1000 || $0.rating != nil }
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

extension SchemaKey {
  /// The name of the property, bound on the way if no model has been built with the schema yet.
  func name<Entity: EntityType, Property>(_ property: KeyPath<Entity, Property>) -> String {
    name(Property.self, in: Entity.self)
  }

  fileprivate func name<Entity: EntityType>(_ property: Any.Type, in entity: Entity.Type) -> String
  {
    // Under the lock: another thread may be binding the names just now.
    if !SchemaKey.binding({ isBound }) { bindSchemaNames(of: entity) }
    return isBound ? text : Self.noName(property)
  }

  /// What stands for what reflection does not find, such as a computed property: a name that no
  /// entity has, so that the check of the model speaks of it.
  fileprivate static func noName(_ property: Any.Type) -> String { noName + "\(property)>" }

  fileprivate static let noName = "<unnamed "
}

extension String {
  /// What to say of a member of a schema that has no name; `nil` for names.
  var reasonForNoName: String? {
    guard hasPrefix(SchemaKey.noName) else { return nil }
    return "\(dropFirst(SchemaKey.noName.count).dropLast()) without a name: a schema has the names"
      + " of its stored properties only. Declare it with let."
  }
}

extension EntityType {
  /// The name of a property that is given where the type of the property does not matter.
  package static func propertyName(_ path: PartialKeyPath<Self>) -> String {
    let property = schema[keyPath: path]
    let type = Swift.type(of: property)
    guard let property = property as? any SchemaProperty else { return SchemaKey.noName(type) }
    return property.schemaKey.name(type, in: Self.self)
  }
}
