import ArmatureModel

/// Walking over more objects than there is memory for.
extension ManagedObjectContext {
  /// Calls a closure with the objects that a request finds, a batch at a time, in its order.
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
  /// What is found is settled at the start; objects that are deleted meanwhile are left out. Of a store whose
  /// readers keep one state all values are of that state while others save; a save of this context has the
  /// rest of the walk read what is there by then. Those of
  /// a batch that nobody holds and that have no changes are let go of after it, so that a walk over
  /// millions takes little memory: save in the closure what it changes. The batches have the
  /// ``FetchRequest/batchSize`` of the request, 1,000 unless it has one, and each takes a round trip,
  /// beside those of ``FetchRequest/prefetching``. Resetting the context in the closure is a programmer
  /// error and traps.
  ///
  /// - Throws: ``FetchRequestError``, what the store throws, or what the closure throws, which ends the
  ///   walk.
  /// - Complexity: O(*n*) in the number of objects of the entity, beside the order; 24 bytes for each
  ///   object that is found, whatever it has.
  public func forEachBatch(
    of request: FetchRequest, _ body: ([ManagedObject]) throws -> Void
  ) throws {
    try forEachBatch(of: request, prefetching: request.prefetching, body)
  }

  /// The same, with what relationships lead to that need not be those of the request's own entity.
  ///
  /// - Parameters:
  ///   - reader: What all is read from; `nil` for the present state, and for that behind saves of this context.
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
        // What was saved here is not to be read as it was before.
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
