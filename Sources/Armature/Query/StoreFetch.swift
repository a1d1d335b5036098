import ArmatureModel

/// A request over the objects of a store, with what has changed in the context since.
///
/// The store answers with the condition, the order and the page as they are. What it cannot know is
/// decided here: whether the request finds the objects that have changed, and those that read changed
/// ones along relationships, which the store is asked for by these.
struct StoreFetch {
  let graph: ObjectGraph
  let store: CheckedStore
  let run: FetchRun

  init(_ run: FetchRun, _ store: CheckedStore) {
    (self.run, self.store, graph) = (run.dated, store, run.graph)
  }

  /// The handles of the objects that are found, with their values, in their order.
  ///
  /// - Parameter includingValues: Whether objects that are faults are to be filled.
  func handles(includingValues: Bool = true) throws -> ContiguousArray<Handle> {
    if run.request.limit == 0 { return [] }
    guard let unsettled = try unsettled() else { return try handlesAmongAll() }
    if unsettled.isEmpty {
      return try register(store.fetch(run.request, includingValues: includingValues))
    }
    var request = run.request
    request.offset = 0
    // So many that enough are left without those that are decided here.
    let (limit, overflow) = run.end.addingReportingOverflow(unsettled.count)
    request.limit = overflow ? nil : limit
    // The context sorts by values.
    let needsValues = includingValues || !request.orders.isEmpty
    var found = try register(store.fetch(request, includingValues: needsValues))
    found.removeAll(where: unsettled.contains)
    let merged = run.merging(run.sortedMatches(among: unsettled), into: found)
    return ContiguousArray(merged[run.page(of: merged.count)])
  }

  /// The same where nobody can tell what objects read those that have changed: all are looked at here.
  private func handlesAmongAll() throws -> ContiguousArray<Handle> {
    var request = run.request
    (request.predicate, request.orders) = (.constant(true), [])
    (request.offset, request.limit) = (0, nil)
    let stored = try register(store.fetch(request, includingValues: true))
    let sorted = run.sortedMatches(among: Set(stored).union(changed))
    return ContiguousArray(sorted[run.page(of: sorted.count)])
  }

  /// The objects that are found, in their order, with what the request wants loaded.
  func objects() throws -> [ManagedObject] {
    let request = run.request
    graph.source.batchSize =
      request.batchSize > 0 ? min(request.batchSize, Self.pageSize) : RowSource.usualBatchSize
    let handles = try handles(
      includingValues: !request.returnsObjectsAsFaults && request.batchSize == 0)
    try Prefetch(graph, store).load(request.prefetching, of: handles)
    return handles.compactMap { graph.anyObject($0) }
  }

  /// How many rows are asked for at most where all of a result would take too much memory.
  private static let pageSize = 65_536

  /// The handles of the objects that are found, in their order, with no list of rows of all of them.
  ///
  /// Each page begins with the last row of the page before. If it does not, others have saved meanwhile,
  /// and the store is asked once for all.
  func handlesByPages() throws -> ContiguousArray<Handle> {
    guard try unsettled()?.isEmpty ?? false else { return try handles(includingValues: false) }
    var found = ContiguousArray<Handle>()
    var request = run.request
    var (last, taken): (ManagedObjectID?, Int) = (nil, 0)
    while true {
      let overlap = last == nil ? 0 : 1
      let rest = (run.request.limit ?? .max) - taken
      if rest == 0 { return found }
      request.limit = min(rest, Self.pageSize) + overlap
      let (offset, overflow) = run.request.offset.addingReportingOverflow(taken - overlap)
      if overflow { return found }
      request.offset = offset
      let rows = try store.fetch(request, includingValues: false)
      if let last, rows.first?.id != last { return try handles(includingValues: false) }
      found += register(rows.dropFirst(overlap))
      taken += rows.count - overlap
      last = rows.last?.id
      if rows.count < request.limit ?? 0 { return found }
    }
  }

  /// How many objects are found.
  func count() throws -> Int {
    guard let unsettled = try unsettled() else { return try handles().count }
    if unsettled.isEmpty { return try store.count(run.request) }
    var request = run.request
    (request.orders, request.offset, request.limit) = ([], 0, nil)
    // Those of the unsettled that the store has do not count, and those that match here do.
    let saved = unsettled.compactMap { graph.isInserted($0) ? nil : graph.id(of: $0) }
    let count = try self.count(request, without: saved)
    return run.page(of: count.adding(run.matches(among: unsettled).count)).count
  }

  /// How many objects of the store a request finds, but for some.
  private func count(_ request: FetchRequest, without ids: [ManagedObjectID]) throws -> Int {
    if ids.isEmpty { return try store.count(request) }
    let isAmong = FetchPredicate.comparison(
      .keyPath([]), .in, .list(ids.map { .constant(.object($0)) }))
    var rest = request
    if request.predicate == .constant(true) {
      // How many there are a store knows without a look at them.
      rest.predicate = isAmong
      return max(0, try store.count(request) - store.count(rest))
    }
    rest.predicate = request.predicate && !isAmong
    return try store.count(rest)
  }

  /// Takes up the rows that the store has found.
  ///
  /// An object without changes whose row is another one by now is read again.
  func register(_ rows: some Collection<StoreRow>) -> ContiguousArray<Handle> {
    var handles = ContiguousArray<Handle>()
    handles.reserveCapacity(rows.count)
    for row in rows {
      let handle = graph.handle(ofStored: row.id)
      if handle.isNone || !graph.take(row, at: handle) { continue }
      handles.append(handle)
    }
    return handles
  }
}

extension ObjectGraph {
  /// Gives the object of a slot the values of its row; false if the object is not to be found here.
  fileprivate func take(_ row: StoreRow, at handle: Handle) -> Bool {
    let slot = slots.pointee[handle]
    guard let object = slot.object?.takeUnretainedValue(), !object.row.state.contains(.fault) else {
      if !row.values.isEmpty { fill(handle, row) }
      return true
    }
    // Its deletion was saved here: only the undo history has it.
    if object.row.state.contains(.erased) { return false }
    if !row.values.isEmpty, object.row.state.isDisjoint(with: .inserted | .updated | .deleted),
      isOutdated(object, row)
    {
      RowRebase(self).rebase(object, on: row)
      awake(object)
    }
    return true
  }
}
