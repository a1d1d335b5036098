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
  var handles: ContiguousArray<Handle> {
    if request.limit == 0 { return [] }
    let end = request.limit.map { $0.addingReportingOverflow(request.offset) }
    let most = end.map { $0.overflow ? Int.max : $0.partialValue } ?? .max
    var found = matches(atMost: request.orders.isEmpty ? most : .max)
    if !request.orders.isEmpty {
      let needed = Self.page(of: found.count, request.offset, most)
      found = FetchSort.sort(found, by: request, graph, needed: needed)
    }
    if request.offset == 0, found.count <= most { return found }
    return ContiguousArray(found[Self.page(of: found.count, request.offset, most)])
  }

  private static func page(of count: Int, _ offset: Int, _ end: Int) -> Range<Int> {
    min(offset, count)..<min(end, count)
  }

  /// The objects that are found, in their order.
  var objects: [ManagedObject] { handles.compactMap { graph.fetched($0) } }

  /// How many objects are found.
  var count: Int {
    let all = matches(atMost: .max).count
    return min(max(0, all - request.offset), request.limit ?? .max)
  }

  /// The positions of the entities whose objects may be found.
  private var positions: [Int] {
    request.includesSubentities
      ? graph.model.tree.branch(of: request.entity)
      : graph.model.index(of: request.entity).map { [$0] } ?? []
  }

  /// The handles of the objects that satisfy the condition, in the order of insertion; enough of them
  /// for the first so many.
  private func matches(atMost most: Int) -> ContiguousArray<Handle> {
    let positions = positions.filter { graph.extents[$0].count > 0 }
    var found = ContiguousArray<Handle>()
    for position in positions {
      found.append(contentsOf: matches(at: position, atMost: most))
    }
    if positions.count > 1 { found.sort() }
    return found
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
