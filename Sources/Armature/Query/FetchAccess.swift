import ArmatureModel

/// How a request gets at the objects among which it looks.
enum FetchAccess {
  /// All objects of the entities.
  case extents([Int])
  /// Those that a unique index has under some values.
  case unique(Int, [AttributeValue])
  /// Those in a stretch of an ordered index.
  case ordered(Int, IndexRange)
}

extension FetchRun {
  /// The way with the fewest objects to look at.
  var access: FetchAccess {
    // Indexes have the objects that are here, as they are now.
    if !graph.hasAllObjects || !request.includesPendingChanges && graph.changes.count > 0 {
      return .extents(positions)
    }
    let conditions = request.predicate.conjuncts.compactMap(IndexedCondition.init)
    if conditions.isEmpty { return .extents(positions) }
    graph.updateIndexes()
    for condition in conditions where condition.comparison == .equal || condition.comparison == .in
    {
      if let index = uniqueIndex(over: condition) { return .unique(index, condition.constants) }
    }
    return orderedAccess(conditions) ?? .extents(positions)
  }

  /// The numbers of the entities whose objects may be found.
  private var orders: ClosedRange<Int32> { graph.model.tree.orders(of: request.entity) }

  private func uniqueIndex(over condition: IndexedCondition) -> Int? {
    graph.uniqueIndex(
      over: condition.property, of: orders.lowerBound, answering: condition.constants)
  }

  private func orderedAccess(_ conditions: [IndexedCondition]) -> FetchAccess? {
    var best: (index: Int, range: IndexRange, count: Int)?
    for position in graph.orderedIndexes.indices {
      let index = graph.orderedIndexes[position]
      guard index.covers(orders) else { continue }
      let ranges = conditions.compactMap { condition in
        condition.property == index.property && condition.comparison != .in
          ? IndexRange(condition.comparison, condition.constants[0], index.kind) : nil
      }
      guard let first = ranges.first else { continue }
      let range = ranges.dropFirst().reduce(first) { $0.intersection($1) }
      graph.fillIndex(position)
      let count = graph.orderedIndexes[position].stretch(range).count
      if best.map({ count < $0.count }) ?? true { best = (position, range, count) }
    }
    let all = positions.reduce(0) { $0 + graph.extents[$1].count }
    // A walk over all objects takes a quarter of the time per object.
    guard let best, best.count <= all / 4 else { return nil }
    return .ordered(best.index, best.range)
  }
}

/// A comparison of a property of the object itself with a constant, or with several: with each of those
/// that it may be in.
private struct IndexedCondition {
  let property: String
  let comparison: FetchPredicate.Comparison
  let constants: [AttributeValue]

  init?(_ predicate: FetchPredicate) {
    guard
      case .comparison(.keyPath(let path), let comparison, let right, let options, .one) = predicate,
      path.level == 0, path.names.count == 1, options.isEmpty
    else { return nil }
    property = path.names[0]
    self.comparison = comparison
    switch right {
    case .constant(let constant) where comparison != .in: constants = [constant]
    case .list(let parts) where comparison == .in:
      constants = parts.compactMap(\.asConstant)
      if constants.count < parts.count { return nil }
    default: return nil
    }
    if constants.isEmpty || constants.contains(where: \.isNull) { return nil }
  }
}

extension FetchExpression {
  fileprivate var asConstant: AttributeValue? {
    if case .constant(let value) = self { value } else { nil }
  }
}

extension FetchPredicate {
  /// The conditions of which all must hold.
  fileprivate var conjuncts: [FetchPredicate] {
    switch self {
    case .and(let parts): parts.flatMap(\.conjuncts)
    default: bounds ?? [self]
    }
  }
}

extension ObjectGraph {
  /// Whether all objects that there are have come from here.
  var hasAllObjects: Bool { store == nil }

  /// The index of a unique property of an entity, by its number, that finds some values.
  func uniqueIndex(
    over property: String, of order: Int32, answering values: some Sequence<AttributeValue>
  ) -> Int? {
    indexes.firstIndex { index in
      index.constraint.orders.contains(order) && index.constraint.properties[0] == property
        && values.allSatisfy(index.answers)
    }
  }

  /// The objects of a request that asks for a value of an indexed property and for nothing else.
  ///
  /// There is nothing that could be wrong with such a request, nor anything to compile: it takes a
  /// tenth of the time of others that an index serves.
  func objectsByKey(_ request: FetchRequest) -> [ManagedObject]? {
    guard
      case .comparison(.keyPath(let path), .equal, .constant(let value), let options, .one) =
        request.predicate, path.level == 0, path.names.count == 1, options.isEmpty,
      request.orders.isEmpty, request.limit == nil, request.offset == 0, hasAllObjects,
      request.includesPendingChanges || changes.count == 0,
      let position = model.index(of: request.entity)
    else { return nil }
    let order = model.tree.order(at: position)
    let last = request.includesSubentities ? model.tree.lastOrder(at: position) : order
    guard let handles = handles(with: value, of: path.names[0], order...last) else { return nil }
    return handles.compactMap { handle in
      object(handle).flatMap { order...last ~= $0.shape.pointee.order ? $0 : nil }
    }
  }

  /// The objects that an index has under a value, in the order of insertion; `nil` if there is no index
  /// that can tell.
  private func handles(
    with value: AttributeValue, of property: String, _ orders: ClosedRange<Int32>
  ) -> ContiguousArray<Handle>? {
    if let index = uniqueIndex(
      over: property, of: orders.lowerBound, answering: CollectionOfOne(value))
    {
      updateIndexes()
      return indexes[index].handles(value)
    }
    for (position, index) in orderedIndexes.enumerated()
    where index.property == property && index.covers(orders) {
      guard let range = IndexRange(.equal, value, index.kind) else { continue }
      updateIndexes()
      fillIndex(position)
      return orderedIndexes[position].handles(orderedIndexes[position].stretch(range))
    }
    return nil
  }

  /// Fills an ordered index when it is first used.
  func fillIndex(_ position: Int) {
    let index = orderedIndexes[position]
    if index.isFilled { return }
    let request = FetchRequest(index.entity, orderedBy: [.ascending(index.property)])
    let handles = ContiguousArray(
      handles(of: index.entity).filter { handle in
        slots.pointee.anyObject(handle)?.row.state.contains(.indexed) ?? false
      })
    orderedIndexes[position].fill(
      FetchSort.sort(handles, by: request, self, needed: handles.indices))
  }
}
