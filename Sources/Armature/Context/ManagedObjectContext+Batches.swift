import ArmatureModel

/// Visiting more objects than fit in memory.
extension ManagedObjectContext {
  /// Calls a closure with the objects that match a request, a batch at a time, in the order of the request.
  ///
  /// ```swift
  /// var pages = 0
  /// var request = FetchRequest("Book")
  /// request.batchSize = 500
  /// try context.forEachBatch(of: request) { books in
  ///   for book in books { pages += book.pages ?? 0 }
  /// }
  /// print(pages)  // 412
  /// ```
  /// The set of objects is fixed at the start; objects deleted meanwhile are skipped. If the store's readers keep one
  /// state, all values have that state while others save. After a save of this context, the remaining batches are
  /// read in the new state.
  ///
  /// After each batch, the context evicts its unchanged objects that nothing else holds. So a walk over millions of
  /// objects takes little memory: save changes within the closure. The batches have the request's
  /// ``FetchRequest/batchSize``, or 1,000 objects. Each takes one round trip, plus those for
  /// ``FetchRequest/prefetching``. Resetting the context in the closure is a programmer error and traps.
  ///
  /// - Throws: ``FetchRequestError``, the store's error, or the error of the closure, which ends the walk.
  /// - Complexity: O(*n*) in the number of objects of the entity, plus the sorting; 24 bytes for each matching
  ///   object, regardless of its size.
  public func forEachBatch(
    of request: FetchRequest, _ body: ([ManagedObject]) throws -> Void
  ) throws {
    try forEachBatch(of: request, prefetching: request.prefetching, body)
  }

  /// Visits the objects in batches, with related objects along any paths, including those of sub-entities.
  ///
  /// - Parameters:
  ///   - reader: The reader of all objects; `nil` for the present state, which is read again after saves of this
  ///     context.
  ///   - known: The objects, if they are known already.
  func forEachBatch(
    of request: FetchRequest, prefetching paths: [String], from reader: CheckedReader? = nil,
    among known: ContiguousArray<Handle>? = nil, _ body: ([ManagedObject]) throws -> Void
  ) throws {
    let run = try FetchRun(request, graph)
    let size = request.batchSize > 0 ? request.batchSize : 1_000
    guard let store = graph.store else {
      return try forEachBatch(of: known ?? run.handles, size) { batch in
        try graph.whileReading { try body(graph.objects(batch)) }
      }
    }
    try mergePostedChanges()
    UnusedObjects(graph).forgetIfDoubled()
    let isGiven = reader != nil
    var (reader, commitCount) = (
      try reader ?? readerAfterMerging(store), graph.source.commitCount
    )
    let handles =
      try known
      ?? graph.reading(from: reader) {
        try throwingStoreErrors { try StoreFetch(run, reader).handlesByPages() }
      }
    try forEachBatch(of: handles, size) { batch in
      if graph.source.commitCount != commitCount, !isGiven {
        // Objects saved here must not be read in their old state.
        (reader, commitCount) = (try store.reader(), graph.source.commitCount)
      }
      try graph.reading(from: reader) {
        let prefetch = Prefetch(graph, reader)
        try prefetch.fill(batch)
        try prefetch.load(paths, of: batch)
      }
      try graph.whileReading {
        try body(throwingStoreErrors { graph.objects(batch).filter { $0.isFilled() } })
      }
      if !retainsRegisteredObjects { UnusedObjects(graph).forget(batch) }
    }
  }

  private func forEachBatch(
    of handles: ContiguousArray<Handle>, _ size: Int, _ body: (ArraySlice<Handle>) throws -> Void
  ) rethrows {
    var start = 0
    while start < handles.count {
      let end = handles.count - start > size ? start + size : handles.count
      try body(handles[start..<end])
      start = end
    }
  }
}
