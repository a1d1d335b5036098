/// The objects of a to-many relationship in a typed condition.
///
/// ```swift
/// let writers = try context.fetch(Writer.self) {
///   $0.works.any { $0.pages > 100 } && $0.works.count < 10 && $0.works.average(\.pages) > 50
/// }
/// print(writers.count)  // 1
/// ```
/// Relationships can be chained. For example, `$0.albums.tracks` are the tracks of all albums.
@dynamicMemberLookup public struct QueryCollection<Entity: EntityType>: Sendable {
  let expression: FetchExpression

  init(_ expression: FetchExpression) { self.expression = expression }

  /// Returns the objects of a to-many relationship for all of the objects.
  public subscript<Destination>(
    dynamicMember property: KeyPath<Entity, ToMany<Destination>>
  ) -> QueryCollection<Destination> {
    let key = Entity.schema[keyPath: property].schemaKey
    return QueryCollection<Destination>(expression.appending([key.name(property)]))
  }

  /// Returns the objects of a to-one relationship for all of the objects.
  ///
  /// An object occurs once for each object that refers to it.
  public subscript<Destination>(
    dynamicMember property: KeyPath<Entity, ToOne<Destination>>
  ) -> QueryCollection<Destination> {
    let key = Entity.schema[keyPath: property].schemaKey
    return QueryCollection<Destination>(expression.appending([key.name(property)]))
  }

  /// Unavailable: use `any`, `all`, `none`, `filter` or an aggregate.
  ///
  /// Because of the declared type, the compiler reports no other errors.
  @available(
    *, unavailable,
    message:
      "use any { … }, all { … }, none { … }, filter { … }, count, sum(_:) and so on for several objects"
  )
  public subscript<Value>(
    dynamicMember property: KeyPath<Entity, Attribute<Value>>
  ) -> QueryValue<Value> {
    neverCalled()
  }

  /// Unavailable: use `any`, `all`, `none`, `filter` or an aggregate.
  @available(
    *, unavailable,
    message:
      "use any { … }, all { … }, none { … }, filter { … }, count, sum(_:) and so on for several objects"
  )
  @_disfavoredOverload public subscript(dynamicMember name: String) -> NoSuchMember {
    neverCalled()
  }

  /// The number of objects.
  public var count: QueryValue<Int> { QueryValue<Int>(.aggregate(.count, of: expression)) }

  /// Returns the objects that satisfy a condition: `$0.works.filter { $0.pages > 100 }.count`.
  public func filter(_ condition: (Query<Entity>) -> FetchPredicate) -> QueryCollection<Entity> {
    QueryCollection(expression.filtered { condition(Query($0)) })
  }

  /// Returns a predicate that holds if at least one of the objects satisfies a condition.
  public func any(_ condition: (Query<Entity>) -> FetchPredicate) -> FetchPredicate {
    expression.quantified(.any) { condition(Query($0)) }
  }

  /// Returns a predicate that holds if all of the objects satisfy a condition.
  ///
  /// It also holds if the collection is empty.
  public func all(_ condition: (Query<Entity>) -> FetchPredicate) -> FetchPredicate {
    expression.quantified(.all) { condition(Query($0)) }
  }

  /// Returns a predicate that holds if none of the objects satisfies a condition.
  ///
  /// It also holds if the collection is empty.
  public func none(_ condition: (Query<Entity>) -> FetchPredicate) -> FetchPredicate {
    expression.quantified(.none) { condition(Query($0)) }
  }

  /// Returns the sum of an attribute over the objects. It is 0 if the collection is empty.
  public func sum<Value>(
    _ attribute: KeyPath<Entity, Attribute<Value>>
  ) -> QueryValue<Value.Base> where Value.Base: ArithmeticValue {
    QueryValue<Value.Base>(aggregate(.sum, attribute))
  }

  /// Returns the mean of an attribute over the objects. It has no value if the collection is empty.
  public func average<Value>(
    _ attribute: KeyPath<Entity, Attribute<Value>>
  ) -> QueryValue<Double?> where Value.Base: ArithmeticValue {
    QueryValue<Double?>(aggregate(.average, attribute))
  }

  /// Returns the least value of an attribute over the objects. It has no value if the collection is empty.
  public func min<Value>(
    _ attribute: KeyPath<Entity, Attribute<Value>>
  ) -> QueryValue<Value.Base?> where Value.Base: Comparable {
    QueryValue<Value.Base?>(aggregate(.minimum, attribute))
  }

  /// Returns the greatest value of an attribute over the objects. It has no value if the collection is empty.
  public func max<Value>(
    _ attribute: KeyPath<Entity, Attribute<Value>>
  ) -> QueryValue<Value.Base?> where Value.Base: Comparable {
    QueryValue<Value.Base?>(aggregate(.maximum, attribute))
  }

  /// Returns a predicate that holds if the objects contain the given object.
  public func contains(_ object: ManagedObjectID) -> FetchPredicate {
    .comparison(expression, .contains, .constant(.object(object)))
  }

  /// Returns a predicate that holds if the objects contain the object of another expression.
  public func contains(_ object: Query<Entity>) -> FetchPredicate { object.in(self) }

  /// Unavailable: use `any`.
  @available(*, unavailable, message: "use any { … } for at least one of the objects")
  public func contains(where condition: (Query<Entity>) -> FetchPredicate) -> FetchPredicate {
    any(condition)
  }

  /// Unavailable: use `all`.
  @available(*, unavailable, message: "use all { … } for each of the objects")
  public func allSatisfy(_ condition: (Query<Entity>) -> FetchPredicate) -> FetchPredicate {
    all(condition)
  }

  /// Unavailable: use `any` or `all`. The objects have no positions.
  @available(
    *, unavailable,
    message: "use any { … } or all { … }: several objects have no positions here"
  )
  public subscript(position: Int) -> Query<Entity> {
    neverCalled()
  }

  /// Unavailable: use `count == 0`.
  @available(*, unavailable, message: "use count == 0")
  public var isEmpty: FetchPredicate {
    neverCalled()
  }

  private func aggregate<Value>(
    _ aggregate: FetchExpression.Aggregate, _ attribute: KeyPath<Entity, Attribute<Value>>
  ) -> FetchExpression {
    let key = Entity.schema[keyPath: attribute].schemaKey
    return .aggregate(aggregate, of: expression.appending([key.name(attribute)]))
  }
}
