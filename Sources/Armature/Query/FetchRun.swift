import ArmatureModel

/// A request that has been checked, over the objects of a graph.
struct FetchRun {
  let graph: ObjectGraph
  let request: FetchRequest

  /// - Throws: ``FetchRequestError``.
  init(_ request: FetchRequest, _ graph: ObjectGraph) throws(FetchRequestError) {
    self.graph = graph
    self.request = try request.resolved(for: graph.model)
  }

  /// The handles of the objects that are found, in their order.
  ///
  /// - Throws: What the store throws, if there is one.
  func handles() throws -> ContiguousArray<Handle> {
    if request.limit == 0 { return [] }
    guard let store = graph.store else {
      return page(of: matches(atMost: request.orders.isEmpty ? end ?? .max : .max))
    }
    return try StoreFetch(self, store).handles()
  }

  /// Where the page ends among all that is found; `nil` if it has no end.
  var end: Int? {
    guard let end = request.limit?.addingReportingOverflow(request.offset), !end.overflow else {
      return nil
    }
    return end.partialValue
  }

  /// The page that is asked for of the objects that satisfy the condition, in its order.
  func page(of found: ContiguousArray<Handle>) -> ContiguousArray<Handle> {
    var found = found
    let needed = Self.page(of: found.count, request.offset, end ?? .max)
    if !request.orders.isEmpty {
      found = FetchSort.sort(found, by: request, graph, needed: needed)
    }
    return needed == found.indices ? found : ContiguousArray(found[needed])
  }

  private static func page(of count: Int, _ offset: Int, _ end: Int) -> Range<Int> {
    min(offset, count)..<min(end, count)
  }

  /// The objects that are found, in their order.
  ///
  /// - Throws: What the store throws, if there is one.
  func objects() throws -> [ManagedObject] { try handles().compactMap { graph.fetched($0) } }

  /// How many objects are found.
  ///
  /// - Throws: What the store throws, if there is one.
  func count() throws -> Int {
    if let store = graph.store { return try StoreFetch(self, store).count() }
    let all = matches(atMost: .max).count
    return min(max(0, all - request.offset), request.limit ?? .max)
  }

  /// The positions of the entities whose objects may be found.
  var positions: [Int] {
    request.includesSubentities
      ? graph.model.tree.branch(of: request.entity)
      : graph.model.index(of: request.entity).map { [$0] } ?? []
  }

  /// The handles of the objects that satisfy the condition, in the order of their keys, which is that of
  /// insertion; enough of them for the first so many.
  private func matches(atMost most: Int) -> ContiguousArray<Handle> {
    let positions = positions.filter { graph.extents[$0].count > 0 }
    let most = graph.isInKeyOrder ? most : .max
    var found = ContiguousArray<Handle>()
    for position in positions {
      found.append(contentsOf: matches(at: position, atMost: most))
    }
    if !graph.isInKeyOrder {
      found.sort { graph.slots.pointee[$0].key < graph.slots.pointee[$1].key }
    } else if positions.count > 1 {
      found.sort()
    }
    return found
  }

  /// Those of some objects of the entity that satisfy the condition, in any order.
  func matches(among handles: [Handle]) -> ContiguousArray<Handle> {
    var filters: [Int: FetchFilter] = [:]
    return ContiguousArray(
      handles.filter { handle in
        guard let object = graph.fetched(handle) else { return false }
        let position = object.shape.pointee.index
        let filter = filters[position] ?? FetchFilter(request, graph, position)
        filters[position] = filter
        return filter.admits(handle)
      })
  }

  private func matches(at position: Int, atMost most: Int) -> ContiguousArray<Handle> {
    let filter = FetchFilter(request, graph, position)
    var found = ContiguousArray<Handle>()
    for handle in graph.extents[position].handles where filter.admits(handle) {
      found.append(handle)
      if found.count == most { break }
    }
    return found
  }
}
