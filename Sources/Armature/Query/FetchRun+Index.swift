import ArmatureModel

/// Finding pages without reading all objects before and after them.
extension FetchRun {
  /// The way an index provides the objects in the order of the request.
  struct IndexOrder {
    let index: Int
    let isAscending: Bool
    /// The number of index keys that the request sorts by.
    let keyCount: Int
    /// True if the order covers all keys of the index.
    let isWhole: Bool
  }

  /// The index that has the objects in the order of the request, if the request is for a page.
  var indexOrder: IndexOrder? {
    guard request.limit != nil, let first = request.orderedBy.first, graph.hasAllObjects,
      !isSaved
    else { return nil }
    let branch = graph.model.tree.orders(of: request.entity)
    let index = graph.indexes.ordered.indices.first { position in
      graph.indexes.ordered[position].covers(branch)
        && first.isOrder(by: graph.indexes.ordered[position].keys[0])
    }
    guard let index else { return nil }
    let keys = graph.indexes.ordered[index].keys
    let keyCount = zip(request.orderedBy, keys).prefix { order, key in
      order.isOrder(by: key) && order.isAscending == first.isAscending
    }.count
    return IndexOrder(
      index: index, isAscending: first.isAscending, keyCount: keyCount,
      isWhole: keyCount == request.orderedBy.count && keyCount == keys.count && graph.keys.isInOrder
    )
  }

  /// Returns the page of the request, read along an index in its order; `nil` if another access is shorter.
  ///
  /// - Parameter other: The access for the condition.
  func pageByIndex(
    orElse other: @autoclosure () -> AccessFinder.Found?
  ) -> ContiguousArray<Handle>? {
    guard let order = indexOrder else { return nil }
    var budget = Int.max
    var bounds: IndexRange?
    if request.predicate != .constant(true) {
      let found = other()
      let count = found?.count ?? allCount
      if count < 64 { return nil }
      if case .ordered(order.index, let ranges)? = found?.access, ranges.count == 1 {
        bounds = ranges[0]
      }
      // The number of mismatches after which the other access is taken.
      budget = count / 8
    }
    graph.indexes.update()
    IndexLookup(graph: graph).fillIndex(order.index)
    let index = graph.indexes.ordered[order.index]
    let skipsBlindly =
      request.predicate == .constant(true) && request.includesSubentities
      && index.isOf(graph.model.tree.orders(of: request.entity))
    var filters = FetchFilters(self)
    var found = ContiguousArray<Handle>()
    let end = end
    let skipped = index.walk(
      bounds.map(index.slice) ?? index.all, by: order.keyCount, isAscending: order.isAscending,
      skipping: skipsBlindly ? request.offset : 0
    ) { entry, isStart, skipped in
      // Objects with the same keys as the last of the page may belong before it.
      if isStart || order.isWhole, found.count >= end - skipped { return false }
      budget -= 1
      if budget < 0 { return false }
      if filters.holds(entry.handle) { found.append(entry.handle) }
      return true
    }
    if budget < 0 { return nil }
    found.sort { graph.slots[$0].key < graph.slots[$1].key }
    return after(skipped).page(of: found)
  }

  // MARK: All objects

  /// True if the request matches all objects of the entities, and none is to be deleted.
  private var findsAll: Bool {
    request.predicate == .constant(true) && graph.hasAllObjects && !graph.hasDeletedObjects
      && !isSaved
  }

  /// The number of objects, if the request matches all.
  var countOfAll: Int? { findsAll ? allCount : nil }

  /// The page of a request for all objects in the order of insertion; `nil` for other requests.
  var pageOfAll: ContiguousArray<Handle>? {
    guard findsAll, request.orderedBy.isEmpty, graph.keys.isInOrder,
      request.limit != nil || request.offset > 0
    else { return nil }
    let positions = positions
    for position in positions { graph.keys.extents[position].compact(graph.slots) }
    let needed = page(of: allCount)
    if needed.isEmpty { return [] }
    // The page starts at the handle that has as many objects before it as the offset skips.
    func places(of handle: Int) -> [Int] {
      positions.map { position in
        graph.keys.extents[position].handles.partitioningIndex { $0.rawValue >= handle }
      }
    }
    let first = (0..<graph.slots.count).partitioningIndex { handle in
      places(of: handle + 1).reduce(0, +) > needed.lowerBound
    }
    var page = ContiguousArray<Handle>()
    for (position, start) in zip(positions, places(of: first)) {
      page += graph.keys.extents[position].handles[start...].prefix(needed.count)
    }
    page.sort()
    return ContiguousArray(page.prefix(needed.count))
  }
}

extension FetchOrder {
  /// Returns whether objects are in this order, or in the opposite one, by a key of an index.
  fileprivate func isOrder(by key: IndexKey) -> Bool {
    guard isByBytes, case .keyPath(let path) = expression, path.level == 0 else {
      return false
    }
    return path.names == [key.property]
  }
}

/// Tests single objects against a request, with one filter for each entity.
private struct FetchFilters {
  private let run: FetchRun
  private let positions: Set<Int>
  private var filters: [Int: FetchFilter] = [:]

  init(_ run: FetchRun) {
    self.run = run
    positions = Set(run.positions)
  }

  mutating func holds(_ handle: Handle) -> Bool {
    guard let position = run.graph.slots.anyObject(handle)?.shape.index,
      positions.contains(position)
    else { return false }
    if let filter = filters[position] { return filter.holds(handle) }
    let filter = FetchFilter(run.request, run.graph, position)
    filters[position] = filter
    return filter.holds(handle)
  }
}
