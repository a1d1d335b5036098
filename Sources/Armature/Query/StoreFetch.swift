import ArmatureModel

/// A request for the objects of a store, combined with the unsaved changes of the context.
///
/// The store evaluates the condition, the order and the page as far as it can. Because it does not know the unsaved
/// changes, the context tests the changed objects itself. It also tests the objects for which the request reads a
/// changed object through a relationship, and asks the store for these objects.
struct StoreFetch {
  let graph: ObjectGraph
  let reader: CheckedReader
  let run: FetchRun

  init(_ run: FetchRun, _ reader: CheckedReader) {
    (self.run, self.reader, graph) = (run.dated, reader, run.graph)
  }

  /// Returns the handles of the matching objects in order, with their values.
  ///
  /// - Parameter includingValues: True to fill faults.
  func handles(includingValues: Bool = true) throws -> ContiguousArray<Handle> {
    var objects: [ManagedObject]?
    return try handles(includingValues: includingValues, gathering: &objects)
  }

  /// - Parameter objects: Receives the objects; `nil` afterwards, unless the store answered everything and all
  ///   objects exist.
  private func handles(
    includingValues: Bool, gathering objects: inout [ManagedObject]?
  ) throws -> ContiguousArray<Handle> {
    if run.request.limit == 0 { return [] }
    let unsettled = try unsettled()
    if let unsettled, unsettled.isEmpty {
      return try stored(run, includingValues: includingValues, gathering: &objects)
    }
    objects = nil
    guard let unsettled else { return try handlesAmongAll() }
    let run = try ranked(run)
    var all = run
    all.request.offset = 0
    // Enough objects for the page, even without those decided here.
    let (limit, overflow) = run.end.addingReportingOverflow(unsettled.count)
    all.request.limit = overflow ? nil : limit
    // The context sorts by values.
    let needsValues = includingValues || !run.request.orderedBy.isEmpty
    var found = try stored(all, includingValues: needsValues, gathering: &objects)
    found.removeAll(where: unsettled.contains)
    let merged = run.merging(run.sortedMatches(among: unsettled), into: found)
    return ContiguousArray(merged[run.page(of: merged.count)])
  }

  /// Returns the handles by testing all objects here, if it is unknown which objects read changed ones.
  private func handlesAmongAll() throws -> ContiguousArray<Handle> {
    let stored = RowRegistration(graph).register(
      try reader.fetch(run.request.ofAllObjects, includingValues: true, for: graph))
    let run = try ranked(run)
    let sorted = run.sortedMatches(among: Set(stored).union(changed))
    return ContiguousArray(sorted[run.page(of: sorted.count)])
  }

  /// Returns the handles of the matching objects in the store, in order. The store evaluates as much of the request
  /// as it can; the rest is done here.
  private func stored(
    _ run: FetchRun, includingValues: Bool, gathering objects: inout [ManagedObject]?
  ) throws -> ContiguousArray<Handle> {
    let prepared = try reader.prepare(run.request)
    let needsValues = includingValues || !prepared.rest.isEmpty || prepared.isSortedHere
    let rows = try reader.fetch(prepared.query, includingValues: needsValues, for: graph)
    if !prepared.isWhole { objects = nil }
    var found = run.matches(
      prepared.rest, among: RowRegistration(graph).register(rows, gathering: &objects))
    if prepared.isSortedHere { found = try ranked(run).sorted(found) }
    return prepared.isPagedHere ? ContiguousArray(found[run.page(of: found.count)]) : found
  }

  /// Returns the run with the numbers that an order by relevance needs. They are those of the saved objects.
  func ranked(_ run: FetchRun) throws -> FetchRun {
    guard run.request.isRanked else { return run }
    return try run.ranked { ranking in
      var ranking = ranking
      ranking.statistics = try reader.statistics(of: ranking, in: run.request.entity)
      if ranking.statistics != nil { return ranking }
      let rows = try reader.fetch(run.requestOfRanked, includingValues: true, for: graph)
      return RankingStatistics(graph: graph, ranking: ranking, isSaved: graph.changes.count > 0)
        .ranking(over: RowRegistration(graph).register(rows))
    }
  }

  private func stored(_ run: FetchRun) throws -> ContiguousArray<Handle> {
    var objects: [ManagedObject]?
    return try stored(run, includingValues: false, gathering: &objects)
  }

