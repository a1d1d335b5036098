import ArmatureModel

/// Finds objects by indexes, and by the links back from their results.
struct IndexLookup {
  let graph: ObjectGraph

  /// Returns the objects of an access, in the order of their handles.
  func handles(_ access: FetchAccess) -> ContiguousArray<Handle> {
    var handles = ContiguousArray<Handle>()
    switch access {
    case .objects(let ids):
      for id in ids {
        guard let handle = graph.keys.handle(forKey: id.key), graph.id(of: handle) == id else {
          continue
        }
        handles.append(handle)
      }
    case .unique(let index, let values):
      if values.count == 1 { return graph.indexes.unique[index].handles([values[0]]) }
      for value in values { handles += graph.indexes.unique[index].handles([value]) }
    case .ordered(let index, let ranges):
      for range in ranges {
        graph.indexes.ordered[index].append(graph.indexes.ordered[index].slice(range), to: &handles)
      }
    case .words(_, let found): return found
    case .back(let way, let ends):
      handles = way.inverses.reduce(self.handles(ends)) { handles, name in
        handles.reduce(into: []) { $0 += related(to: $1, along: name) }
      }
    case .union(let parts):
      for part in parts { handles += self.handles(part) }
    }
    return handles.sortedUnique
  }

  private func related(to handle: Handle, along name: String) -> [Handle] {
    guard let object = graph.slots.object(handle),
      let property = object.runtime.property(named: name)
    else { return [] }
    return object.related(property.place).map(\.row.handle)
  }

  /// Returns the objects of a request that only asks for one value of an indexed property.
  ///
  /// Because such a request is always valid, it needs neither a check nor a compilation. It takes a tenth of the time
  /// of other requests that use an index.
  func objectsByKey(_ request: FetchRequest) -> [ManagedObject]? {
    guard
      case .comparison(.keyPath(let path), .equal, .constant(let value), let options, .one) =
        request.predicate, path.level == 0, path.names.count == 1, options.isEmpty,
      request.orderedBy.isEmpty, request.limit == nil, request.offset == 0, graph.hasAllObjects,
      !graph.readsSaved(for: request), !value.isNull,
      let position = graph.model.index(of: request.entity)
    else { return nil }
    let order = graph.model.tree.order(at: position)
    let last = request.includesSubentities ? graph.model.tree.lastOrder(at: position) : order
    guard let handles = handles(with: value, of: path.names[0], order...last) else { return nil }
    return handles.compactMap { handle in
      graph.object(handle).flatMap { order...last ~= $0.shape.order ? $0 : nil }
    }
  }

  /// Returns the objects with a value in an index, in the order of insertion; `nil` without a usable index.
  private func handles(
    with value: AttributeValue, of property: String, _ orders: ClosedRange<Int32>
  ) -> ContiguousArray<Handle>? {
    if let index = graph.indexes.uniqueIndex(
      over: property, of: orders.lowerBound, answering: CollectionOfOne(value))
    {
      graph.indexes.update()
      return graph.indexes.unique[index].handles([value])
    }
    for (position, index) in graph.indexes.ordered.enumerated()
    where index.keys[0].property == property && index.covers(orders) {
      guard let range = IndexRange(.equal, value, index.keys[0].kind) else { continue }
      graph.indexes.update()
      fillIndex(position)
      return handles(.ordered(position, [range]))
    }
    return nil
  }

  /// Returns the position of the index of words with the texts of a ranking, up to date; `nil` without such an index.
  ///
  /// - Parameter entity: The entity that declares the index.
  func words(of ranking: SearchRanking, _ entity: String) -> Int? {
    let position = graph.indexes.words.firstIndex { index in
      index.entity == entity && index.tokenizer == ranking.query.tokenizer
        && ranking.paths.map(\.names) == index.properties.map { [$0] }
    }
    if let position { updateWords(position) }
    return position
  }

  /// Brings an index of words up to date, and fills it on its first use.
  func updateWords(_ position: Int) {
    graph.indexes.update()
    let index = graph.indexes.words[position]
    if index.isFilled { return }
    let objects = graph.handles(of: index.entity).compactMap { handle -> ManagedObject? in
      guard let object = graph.slots.anyObject(handle), object.row.state.contains(.indexed) else {
        return nil
      }
      return object
    }
    graph.indexes.words[position].fill(objects)
  }

  /// Fills an ordered index on its first use.
  func fillIndex(_ position: Int) {
    let index = graph.indexes.ordered[position]
    if index.isFilled { return }
    let request = FetchRequest(
      index.entity, orderedBy: index.keys.map { .ascending($0.property) })
    let handles = ContiguousArray(
      graph.handles(of: index.entity).filter { handle in
        graph.slots.anyObject(handle)?.row.state.contains(.indexed) ?? false
      })
    graph.indexes.ordered[position].fill(
      FetchSort.sort(handles, by: request, graph, needed: handles.indices))
  }
}
