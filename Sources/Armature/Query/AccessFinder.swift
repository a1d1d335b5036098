import ArmatureModel

/// Finds the indexes or links that lead to the objects that match a condition.
///
/// If a condition joins several parts with "and", the finder uses only the part that leads to the fewest objects. If it
/// joins them with "or", each part needs an index or a link.
struct AccessFinder {
  /// An access to the objects that may satisfy a condition.
  struct Found {
    let access: FetchAccess
    /// An estimate of the number of objects.
    let count: Int
    /// The condition that each of them must be tested against.
    let rest: FetchPredicate
  }

  let graph: ObjectGraph

  /// Returns the access with the fewest objects; `nil` if only a scan of all objects finds the matches.
  ///
  /// - Parameter position: The position of a single entity; `nil` for the entity and its sub-entities.
  func access(
    _ predicate: FetchPredicate, of entity: String, in position: Int? = nil
  ) -> Found? {
    let conjuncts = predicate.conjuncts
    var best: Found?
    func offer(_ found: Part?, for place: Int? = nil) {
      guard let found, best.map({ found.count < $0.count }) ?? true else { return }
      var rest = conjuncts
      if let place, found.isExact { rest.remove(at: place) }
      best = Found(access: found.access, count: found.count, rest: .all(rest))
    }
    for (place, part) in conjuncts.enumerated() {
      offer(partAccess(part, of: entity, in: position), for: place)
    }
    if let best, best.count <= 1 { return best }
    let conditions = conjuncts.compactMap(IndexedCondition.init).filter { $0.names.count == 1 }
    offer(orderedAccess(conditions, orders(of: entity, position)))
    return best
  }

  /// An access for a part of a condition.
  private struct Part {
    let access: FetchAccess
    let count: Int
    /// Whether all its objects satisfy that part.
    var isExact = false
  }

  /// Returns the access for one condition that is not a conjunction; ordered indexes are considered elsewhere.
  private func partAccess(
    _ predicate: FetchPredicate, of entity: String, in position: Int?
  ) -> Part? {
    switch predicate {
    case .constant(false): return Part(access: .union([]), count: 0)
    case .or(let parts):
      var (union, count) = ([FetchAccess](), 0)
      for part in parts {
        guard let found = access(part, of: entity, in: position) else { return nil }
        union.append(found.access)
        count = count.adding(found.count)
      }
      return Part(access: .union(union), count: count)
    case .comparison(let searched, .search, .constant(.string(let query)), let options, _):
      return wordAccess(
        SearchQuery(query, options, in: searched), searched, orders(of: entity, position))
    case .comparison:
      if let existence = predicate.existence {
        guard existence.isWanted, case .subquery(.keyPath(let path), let condition) = existence.of,
          path.level == 0, let way = FetchWay(path.names, from: entity, graph.model.tree)
        else { return nil }
        return access(condition, of: way.end).map { back(way, $0.access, $0.count) }
      }
      return IndexedCondition(predicate).flatMap {
        comparisonAccess($0, predicate, of: entity, in: position)
      }
    default: return nil
    }
  }

  /// Returns the objects that may satisfy a search, if an index of words has all the texts.
  private func wordAccess(
    _ query: SearchQuery, _ searched: FetchExpression, _ orders: ClosedRange<Int32>
  ) -> Part? {
    let names = searched.searchedTexts.map { part -> String? in
      guard case .keyPath(let path) = part, path.level == 0, path.names.count == 1 else {
        return nil
      }
      return path.names[0]
    }
    for (position, index) in graph.indexes.words.enumerated()
    where index.covers(orders) && index.tokenizer == query.tokenizer {
      let places = names.compactMap { $0.flatMap(index.properties.firstIndex) }
      guard places.count == names.count else { continue }
      IndexLookup(graph: graph).updateWords(position)
      let isInOrder = places == Array(index.properties.indices)
      guard
        let found = graph.indexes.words[position].matches(
          isInOrder ? query : query.placed(at: places))
      else { return nil }
      return Part(
        access: .words(position, ContiguousArray(found.holders.lazy.map(\.handle))),
        count: found.holders.count, isExact: found.areExact)
    }
    return nil
  }

