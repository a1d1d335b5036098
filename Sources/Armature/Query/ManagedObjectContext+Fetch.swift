public import ArmatureModel

/// Finding objects by a request.
///
/// Those that take a type are disfavoured, so that the compiler looks at a condition by one of them only:
/// by all of them it gives up on six comparisons.
extension ManagedObjectContext {
  /// The objects that a request finds, in its order.
  ///
  /// With a store the objects come from there, as they are in the context: with its changes, unless the
  /// request says otherwise. Those without changes are read again where others have saved new values.
  ///
  /// - Throws: ``FetchRequestError`` with everything that cannot work with the model, or what the store
  ///   throws.
  /// - Complexity: O(*n*) in the number of objects of the entity, or of those that an index yields; and
  ///   O(*m* log *m*) in the number of those to sort.
  public func fetch(_ request: FetchRequest) throws -> [ManagedObject] {
    try prepareFetch()
    if graph.store == nil, let objects = graph.objectsByKey(request) { return objects }
    let run = try FetchRun(request, graph)
    return try objects(of: run)
  }

  /// The objects that a checked request finds, in its order.
  func objects(of run: FetchRun) throws -> [ManagedObject] {
    guard let store = graph.store else { return run.objects }
    graph.forgetIfDoubled()
    let objects = try operation { try StoreFetch(run, store).objects() }
    // A condition may have read what the store could not give.
    try throwStoreError()
    return objects
  }

  /// What comes before every fetch: what others have saved is merged, and changes are processed.
  private func prepareFetch() throws {
    if graph.store != nil { try mergePostedChanges() }
    if graph.slots.pointee.notesChanges { processPendingChanges() }
  }

  /// The IDs of the objects that a request finds, in its order.
  ///
  /// - Throws: ``FetchRequestError``.
  public func fetchIDs(_ request: FetchRequest) throws -> [ManagedObjectID] {
    let run = try FetchRun(request, graph)
    try prepareFetch()
    guard let store = graph.store else { return run.handles.compactMap { graph.id(of: $0) } }
    let handles = try operation {
      try StoreFetch(run, store).handles(includingValues: false)
    }
    try throwStoreError()
    return handles.compactMap { graph.id(of: $0) }
  }

  /// The rows that a request finds, in its order.
  ///
  /// - Throws: ``FetchRequestError`` with everything that cannot work with the model.
  public func fetch(_ request: FetchRowRequest) throws -> [FetchRow] {
    try FetchRowRun(request, self).rows()
  }

  /// How a request would be answered: what index serves it, and what is slow in it.
  ///
  /// - Throws: ``FetchRequestError``.
  public func explain(_ request: FetchRequest) throws -> FetchExplanation {
    try FetchRun(request, graph).explanation
  }

  /// How many objects a request finds, its limit and offset taken into account.
  ///
  /// - Throws: ``FetchRequestError``.
  public func count(_ request: FetchRequest) throws -> Int {
    let run = try FetchRun(request, graph)
    try prepareFetch()
    guard let store = graph.store else { return run.count }
    let count = try operation { try StoreFetch(run, store).count() }
    try throwStoreError()
    return count
  }

  /// The objects of an entity and its sub-entities that satisfy a condition, by default all.
  ///
  /// ```swift
  /// let books = try context.fetch("Book") { $0.pages > 100 && $0.author.name == "Frank Herbert" }
  /// ```
  /// - Throws: ``FetchRequestError``.
  public func fetch(
    _ entityName: String, orderedBy orders: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [ManagedObject] {
    try fetch(
      FetchRequest(
        entityName, orderedBy: orders, limit: limit, offset: offset, where: condition))
  }

  /// The objects of an entity and its sub-entities that satisfy a condition that is a value, such as a text.
  ///
  /// ```swift
  /// let books = try context.fetch("Book", where: FetchPredicate("pages > %d", 100))
  /// ```
  /// - Throws: ``FetchRequestError``.
  @_disfavoredOverload public func fetch(
    _ entityName: String, where predicate: FetchPredicate, orderedBy orders: [FetchOrder] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> [ManagedObject] {
    try fetch(
      FetchRequest(
        entityName, where: predicate, orderedBy: orders, limit: limit, offset: offset))
  }

  /// How many objects of an entity and its sub-entities satisfy a condition that is a value.
  ///
  /// - Throws: ``FetchRequestError``.
  @_disfavoredOverload public func count(
    _ entityName: String, where predicate: FetchPredicate
  ) throws -> Int {
    try count(FetchRequest(entityName, where: predicate))
  }

  /// How many objects of an entity and its sub-entities satisfy a condition, by default all.
  ///
  /// - Throws: ``FetchRequestError``.
  public func count(
    _ entityName: String,
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> Int {
    try count(FetchRequest(entityName, where: condition))
  }

  /// The objects of a typed entity that satisfy a condition, by default all.
  ///
  /// - Throws: ``FetchRequestError`` if the model lacks the entity or a property, or has another one.
  @_disfavoredOverload public func fetch<Type: EntityType>(
    _ type: Type.Type, limit: Int? = nil, offset: Int = 0,
    where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [Managed<Type>] {
    try fetch(FetchRequest(type, limit: limit, offset: offset, where: condition))
      .map(Managed<Type>.init(unchecked:))
  }

  /// The objects of a typed entity that satisfy a condition, by default all, in an order.
  ///
  /// ```swift
  /// let works = try context.fetch(Work.self, orderedBy: { [.ascending($0.title)] }) {
  ///   $0.pages > 100 && $0.writer.name.hasPrefix("F")
  /// }
  /// ```
  /// - Throws: ``FetchRequestError`` if the model lacks the entity or a property, or has another one.
  @_disfavoredOverload public func fetch<Type: EntityType>(
    _ type: Type.Type, orderedBy orders: (Query<Type>) -> [FetchOrder], limit: Int? = nil,
    offset: Int = 0, where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [Managed<Type>] {
    try fetch(
      FetchRequest(type, orderedBy: orders, limit: limit, offset: offset, where: condition)
    ).map(Managed<Type>.init(unchecked:))
  }

  /// How many objects of a typed entity satisfy a condition, by default all.
  ///
  /// - Throws: ``FetchRequestError``.
  @_disfavoredOverload public func count<Type: EntityType>(
    _ type: Type.Type, where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> Int {
    try count(FetchRequest(type, where: condition))
  }

  /// The objects of the entity that has a class, and of its sub-entities, that satisfy a condition, by
  /// default all.
  ///
  /// - Throws: ``ManagedObjectError`` if no entity has the class, or several have it;
  ///   ``FetchRequestError``.
  @_disfavoredOverload public func fetch<Object: ManagedObject>(
    _ class: Object.Type, orderedBy orders: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [Object] {
    let entity = runtime.entities[try entityPosition(of: Object.self)].name
    let request = FetchRequest(
      entity, orderedBy: orders, limit: limit, offset: offset, where: condition)
    return try fetch(request).compactMap { $0 as? Object }
  }
}
