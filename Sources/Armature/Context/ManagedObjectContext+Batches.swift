import ArmatureModel

/// Visiting more objects than fit in memory.
extension ManagedObjectContext {
  /// Calls a closure with the matching objects, one batch at a time.
  ///
  /// Use this method to visit more objects than fit into memory. The following example adds up the pages of all books,
  /// but never loads more than 500 of them at the same time:
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
  /// You get the objects in the order of the request. When the closure returns, the context evicts the objects of the
  /// batch from memory, unless you still refer to them or have changed them. If you change objects, save them in the
  /// closure, so that they can be evicted as well.
  ///
  /// The method decides at the start which objects it visits. If the store supports snapshots, you see the objects as
  /// they were at the start, even if another context saves in the meantime. However, if you save in the closure
  /// yourself, the next batch shows the current data. If an object is deleted before its turn, it is skipped.
  ///
  /// If you don't set the ``FetchRequest/batchSize`` of the request, a batch has 1,000 objects. Resetting the context
  /// in the closure is a programmer error and traps.
  ///
  /// - Throws: ``FetchRequestError`` if the request is invalid, any error of the store, or the error that the closure
  ///   throws. After an error, the closure is not called again.
  /// - Complexity: O(*n*) in the number of objects of the entity, plus the time for sorting. Each batch takes one round
  ///   trip to the store, plus the round trips for ``FetchRequest/prefetching``. The method takes 24 bytes of memory
  ///   for each matching object, regardless of the object's size.
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
