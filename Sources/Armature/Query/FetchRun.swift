import ArmatureModel

/// A checked request over the objects of a graph.
struct FetchRun {
  let graph: ObjectGraph
  var request: FetchRequest

  /// - Parameter isSectioned: True if the first order defines sections.
  /// - Throws: ``FetchRequestError``.
  init(
    _ request: FetchRequest, _ graph: ObjectGraph, isSectioned: Bool = false
  ) throws(FetchRequestError) {
    self.graph = graph
    self.request = try request.resolved(
      for: graph.model, isSectioned: isSectioned, isStored: graph.store != nil)
  }

  /// Creates a run of a request that is already checked.
  init(known request: FetchRequest, _ graph: ObjectGraph) {
    (self.request, self.graph) = (request, graph)
  }

  /// The request with the current time in place of `now()`, because stores have clocks of their own.
  var dated: FetchRun {
    let date = EvaluationDate(graph)
    func dated(_ expression: FetchExpression, _ depth: Int) -> FetchExpression? {
      if case .function(.now, _) = expression { .constant(.date(date.now)) } else { nil }
    }
    var run = self
    run.request.predicate = request.predicate.map(dated)
    for index in request.orderedBy.indices {
      run.request.orderedBy[index].expression = request.orderedBy[index].expression.map(dated)
    }
    return run
  }

  /// Returns the request for the case that some of the objects before its page are already skipped.
  func after(_ skipped: Int) -> FetchRun {
    var run = self
    run.request.offset -= skipped
    return run
  }

  /// The matching objects, in order.
  var objects: [ManagedObject] {
    if request.isRanked {
      return ranked.handles(among: candidates).compactMap { graph.anyObject($0) }
    }
    lazy var found = shortestAccess
    if let page = pageOfAll ?? pageByIndex(orElse: found) {
      return page.compactMap { graph.anyObject($0) }
    }
    let candidates = candidates(by: found)
    // Objects of one entity need no sorting, and no second lookup.
    guard request.orderedBy.isEmpty, request.offset == 0, request.limit == nil,
      candidates.count == 1,
      graph.keys.isInOrder
    else { return handles(among: candidates).compactMap { graph.anyObject($0) } }
    var objects: [ManagedObject] = []
    forEachMatch(among: candidates[0]) { _, object in
      objects.append(object.takeUnretainedValue())
      return true
    }
    return objects
  }

  /// The handles of the matching objects, in order.
  var handles: ContiguousArray<Handle> {
    if request.isRanked { return ranked.handles(among: candidates) }
    lazy var found = shortestAccess
    return pageOfAll ?? pageByIndex(orElse: found) ?? handles(among: candidates(by: found))
  }

  private func handles(among candidates: [Candidates]) -> ContiguousArray<Handle> {
    if request.limit == 0 { return [] }
    return page(of: matches(among: candidates, atMost: request.orderedBy.isEmpty ? end : .max))
  }

  /// The end of the page within all matches.
  var end: Int {
    guard let end = request.limit?.addingReportingOverflow(request.offset), !end.overflow else {
      return .max
    }
    return end.partialValue
  }

  /// Returns the page of the request, given the matches of its condition.
  func page(of found: ContiguousArray<Handle>) -> ContiguousArray<Handle> {
    var found = found
    let needed = page(of: found.count)
    if !request.orderedBy.isEmpty {
      found = FetchSort.sort(found, by: request, graph, needed: needed)
    }
    return needed == found.indices ? found : ContiguousArray(found[needed])
  }

  /// Returns the positions of the page within a number of matches.
  func page(of count: Int) -> Range<Int> { min(request.offset, count)..<min(end, count) }

  /// The number of matching objects.
  var count: Int {
    if let all = countOfAll { return page(of: all).count }
    var all = 0
    for candidates in candidates {
      forEachMatch(among: candidates) { _, _ in
        all += 1
        return true
      }
    }
    return page(of: all).count
  }

  /// The positions of the entities with objects that may match.
  var positions: [Int] {
    let positions =
      request.includesSubentities
      ? graph.model.tree.branch(of: request.entity)
      : graph.model.index(of: request.entity).map { [$0] } ?? []
    return positions.filter { graph.keys.extents[$0].count > 0 }
  }

  /// Returns the handles of the matching objects in the order of their keys, which is the order of insertion; at
  /// least the first `most` of them.
  private func matches(
    among candidates: [Candidates], atMost most: Int
  ) -> ContiguousArray<Handle> {
    var found = ContiguousArray<Handle>()
    let most = graph.keys.isInOrder ? most : .max
    for candidates in candidates {
      let end = found.count.addingReportingOverflow(most).partialValue
      forEachMatch(among: candidates) { handle, _ in
        found.append(handle)
        return found.count != end
      }
    }
    if !graph.keys.isInOrder {
      found.sort { graph.slots[$0].key < graph.slots[$1].key }
    } else if candidates.count > 1 {
      found.sort()
    }
    return found
  }

  /// Returns the handles of the matching objects, entity by entity.
  func matches(among handles: some Sequence<Handle>) -> ContiguousArray<Handle> {
    var found = ContiguousArray<Handle>()
    for candidates in candidates(ContiguousArray(handles), request.predicate) {
      forEachMatch(among: candidates) { handle, _ in
        found.append(handle)
        return true
      }
    }
    return found
  }

  /// Visits the matching objects in the order of insertion.
  func forEachObject(_ visit: (Unmanaged<ManagedObject>) -> Void) {
    let candidates = candidates
    guard candidates.count == 1, graph.keys.isInOrder else {
      for handle in matches(among: candidates, atMost: .max) {
        if let object = graph.anyObject(handle) { visit(.passUnretained(object)) }
      }
      return
    }
    forEachMatch(among: candidates[0]) { _, object in
      visit(object)
      return true
    }
  }

  @inline(__always) private func forEachMatch(
    among candidates: Candidates, _ visit: (Handle, Unmanaged<ManagedObject>) -> Bool
  ) {
    FetchFilter(request, graph, candidates.position, condition: candidates.condition)
      .forEachMatch(among: candidates.handles, visit)
  }

  /// The number of objects to test.
  var candidateCount: Int { candidates.reduce(0) { $0 + $1.handles.count } }

  /// The objects of one entity to test, in the order of insertion.
  private struct Candidates {
    let position: Int
    let handles: ContiguousArray<Handle>
    /// The condition to test them against.
    let condition: FetchPredicate
  }

  private var candidates: [Candidates] { candidates(by: shortestAccess) }

  private func candidates(by found: AccessFinder.Found?) -> [Candidates] {
    if let found {
      // An index has the present values.
      return candidates(handles(found.access), isSaved ? request.predicate : found.rest)
    }
    return positions.map { position in
      Candidates(
        position: position, handles: graph.keys.extents[position].handles,
        condition: request.predicate)
    }
  }

  /// Returns the candidates among objects of any entity.
  private func candidates(
    _ handles: ContiguousArray<Handle>, _ condition: FetchPredicate
  ) -> [Candidates] {
    positions.compactMap { position in
      let own = handles.filter { handle in
        graph.slots.anyObject(handle)?.shape.index == position
      }
      return own.isEmpty
        ? nil
        : Candidates(position: position, handles: ContiguousArray(own), condition: condition)
    }
  }
}
