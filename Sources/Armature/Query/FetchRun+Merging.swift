import ArmatureModel

/// Merges the objects from a store with the objects found here, in the order of the request.
extension FetchRun {
  /// Returns the objects that match the condition, in the order of the request.
  func sortedMatches(among handles: Set<Handle>) -> ContiguousArray<Handle> {
    sorted(matches(among: handles))
  }

  /// Returns some objects in the order of the request.
  func sorted(_ handles: ContiguousArray<Handle>) -> ContiguousArray<Handle> {
    var sorted = handles
    sorted.sort { graph.slots[$0].key < graph.slots[$1].key }
    return request.orderedBy.isEmpty
      ? sorted : FetchSort.sort(sorted, by: request, graph, needed: sorted.indices)
  }

  /// Returns the objects that match some conditions, in the same order.
  func matches(
    _ conditions: [FetchPredicate], among handles: ContiguousArray<Handle>
  ) -> ContiguousArray<Handle> {
    if conditions.isEmpty { return handles }
    let condition = FetchPredicate.all(conditions)
    var filters: [Int: FetchFilter] = [:]
    return handles.filter { handle in
      guard let position = graph.slots.entity(of: handle) else { return false }
      if let filter = filters[position] { return filter.holds(handle) }
      let filter = FetchFilter(request, graph, position, condition: condition)
      filters[position] = filter
      return filter.holds(handle)
    }
  }

  /// Merges two lists in the order of the request. The first list is short.
  ///
  /// - Complexity: O(*k* log *n*) keys are read, with *k* objects in the first list.
  func merging(
    _ few: ContiguousArray<Handle>, into many: ContiguousArray<Handle>
  ) -> ContiguousArray<Handle> {
    if few.isEmpty { return many }
    let reader = SortKeyReader(request, graph)
    func keys(_ handle: Handle) -> [AttributeValue] {
      let object = graph.anyObject(handle)
      return request.orderedBy.map { order in
        object.map { reader.value(of: $0, for: order) } ?? .null
      }
    }
    var merged = ContiguousArray<Handle>()
    merged.reserveCapacity(few.count + many.count)
    var start = 0
    for handle in few {
      let own = keys(handle)
      let end = many[start...].partitioningIndex { other in
        isBefore(handle, own, other, request.orderedBy.isEmpty ? [] : keys(other))
      }
      merged += many[start..<end]
      merged.append(handle)
      start = end
    }
    return merged + many[start...]
  }

  /// Returns whether an object comes before another, by their keys and then in the order of insertion.
  private func isBefore(
    _ left: Handle, _ leftKeys: [AttributeValue], _ right: Handle, _ rightKeys: [AttributeValue]
  ) -> Bool {
    for (index, order) in request.orderedBy.enumerated() {
      let found = order.compare(leftKeys[index], rightKeys[index])
      if found != .same { return found == .ascending }
    }
    return graph.slots[left].key < graph.slots[right].key
  }
}
