public import ArmatureModel

/// Fetching objects of typed entities and of classes.
///
/// The overloads that take a type are disfavoured, so that the compiler checks a condition against one overload only.
/// If it had to check all of them, it would give up on a condition with six comparisons.
extension ManagedObjectContext {
  /// Returns the objects of a typed entity that match a condition. If you pass no condition, the result contains all
  /// objects.
  ///
  /// - Throws: ``FetchRequestError`` if the model does not contain the entity or one of the properties, or declares it
  ///   differently.
  /// - Complexity: The same as for ``ManagedObjectContext/fetch(_:)-(FetchRequest)``.
  @_disfavoredOverload public func fetch<Type: EntityType>(
    _ type: Type.Type, orderedBy orders: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [Managed<Type>] {
    try fetch(
      FetchRequest(type, orderedBy: orders, limit: limit, offset: offset, where: condition)
    ).map(Managed<Type>.init(unchecked:))
  }

  /// Returns the objects of a typed entity that match a condition, in the order that a closure returns. If you pass no
  /// condition, the result contains all objects.
  ///
  /// ```swift
  /// let works = try context.fetch(Work.self, orderedBy: { [.ascending($0.title)] }) {
  ///   $0.pages > 100 && $0.writer.name.hasPrefix("F")
  /// }
  /// ```
  /// - Throws: ``FetchRequestError`` if the model does not contain the entity or one of the properties, or declares it
  ///   differently.
  /// - Complexity: The same as for ``ManagedObjectContext/fetch(_:)-(FetchRequest)``.
  @_disfavoredOverload public func fetch<Type: EntityType>(
    _ type: Type.Type, orderedBy orders: (Query<Type>) -> [FetchOrder], limit: Int? = nil,
    offset: Int = 0, where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [Managed<Type>] {
    try fetch(
      FetchRequest(type, orderedBy: orders, limit: limit, offset: offset, where: condition)
    ).map(Managed<Type>.init(unchecked:))
  }

  /// Returns the objects of a typed entity that match a condition, in ascending order of a value. If you pass no
  /// condition, the result contains all objects.
  ///
  /// ```swift
  /// let works = try context.fetch(Work.self, orderedBy: \.writer.name) { $0.pages > 100 }
  /// ```
  /// - Throws: ``FetchRequestError`` if the model does not contain the entity or one of the properties, or declares it
  ///   differently.
  /// - Complexity: The same as for ``ManagedObjectContext/fetch(_:)-(FetchRequest)``.
  @_disfavoredOverload public func fetch<Type: EntityType>(
    _ type: Type.Type, orderedBy path: KeyPath<Query<Type>, some KeyPathExpression>,
    limit: Int? = nil, offset: Int = 0,
    where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [Managed<Type>] {
    try fetch(FetchRequest(type, orderedBy: path, limit: limit, offset: offset, where: condition))
      .map(Managed<Type>.init(unchecked:))
  }

  /// Returns the objects of a typed entity that match a condition, sorted by one or more values. If you pass no
  /// condition, the result contains all objects.
  ///
  /// ```swift
  /// let works = try context.fetch(Work.self, orderedBy: .descending(\.pages), .ascending(\.title))
  /// ```
  /// - Throws: ``FetchRequestError`` if the model does not contain the entity or one of the properties, or declares it
  ///   differently.
  /// - Complexity: The same as for ``ManagedObjectContext/fetch(_:)-(FetchRequest)``.
  @_disfavoredOverload public func fetch<Type: EntityType>(
    _ type: Type.Type, orderedBy order: TypedFetchOrder<Type>, _ more: TypedFetchOrder<Type>...,
    limit: Int? = nil, offset: Int = 0,
    where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [Managed<Type>] {
    let orders = ([order] + more).map(\.order)
    return try fetch(
      FetchRequest(type, orderedBy: orders, limit: limit, offset: offset, where: condition)
    ).map(Managed<Type>.init(unchecked:))
  }

  /// Returns the number of objects of a typed entity that match a condition. Without a condition, returns the number of
  /// all objects.
  ///
  /// - Throws: ``FetchRequestError``.
  /// - Complexity: The same as for ``ManagedObjectContext/count(_:)``.
  @_disfavoredOverload public func count<Type: EntityType>(
    _ type: Type.Type, where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> Int {
    try count(FetchRequest(type, where: condition))
  }

  /// Returns the objects of a class that match a condition. If you pass no condition, the result contains all objects
  /// of the class.
  ///
  /// This includes the objects of sub-entities of the entity that uses the class.
  ///
  /// - Throws: ``ManagedObjectError`` if no entity or more than one entity uses the class. ``FetchRequestError`` if the
  ///   condition does not match the entity.
  /// - Complexity: The same as for ``ManagedObjectContext/fetch(_:)-(FetchRequest)``.
  @_disfavoredOverload public func fetch<Object: ManagedObject>(
    _ class: Object.Type, orderedBy orders: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [Object] {
    let request = try FetchRequest(
      Object.self, in: model, orderedBy: orders, limit: limit, offset: offset, where: condition)
    return try fetch(request).compactMap { $0 as? Object }
  }

  /// Returns the number of objects of a class that match a condition. If you pass no condition, all objects of the
  /// class are counted.
  ///
  /// This includes the objects of sub-entities of the entity that uses the class.
  ///
  /// - Throws: ``ManagedObjectError`` if no entity or more than one entity uses the class. ``FetchRequestError`` if the
  ///   condition does not match the entity.
  /// - Complexity: The same as for ``ManagedObjectContext/count(_:)``.
  @_disfavoredOverload public func count<Object: ManagedObject>(
    _ class: Object.Type,
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> Int {
    try count(FetchRequest(Object.self, in: model, where: condition))
  }

  /// Returns the objects of a typed entity that match a predicate, for example one parsed from text.
  ///
  /// ```swift
  /// let works = try context.fetch(Work.self, where: FetchPredicate("pages > %d", 100))
  /// ```
  /// - Throws: ``FetchRequestError``.
  /// - Complexity: The same as for ``ManagedObjectContext/fetch(_:)-(FetchRequest)``.
  @_disfavoredOverload public func fetch<Type: EntityType>(
    _ type: Type.Type, where predicate: FetchPredicate, orderedBy orders: [FetchOrder] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> [Managed<Type>] {
    try fetch(type, orderedBy: orders, limit: limit, offset: offset) { _ in predicate }
  }

  /// Returns the objects of a class's entity that match a predicate, for example one parsed from text.
  ///
  /// - Throws: ``ManagedObjectError`` if no entity or more than one entity uses the class. ``FetchRequestError`` if the
  ///   condition does not match the entity.
  /// - Complexity: The same as for ``ManagedObjectContext/fetch(_:)-(FetchRequest)``.
  @_disfavoredOverload public func fetch<Object: ManagedObject>(
    _ class: Object.Type, where predicate: FetchPredicate, orderedBy orders: [FetchOrder] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> [Object] {
    try fetch(Object.self, orderedBy: orders, limit: limit, offset: offset) { _ in predicate }
  }
}
