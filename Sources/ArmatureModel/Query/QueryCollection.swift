/// What stands for the objects of a to-many relationship in a typed condition.
///
/// ```swift
/// let writers = try context.fetch(Writer.self) {
///   $0.works.any { $0.pages > 100 } && $0.works.count < 10 && $0.works.average(\.pages) > 50
/// }
/// print(writers.count)  // 1
/// ```
/// Relationships can be followed further: `$0.albums.tracks` are the tracks of all albums.
@dynamicMemberLookup public struct QueryCollection<Entity: EntityType>: Sendable {
  let expression: FetchExpression

  init(_ expression: FetchExpression) { self.expression = expression }

  /// The objects that a relationship of the objects leads to.
  public subscript<Destination>(
    dynamicMember property: KeyPath<Entity, ToMany<Destination>>
  ) -> QueryCollection<Destination> {
    let key = Entity.schema[keyPath: property].schemaKey
    return QueryCollection<Destination>(expression.appending([key.name(property)]))
  }

  /// The objects that a relationship of the objects leads to, each once per object.
  public subscript<Destination>(
    dynamicMember property: KeyPath<Entity, ToOne<Destination>>
  ) -> QueryCollection<Destination> {
    let key = Entity.schema[keyPath: property].schemaKey
    return QueryCollection<Destination>(expression.appending([key.name(property)]))
  }

  /// Refuses what one object has: the value is compared as its type says, and no other error hides this one.
  @available(
    *, unavailable,
    message:
      "several objects have any { … }, all { … }, none { … }, filter { … }, count, sum(_:) and the like"
  )
  public subscript<Value>(
    dynamicMember property: KeyPath<Entity, Attribute<Value>>
  ) -> QueryValue<Value> {
    // Unavailable: no call of it compiles.
    fatalError()
  }

  /// Refuses what one object has, or none.
  @available(
    *, unavailable,
    message:
      "several objects have any { … }, all { … }, none { … }, filter { … }, count, sum(_:) and the like"
  )
  @_disfavoredOverload public subscript(dynamicMember name: String) -> NoSuchMember {
    // Unavailable: no call of it compiles.
    fatalError()
  }

  /// The number of objects.
  public var count: QueryValue<Int> { QueryValue<Int>(.aggregate(.count, of: expression)) }

  /// Those of the objects that satisfy a condition: `$0.works.filter { $0.pages > 100 }.count`.
  public func filter(_ condition: (Query<Entity>) -> FetchPredicate) -> QueryCollection<Entity> {
    QueryCollection(expression.filtered { condition(Query($0)) })
  }

  /// At least one of the objects satisfies a condition.
  public func any(_ condition: (Query<Entity>) -> FetchPredicate) -> FetchPredicate {
    expression.quantified(.any) { condition(Query($0)) }
  }

  /// Each of the objects satisfies a condition; true when there are none.
  public func all(_ condition: (Query<Entity>) -> FetchPredicate) -> FetchPredicate {
    expression.quantified(.all) { condition(Query($0)) }
  }

  /// None of the objects satisfies a condition; true when there are none.
  public func none(_ condition: (Query<Entity>) -> FetchPredicate) -> FetchPredicate {
    expression.quantified(.none) { condition(Query($0)) }
  }

  /// The sum of an attribute over the objects; 0 for none.
  public func sum<Value>(
    _ attribute: KeyPath<Entity, Attribute<Value>>
  ) -> QueryValue<Value.Base> where Value.Base: ArithmeticValue {
    QueryValue<Value.Base>(aggregate(.sum, attribute))
  }

  /// The mean of an attribute over the objects; no value for none.
  public func average<Value>(
    _ attribute: KeyPath<Entity, Attribute<Value>>
  ) -> QueryValue<Double?> where Value.Base: ArithmeticValue {
    QueryValue<Double?>(aggregate(.average, attribute))
  }

  /// The least value of an attribute over the objects; no value for none.
  public func min<Value>(
    _ attribute: KeyPath<Entity, Attribute<Value>>
  ) -> QueryValue<Value.Base?> where Value.Base: Comparable {
    QueryValue<Value.Base?>(aggregate(.minimum, attribute))
  }

  /// The greatest value of an attribute over the objects; no value for none.
  public func max<Value>(
    _ attribute: KeyPath<Entity, Attribute<Value>>
  ) -> QueryValue<Value.Base?> where Value.Base: Comparable {
    QueryValue<Value.Base?>(aggregate(.maximum, attribute))
  }

  /// Whether an object is among them.
  public func contains(_ object: ManagedObjectID) -> FetchPredicate {
    .comparison(expression, .contains, .constant(.object(object)))
  }

  /// Whether the object that another expression leads to is among them.
  public func contains(_ object: Query<Entity>) -> FetchPredicate { object.in(self) }

  /// Refuses a word; another one says it.
  @available(*, unavailable, message: "at least one of the objects is any { … }")
  public func contains(where condition: (Query<Entity>) -> FetchPredicate) -> FetchPredicate {
    any(condition)
  }

  /// Refuses a word; another one says it.
  @available(*, unavailable, message: "each of the objects is all { … }")
  public func allSatisfy(_ condition: (Query<Entity>) -> FetchPredicate) -> FetchPredicate {
    all(condition)
  }

  /// Refuses a position: objects are told apart by what they are.
  @available(
    *, unavailable,
    message: "several objects have no positions here: ask any { … } or all { … }"
  )
  public subscript(position: Int) -> Query<Entity> {
    // Unavailable: no call of it compiles.
    fatalError()
  }

  /// Refuses a word; a comparison says it.
  @available(*, unavailable, message: "there are no objects where the count is == 0")
  public var isEmpty: FetchPredicate {
    // Unavailable: no call of it compiles.
    fatalError()
  }

  private func aggregate<Value>(
    _ aggregate: FetchExpression.Aggregate, _ attribute: KeyPath<Entity, Attribute<Value>>
  ) -> FetchExpression {
    let key = Entity.schema[keyPath: attribute].schemaKey
    return .aggregate(aggregate, of: expression.appending([key.name(attribute)]))
  }
}
