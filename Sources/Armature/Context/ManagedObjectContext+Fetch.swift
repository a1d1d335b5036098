public import ArmatureModel

/// Fetching objects.
extension ManagedObjectContext {
  /// Returns the objects that match a request, in the order of the request.
  ///
  /// The result includes your unsaved changes: for example, it contains a newly inserted object that matches. To search
  /// only the saved data, set ``FetchRequest/includesPendingChanges`` to `false`.
  ///
  /// If another context has changed an object in the store, the fetch updates the object in this context. An object
  /// that you have changed yourself keeps your values.
  ///
  /// - Throws: ``FetchRequestError`` with every issue of the request, or any error of the store.
  /// - Complexity: O(*n*) in the number of objects of the entity, or in the number of objects that an index finds.
  ///   Sorting takes O(*m* log *m*) in the number of objects to sort.
  public func fetch(_ request: FetchRequest) throws -> [ManagedObject] {
    try prepareFetch()
    if graph.store == nil, let objects = IndexLookup(graph: graph).objectsByKey(request) {
      return objects
    }
    let run = try FetchRun(request, graph)
    return try objects(of: run)
  }

  /// Returns the objects that match a checked request, in its order.
  func objects(of run: FetchRun) throws -> [ManagedObject] {
    guard let store = graph.store else { return run.objects }
    UnusedObjects(graph).forgetIfDoubled()
    let objects = try asking(store, run) { try $0.objects() }
    // The condition may have read values that the store could not provide.
    try graph.throwStoreError()
    return objects
  }

  /// Returns the matching objects, and the run with the numbers that an order by relevance needs.
  func rankedObjects(of run: FetchRun) throws -> (objects: [ManagedObject], run: FetchRun) {
    guard run.request.isRanked else { return (try objects(of: run), run) }
    let ranked =
      try graph.store.map { store in try asking(store, run) { try $0.ranked(run) } } ?? run.ranked
    return (try objects(of: ranked), ranked)
  }

  /// Asks a store about a checked request, with all answers of one state.
  func asking<Result>(
    _ store: CheckedStore, _ run: FetchRun, _ body: (StoreFetch) throws -> Result
  ) throws -> Result {
    // Objects released by the fetch are freed when it is over.
    defer { if graph.userCode.openReads == 0 { graph.releaseLeaving() } }
    return try operation {
      let reader = try readerAfterMerging(store)
      return try graph.reading(from: reader) { try body(StoreFetch(run, reader)) }
    }
  }

  /// Prepares a fetch: merges the saves of other contexts and processes changes.
  func prepareFetch() throws {
    if graph.store != nil { try mergePostedChanges() }
    if graph.slots.tracksPendingChanges { processPendingChanges() }
  }

  /// Returns the IDs of the objects that match a request, in its order.
  ///
  /// - Throws: ``FetchRequestError``.
  /// - Complexity: The same as for a fetch.
  public func fetchIDs(_ request: FetchRequest) throws -> [ManagedObjectID] {
    let run = try FetchRun(request, graph)
    try prepareFetch()
    guard let store = graph.store else { return run.handles.compactMap { graph.id(of: $0) } }
    let handles = try asking(store, run) { try $0.handles(includingValues: false) }
    try graph.throwStoreError()
    return handles.compactMap { graph.id(of: $0) }
  }

  /// Returns the rows that match a request, in its order.
  ///
  /// - Throws: ``FetchRequestError`` with every issue of the request.
  /// - Complexity: The same as for a fetch, plus O(*n*) in the number of matching objects.
  public func fetch(_ request: FetchRowRequest) throws -> [FetchRow] {
    try FetchRowRun(request, self).rows()
  }

  /// Explains how the context would run a request.
  ///
  /// Use this method to find out why a request is slow. The explanation tells you whether the request uses an index,
  /// which part of it the store runs, and which steps are slow.
  ///
  /// - Throws: ``FetchRequestError`` if the request has issues, or the error of the store.
  /// - Complexity: At most the time of a fetch.
  public func explain(_ request: FetchRequest) throws -> FetchExplanation {
    let run = try FetchRun(request, graph)
    guard let store = graph.store else { return run.explanation }
    return try StoreFetch(run, store.reader()).explanation()
  }

  /// Returns the number of objects that a fetch of the request would return. The limit and the offset of the request
  /// apply.
  ///
  /// - Throws: ``FetchRequestError``.
  /// - Complexity: The same as for a fetch without sorting.
  public func count(_ request: FetchRequest) throws -> Int {
    let run = try FetchRun(request, graph)
    try prepareFetch()
    guard let store = graph.store else { return run.count }
    let count = try asking(store, run) { try $0.count() }
    try graph.throwStoreError()
    return count
  }

  /// Returns the objects of an entity and its sub-entities that match a condition. If you pass no condition, the result
  /// contains all objects.
  ///
  /// ```swift
  /// let books = try context.fetch("Book") { $0.pages > 100 && $0.author.name == "Frank Herbert" }
  /// ```
  /// - Throws: ``FetchRequestError``.
  /// - Complexity: The same as for a fetch.
  public func fetch(
    _ entityName: String, orderedBy orders: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> [ManagedObject] {
    try fetch(
      FetchRequest(
        entityName, orderedBy: orders, limit: limit, offset: offset, where: condition))
  }

  /// Returns the objects of an entity and its sub-entities that match a predicate, for example one parsed from text.
  ///
  /// ```swift
  /// let books = try context.fetch("Book", where: FetchPredicate("pages > %d", 100))
  /// ```
  /// - Throws: ``FetchRequestError``.
  /// - Complexity: The same as for a fetch.
  @_disfavoredOverload public func fetch(
    _ entityName: String, where predicate: FetchPredicate, orderedBy orders: [FetchOrder] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> [ManagedObject] {
    try fetch(
      FetchRequest(
        entityName, where: predicate, orderedBy: orders, limit: limit, offset: offset))
  }

  /// Returns the number of objects of an entity and its sub-entities that match a predicate.
  ///
  /// - Throws: ``FetchRequestError``.
  /// - Complexity: The same as for a fetch without sorting.
  @_disfavoredOverload public func count(
    _ entityName: String, where predicate: FetchPredicate
  ) throws -> Int {
    try count(FetchRequest(entityName, where: predicate))
  }

  /// Returns the number of objects of an entity and its sub-entities that match a condition. If you pass no condition,
  /// all objects are counted.
  ///
  /// - Throws: ``FetchRequestError``.
  /// - Complexity: The same as for a fetch without sorting.
  public func count(
    _ entityName: String,
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> Int {
    try count(FetchRequest(entityName, where: condition))
  }
}