  /// Returns the matching objects in order, with everything that the request preloads.
  func objects() throws -> [ManagedObject] {
    let request = run.request
    graph.source.batchSize =
      request.batchSize > 0 ? min(request.batchSize, Self.pageSize) : RowSource.usualBatchSize
    let includesValues = !request.returnsObjectsAsFaults && request.batchSize == 0
    var gathered: [ManagedObject]? = request.prefetching.isEmpty ? [] : nil
    let handles = try handles(includingValues: includesValues, gathering: &gathered)
    if let gathered { return gathered }
    try Prefetch(graph, reader).load(request.prefetching, of: handles)
    return objects(handles)
  }

  /// Returns the objects for some handles, as faults if necessary.
  ///
  /// The method reads several objects before it retains the first one, so that the memory accesses overlap. Otherwise,
  /// each retain would wait for the previous memory access, which took 5% of the time of a fetch of a million objects.
  private func objects(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    var objects: [ManagedObject] = []
    objects.reserveCapacity(handles.count)
    for start in stride(from: 0, to: handles.count, by: 16) {
      let block = handles[start..<min(start + 16, handles.count)]
      var areOfModel = true
      for handle in block {
        guard let object = graph.slots[handle].object else { continue }
        let entity = object._withUnsafeGuaranteedRef { $0.shape.index }
        if entity >= graph.model.count { areOfModel = false }
      }
      precondition(areOfModel, "Objects must be of an entity of the model.")
      for handle in block {
        if let object = graph.anyObject(handle) { objects.append(object) }
      }
    }
    return objects
  }

  /// The maximum number of rows in one query, if a whole result would take too much memory.
  private static let pageSize = 65_536

  /// Returns the handles of the matching objects in order, without keeping all their rows in memory.
  ///
  /// The store returns the rows in pages, and each page must begin with the last row of the previous page. If it does
  /// not, another context has saved in the meantime. In this case, the method reads all rows again with a single query.
  func handlesByPages() throws -> ContiguousArray<Handle> {
    guard try unsettled()?.isEmpty ?? false else { return try handles(includingValues: false) }
    var found = ContiguousArray<Handle>()
    var request = run.request
    var (last, taken): (Int64?, Int) = (nil, 0)
    while true {
      let overlap = last == nil ? 0 : 1
      let rest = (run.request.limit ?? .max) - taken
      if rest == 0 { return found }
      request.limit = min(rest, Self.pageSize) + overlap
      let (offset, overflow) = run.request.offset.addingReportingOverflow(taken - overlap)
      if overflow { return found }
      request.offset = offset
      let prepared = try reader.prepare(request)
      if !prepared.isWhole { return try handles(includingValues: false) }
      let rows = try reader.fetch(prepared.query, includingValues: false, for: graph)
      if let last, rows.records.first?.key != last { return try handles(includingValues: false) }
      found += RowRegistration(graph).register(rows, from: overlap)
      taken += rows.count - overlap
      last = rows.records.last?.key
      if rows.count < request.limit ?? 0 { return found }
    }
  }

  /// Returns the number of matching objects.
  func count() throws -> Int {
    guard let unsettled = try unsettled() else { return try handles().count }
    var all = run
    all.request.orderedBy = []
    if unsettled.isEmpty {
      return try storedCount(all) ?? stored(all).count
    }
    (all.request.offset, all.request.limit) = (0, nil)
    // Unsettled saved objects do not count; unsettled objects that match here do.
    let saved = unsettled.compactMap { graph.slots.isInserted($0) ? nil : graph.id(of: $0) }
    let count =
      try storedCount(all, without: saved)
      ?? stored(all).count { !unsettled.contains($0) }
    return run.page(of: count.adding(run.matches(among: unsettled).count)).count
  }

  /// Returns the number of matching objects in the store; `nil` if the store does not test the whole condition.
  private func storedCount(_ run: FetchRun) throws -> Int? {
    let prepared = try reader.prepare(run.request)
    if !prepared.rest.isEmpty { return nil }
    let count = try reader.count(prepared.query)
    return prepared.isPagedHere ? run.page(of: count).count : count
  }

  /// Returns the number of matching objects in the store, except for some.
  private func storedCount(_ run: FetchRun, without ids: [ManagedObjectID]) throws -> Int? {
    if ids.isEmpty { return try storedCount(run) }
    let isAmong = FetchPredicate.leads(along: [], isToMany: false, to: ids)
    var rest = run
    if run.request.predicate == .constant(true) {
      // A store knows its number of objects without reading them.
      rest.request.predicate = isAmong
      guard let all = try storedCount(run), let some = try storedCount(rest) else { return nil }
      return max(0, all - some)
    }
    rest.request.predicate = run.request.predicate && !isAmong
    return try storedCount(rest)
  }
}
