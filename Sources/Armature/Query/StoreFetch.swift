import ArmatureModel

/// A request over the objects of a store, with what has changed in the context since.
struct StoreFetch {
  private let graph: ObjectGraph
  private let store: CheckedStore
  private let run: FetchRun
  /// The inserted, changed and deleted objects that the request may be about.
  private let changed: [Handle]

  init(_ run: FetchRun, _ store: CheckedStore) {
    (self.run, self.store, graph) = (run.dated, store, run.graph)
    changed = run.request.includesPendingChanges ? Self.changed(run) : []
  }

  /// Whether the store knows all that the request looks at.
  private var isUnchanged: Bool {
    !run.request.includesPendingChanges || graph.changes.count == 0 || changed.isEmpty && isOwn
  }

  /// The handles of the objects that are found, with their values, in their order.
  ///
  /// The store answers alone if nothing has changed that the request looks at. Where it looks at the
  /// objects' own properties, the changed ones among them are looked at here; where it looks along
  /// relationships, all of them are.
  ///
  /// - Parameter includingValues: Whether objects that are faults are to be filled.
  func handles(includingValues: Bool = true) throws -> ContiguousArray<Handle> {
    if run.request.limit == 0 { return [] }
    if isUnchanged {
      return try register(store.fetch(run.request, includingValues: includingValues))
    }
    var request = run.request
    (request.orders, request.offset) = ([], 0)
    var candidates: ContiguousArray<Handle>
    if isOwn {
      // So many that enough are left without the changed ones.
      request.orders = run.request.orders
      let (limit, overflow) = run.end.addingReportingOverflow(changed.count)
      request.limit = overflow ? nil : limit
      let changes = Set(changed)
      // The context sorts by values.
      let needsValues = includingValues || !request.orders.isEmpty
      candidates = try register(store.fetch(request, includingValues: needsValues))
      candidates.removeAll(where: changes.contains)
      candidates += run.matches(among: changed)
    } else {
      request.limit = nil
      request.predicate = .constant(true)
      candidates = try register(store.fetch(request, includingValues: true))
      candidates = run.matches(among: Set(candidates).union(changed))
    }
    candidates.sort { graph.slots.pointee[$0].key < graph.slots.pointee[$1].key }
    return run.page(of: candidates)
  }

  /// The objects that are found, in their order, with what the request wants loaded.
  func objects() throws -> [ManagedObject] {
    let request = run.request
    graph.batchSize =
      request.batchSize > 0 ? min(request.batchSize, Self.pageSize) : ObjectGraph.usualBatchSize
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
    guard isUnchanged else { return try handles(includingValues: false) }
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
    isUnchanged ? try store.count(run.request) : try handles().count
  }

  private static func changed(_ run: FetchRun) -> [Handle] {
    let positions = Set(run.positions)
    let (graph, changes) = (run.graph, run.graph.changes)
    return (changes.inserted + changes.updated + changes.deleted).filter { handle in
      graph.slots.pointee[handle].object?._withUnsafeGuaranteedRef {
        positions.contains($0.shape.pointee.index)
          && !$0.row.state.isDisjoint(with: .inserted | .updated | .deleted)
      } ?? false
    }
  }

  /// Whether the request looks at properties of the objects themselves alone.
  private var isOwn: Bool {
    var isOwn = true
    func look(_ node: FetchNode) {
      node.forEach { node, depth in
        guard case .expression(let expression) = node else { return }
        switch expression {
        case .keyPath(let path): if path.names.count != 1 || path.level != 0 { isOwn = false }
        case .properties, .subquery: isOwn = false
        default: break
        }
      }
    }
    look(.predicate(run.request.predicate))
    for order in run.request.orders { look(.expression(order.expression)) }
    return isOwn
  }

  /// Takes up the rows that the store has found.
  ///
  /// An object without changes whose row is another one by now is read again.
  private func register(_ rows: some Collection<StoreRow>) -> ContiguousArray<Handle> {
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
      rebase(object, on: row)
      awake(object)
    }
    return true
  }
}
