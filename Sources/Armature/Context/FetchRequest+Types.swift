public import ArmatureModel

/// Requests for typed entities and for classes.
///
/// `fetch(_:)` says why the overloads that take a type are disfavoured.
extension FetchRequest {
  /// Creates a request for objects of a typed entity. The compiler checks the names in the closure.
  @_disfavoredOverload public init<Type: EntityType>(
    _ type: Type.Type, orderedBy orders: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) {
    self.init(
      Type.entityName, where: condition(Query<Type>()), orderedBy: orders, limit: limit,
      offset: offset)
  }

  /// Creates a sorted request for objects of a typed entity. The compiler checks the names.
  ///
  /// ```swift
  /// let request =
  ///   FetchRequest(Work.self, orderedBy: { [.ascending($0.writer.name)] }) { $0.pages > 100 }
  /// ```
  @_disfavoredOverload public init<Type: EntityType>(
    _ type: Type.Type, orderedBy orders: (Query<Type>) -> [FetchOrder], limit: Int? = nil,
    offset: Int = 0, where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) {
    self.init(
      Type.entityName, where: condition(Query<Type>()), orderedBy: orders(Query<Type>()),
      limit: limit, offset: offset)
  }

  /// Creates a request for objects of a typed entity in the ascending order of one value, as in
  /// `orderedBy: \.writer.name`.
  ///
  /// Write the path in the same way as after `$0` in a closure. The path may contain functions, as in `\.title.length`.
  @_disfavoredOverload public init<Type: EntityType>(
    _ type: Type.Type, orderedBy path: KeyPath<Query<Type>, some KeyPathExpression>,
    limit: Int? = nil, offset: Int = 0,
    where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) {
    self.init(
      type, orderedBy: { [.ascending($0[keyPath: path])] }, limit: limit, offset: offset,
      where: condition)
  }

  /// Creates a request for objects of a typed entity in several orders, as in
  /// `orderedBy: .descending(\.pages), .ascending(\.title)`.
  @_disfavoredOverload public init<Type: EntityType>(
    _ type: Type.Type, orderedBy order: TypedFetchOrder<Type>, _ more: TypedFetchOrder<Type>...,
    limit: Int? = nil, offset: Int = 0,
    where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) {
    self.init(
      Type.entityName, where: condition(Query<Type>()), orderedBy: ([order] + more).map(\.order),
      limit: limit, offset: offset)
  }

  /// Unavailable: the entity has no property of this name.
  @available(*, unavailable, message: "the entity has no property of this name")
  public init<Type: EntityType>(
    _ type: Type.Type, orderedBy path: KeyPath<Query<Type>, NoSuchMember>, limit: Int? = nil,
    offset: Int = 0, where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) {
    neverCalled()
  }

  /// Creates a request for objects of a class.
  ///
  /// ```swift
  /// let request = try FetchRequest(Album.self, in: context.model) { $0.sold >= 100 }
  /// ```
  /// The request fetches the objects of the entity that uses the class. The name of this entity may differ from the
  /// name of the class.
  ///
  /// - Throws: ``ManagedObjectError`` if no entity or more than one entity uses the class.
  @_disfavoredOverload public init<Object: ManagedObject>(
    _ class: Object.Type, in model: ManagedObjectModel, orderedBy orders: [FetchOrder] = [],
    limit: Int? = nil, offset: Int = 0,
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) throws {
    let runtime = ModelRuntime.of(model)
    let entity = runtime.entities[try runtime.entityPosition(of: Object.self)].name
    self.init(entity, orderedBy: orders, limit: limit, offset: offset, where: condition)
  }
}
