import ArmatureModel

/// Runs a batch in the store, or with objects in a separate context.
struct BatchRun {
  /// The context that executes the batch. Its objects are not involved.
  let context: ManagedObjectContext
  let store: CheckedStore
  private var runtime: ModelRuntime { context.runtime }

  /// How often a batch starts again after another save has changed its objects.
  private static let rounds = 100

  // MARK: Batches

  func update(_ batch: BatchUpdate) throws -> BatchResult {
    let request = try checked(batch.request)
    let values = try BatchValues(batch, runtime)
    if let constants = values.constants,
      let result = try inStore(
        request, batch.returnsObjectIDs,
        { reach in
          reach.allowsUpdate(of: constants) ? .update(constants) : nil
        })
    {
      return result
    }
    return try byObjects(request, batch.returnsObjectIDs) { worker, objects in
      try values.set(of: objects, in: worker)
      return objects.filter(\.hasPersistentChangedValues)
    }
  }

  func delete(_ batch: BatchDelete) throws -> BatchResult {
    let request = try checked(batch.request)
    let result = try inStore(request, batch.returnsObjectIDs) { reach in
      reach.deletion.map(StoreBatch.Change.delete)
    }
    if let result { return result }
    return try byObjects(request, batch.returnsObjectIDs) { worker, objects in
      for object in objects { try worker.delete(object) }
      return objects
    }
  }

  func insert(_ batch: BatchInsert) throws -> BatchResult {
    // An invalid entity throws before the sequence is read.
    _ = try context.entityRuntime(named: batch.entity)
    var insertion = try BatchInsertion(batch, context.model)
    guard let store = store.store as? any BatchStore else {
      let worker = makeWorker()
      _ = try insertion.insert(into: worker, isWhole: true)
      return insertion.result
    }
    try store.commitTogether { transaction in
      let worker = makeWorker(on: transaction)
      while try insertion.insert(into: worker, isWhole: false) { worker.reset() }
    }
    if insertion.result.count > 0 { context.hub?.post(.unknown, from: context.mailbox) }
    return insertion.result
  }

  /// Returns the request with resolved names and a single current date.
  private func checked(_ request: FetchRequest) throws -> FetchRequest {
    try FetchRun(request, context.graph).dated.request
  }

  // MARK: In the store

  /// - Parameter change: Returns the change for the store; `nil` if objects are needed.
  private func inStore(
    _ request: FetchRequest, _ returnsObjectIDs: Bool,
    _ change: (BatchDependencies) -> StoreBatch.Change?
  ) throws -> BatchResult? {
    guard let store = store.store as? any BatchStore,
      let change = change(BatchDependencies(of: request, runtime))
    else { return nil }
    let batch = StoreBatch(
      request: request, change: change, returnsObjectIDs: returnsObjectIDs,
      author: context.transactionAuthor, contextName: context.name, date: context.environment.now())
    guard let result = try store.execute(batch) else { return nil }
    if result.count > 0 { context.hub?.post(.unknown, from: context.mailbox) }
    return result
  }

  // MARK: By objects

  /// - Parameter change: Changes the objects, and returns those to count.
  private func byObjects(
    _ request: FetchRequest, _ returnsObjectIDs: Bool,
    _ change: (ManagedObjectContext, [ManagedObject]) throws -> [ManagedObject]
  ) throws -> BatchResult {
    var round = 1
    while true {
      let worker = makeWorker()
      let ids = try change(worker, worker.fetch(request)).map(\.objectID)
      do {
        try worker.save()
        return BatchResult(count: ids.count, objectIDs: returnsObjectIDs ? ids : nil)
      } catch let error as MergeConflicts {
        // Another save has changed some of the objects since the fetch.
        if round == Self.rounds { throw error }
        round += 1
      }
    }
  }

  /// Returns an empty context on the store that saves under the name and author of this context.
  private func makeWorker() -> ManagedObjectContext {
    makeWorker(on: store.store, hub: context.hub)
  }

  private func makeWorker(
    on store: any PersistentStore, hub: ChangeHub? = nil
  ) -> ManagedObjectContext {
    let environment = context.environment
    let worker = ManagedObjectContext(
      model: context.model, store: store, hub: hub, now: environment.now,
      makeUUID: environment.makeUUID)
    (worker.name, worker.transactionAuthor) = (context.name, context.transactionAuthor)
    return worker
  }
}