  private func comparisonAccess(
    _ condition: IndexedCondition, _ predicate: FetchPredicate, of entity: String,
    in position: Int?
  ) -> Part? {
    if let ids = condition.ids {
      if condition.names.isEmpty {
        return condition.comparison == .contains
          ? nil : Part(access: .objects(ids), count: ids.count)
      }
      let way = FetchWay(condition.names, from: entity, graph.model.tree)
      guard let way, condition.suits(way) else { return nil }
      return back(way, .objects(ids), ids.count)
    }
    if condition.names.count == 1 {
      let order = orders(of: entity, position).lowerBound
      guard let values = condition.values,
        let index = graph.indexes.uniqueIndex(
          over: condition.names[0], of: order, answering: values)
      else { return nil }
      graph.indexes.update()
      return Part(access: .unique(index, values), count: values.count)
    }
    guard condition.names.count > 1, !condition.constants.contains(where: \.isNull),
      let way = FetchWay(condition.names.dropLast(), from: entity, graph.model.tree),
      condition.suits(way), case .comparison(_, let comparison, let right, _, _) = predicate
    else { return nil }
    let end = FetchExpression.keyPath(FetchPath([condition.names[condition.names.count - 1]]))
    return access(.comparison(end, comparison, right), of: way.end)
      .map { back(way, $0.access, $0.count) }
  }

  /// Returns the access back along links from the objects of another access.
  private func back(_ way: FetchWay, _ ends: FetchAccess, _ endCount: Int) -> Part {
    var count = endCount
    for (source, destination) in zip(way.entities, way.entities.dropFirst()).reversed() {
      let (each, overflow) = count.multipliedReportingOverflow(
        by: max(1, self.count(of: source) / max(1, self.count(of: destination))))
      count = overflow ? .max : each
    }
    return Part(access: .back(way, ends), count: count)
  }

  private func count(of entity: String) -> Int {
    graph.model.tree.branch(of: entity).reduce(0) { $0 + graph.keys.extents[$1].count }
  }

  /// Returns the slices of an ordered index that contain all matches, from the index with the fewest objects in them.
  private func orderedAccess(
    _ conditions: [IndexedCondition], _ orders: ClosedRange<Int32>
  ) -> Part? {
    if conditions.isEmpty { return nil }
    var best: Part?
    for position in graph.indexes.ordered.indices
    where graph.indexes.ordered[position].covers(orders) {
      guard let ranges = ranges(conditions, graph.indexes.ordered[position].keys) else { continue }
      graph.indexes.update()
      IndexLookup(graph: graph).fillIndex(position)
      let count = ranges.reduce(0) { $0 + graph.indexes.ordered[position].slice($1).count }
      if best.map({ count < $0.count }) ?? true {
        best = Part(access: .ordered(position, ranges), count: count)
      }
    }
    return best
  }

  /// Returns the key ranges of an index for some conditions: single values for the first keys, up to the first key
  /// with another condition.
  private func ranges(_ conditions: [IndexedCondition], _ keys: [IndexKey]) -> [IndexRange]? {
    var ranges: [IndexRange]?
    for key in keys {
      let asked = conditions.filter { $0.names[0] == key.property }
        .compactMap { $0.ranges(key.kind) }
      // One of several value lists is enough, since the condition is tested at the end.
      guard var own = asked.min(by: { $0.count < $1.count }) else { break }
      if own.count == 1 {
        let single = asked.filter { $0.count == 1 }.map { $0[0] }
        own = [single.dropFirst().reduce(single[0]) { $0.intersection($1) }]
      }
      guard let outer = ranges else {
        ranges = own
        if own.contains(where: { $0.value == nil }) { break }
        continue
      }
      // One range for each of the outer values.
      guard own.count == 1 else { break }
      ranges = outer.map { range in
        var inner = own[0]
        inner.prefix = range.prefix + [range.value].compactMap(\.self)
        return inner
      }
      if own[0].value == nil { break }
    }
    return ranges
  }

  private func orders(of entity: String, _ position: Int?) -> ClosedRange<Int32> {
    if let position {
      let order = graph.model.tree.order(at: position)
      return order...order
    }
    return graph.model.tree.orders(of: entity)
  }
}

extension FetchWay {
  /// The entity at the end.
  var end: String { entities[entities.count - 1] }
}

extension IndexedCondition {
  /// Returns whether the condition holds exactly if an end of the path satisfies its comparison.
  fileprivate func suits(_ way: FetchWay) -> Bool {
    if comparison == .contains { return ids != nil && quantifier == .one && way.isToMany }
    return quantifier == .any || !way.isToMany
  }
}
