public import ArmatureModel

/// Finding objects by a request.
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
    if graph.store == nil, let objects = IndexLookup(graph: graph).objectsByKey(request) {
      return objects
    }
    let run = try FetchRun(request, graph)
    return try objects(of: run)
  }

  /// The objects that a checked request finds, in its order.
  func objects(of run: FetchRun) throws -> [ManagedObject] {
    guard let store = graph.store else { return run.objects }
    UnusedObjects(graph).forgetIfDoubled()
    let objects = try asking(store, run) { try $0.objects() }
    // A condition may have read what the store could not give.
    try graph.throwStoreError()
    return objects
  }

  /// Asks a store for what a checked request finds, all of one state.
  func asking<Result>(
    _ store: CheckedStore, _ run: FetchRun, _ body: (StoreFetch) throws -> Result
  ) throws -> Result {
    // What the fetch has let go of is freed when it is over.
    defer { if graph.userCode.openReads == 0 { graph.releaseLeaving() } }
    return try operation {
      let reader = try readerAfterMerging(store)
      return try graph.reading(from: reader) { try body(StoreFetch(run, reader)) }
    }
  }

  /// What comes before every fetch: what others have saved is merged, and changes are processed.
  func prepareFetch() throws {
    if graph.store != nil { try mergePostedChanges() }
    if graph.slots.pointee.notesChanges { processPendingChanges() }
  }

  /// The IDs of the objects that a request finds, in its order.
  ///
  /// - Throws: ``FetchRequestError``.
  /// - Complexity: That of a fetch.
  public func fetchIDs(_ request: FetchRequest) throws -> [ManagedObjectID] {
    let run = try FetchRun(request, graph)
    try prepareFetch()
    guard let store = graph.store else { return run.handles.compactMap { graph.id(of: $0) } }
    let handles = try asking(store, run) { try $0.handles(includingValues: false) }
    try graph.throwStoreError()
    return handles.compactMap { graph.id(of: $0) }
  }

  /// The rows that a request finds, in its order.
  ///
  /// - Throws: ``FetchRequestError`` with everything that cannot work with the model.
  /// - Complexity: That of a fetch, and O(*n*) in the objects that are found.
  public func fetch(_ request: FetchRowRequest) throws -> [FetchRow] {
    try FetchRowRun(request, self).rows()
  }

  /// How a request would be answered: what index serves it, or which part of it the store answers, and what
  /// is slow in it.
  ///
  /// - Throws: ``FetchRequestError``, or what the store throws, which is asked for a count.
  /// - Complexity: At most that of a fetch.
  public func explain(_ request: FetchRequest) throws -> FetchExplanation {
    let run = try FetchRun(request, graph)
    guard let store = graph.store else { return run.explanation }
    return try StoreFetch(run, store.reader()).explanation()
  }

  /// How many objects a request finds, its limit and offset taken into account.
  ///
  /// - Throws: ``FetchRequestError``.
  /// - Complexity: That of a fetch without an order.
  public func count(_ request: FetchRequest) throws -> Int {
    let run = try FetchRun(request, graph)
    try prepareFetch()
    guard let store = graph.store else { return run.count }
    let count = try asking(store, run) { try $0.count() }
    try graph.throwStoreError()
    return count
  }

  /// The objects of an entity and its sub-entities that satisfy a condition, by default all.
  ///
  /// ```swift
  /// let books = try context.fetch("Book") { $0.pages > 100 && $0.author.name == "Frank Herbert" }
  /// ```
  /// - Throws: ``FetchRequestError``.
  /// - Complexity: That of a fetch.
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
  /// - Complexity: That of a fetch.
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
  /// - Complexity: That of a fetch without an order.
  @_disfavoredOverload public func count(
    _ entityName: String, where predicate: FetchPredicate
  ) throws -> Int {
    try count(FetchRequest(entityName, where: predicate))
  }

  /// How many objects of an entity and its sub-entities satisfy a condition, by default all.
  ///
  /// - Throws: ``FetchRequestError``.
  /// - Complexity: That of a fetch without an order.
  public func count(
    _ entityName: String,
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) throws -> Int {
    try count(FetchRequest(entityName, where: condition))
  }
}
