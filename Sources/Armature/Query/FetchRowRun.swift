import ArmatureModel

/// A request for rows that has been checked, over the objects of a graph.
struct FetchRowRun {
  private let context: ManagedObjectContext
  private let request: FetchRowRequest
  private let date: EvaluationDate
  private let isSaved: Bool

  /// - Throws: ``FetchRequestError``.
  init(_ request: FetchRowRequest, _ context: ManagedObjectContext) throws(FetchRequestError) {
    self.context = context
    let graph = context.graph
    self.request = try request.resolved(for: graph.model, isStored: graph.store != nil)
    date = EvaluationDate(graph)
    isSaved = !request.source.includesPendingChanges && graph.changes.count > 0
  }

  /// - Throws: What the store throws, if there is one.
  func rows() throws -> [FetchRow] {
    let (entity, names) = (request.source.entity, request.columns.map(\.name))
    return try values().map { FetchRow(entity: entity, columns: names, values: $0) }
  }

  private func values() throws -> [[AttributeValue]] {
    var source = request.source
    if !request.isGrouped, !request.isDistinct {
      // Each row stands for an object: objects are sorted, and only those of the page are read.
      source.orders = request.orders.map { order in
        guard let column = request.column(of: order) else { return order }
        var order = order
        order.expression = request.columns[column].expression
        return order
      }
      return try context.fetch(source).map(row)
    }
    source.limit = nil
    source.offset = 0
    let objects = try context.fetch(source)
    var rows = request.isGrouped ? groups(objects) : objects.map(row)
    if request.isDistinct {
      var seen: Set<[AttributeValue]> = []
      rows = rows.filter { seen.insert($0).inserted }
    }
    rows = sorted(rows)
    let start = min(request.offset, rows.count)
    return Array(rows[start...].prefix(request.limit ?? .max))
  }

  private func evaluator(_ object: ManagedObject) -> PredicateEvaluator {
    PredicateEvaluator(object: object, date: date, isSaved: isSaved)
  }

  private func row(_ object: ManagedObject) -> [AttributeValue] {
    let evaluator = evaluator(object)
    return request.columns.map { evaluator.value(of: $0.expression) }
  }

  // MARK: Groups

  private struct Group {
    /// The values by which objects are grouped; absent ones in place of aggregates.
    var row: [AttributeValue]
    /// The values of which aggregates are made, by column.
    var parts: [[Weighted<AttributeValue>]]
  }

  /// A row for each group that satisfies the condition, in the order of their first objects.
  private func groups(_ objects: [ManagedObject]) -> [[AttributeValue]] {
    let columns = request.columns
    var groups: [Group] = []
    var positions: [[AttributeValue]: Int] = [:]
    func group(of key: [AttributeValue]) -> Int {
      if let position = positions[key] { return position }
      positions[key] = groups.count
      groups.append(Group(row: key, parts: columns.map { _ in [] }))
      return groups.count - 1
    }
    // Aggregates of nothing are a row, too, where there is nothing to group by.
    if columns.allSatisfy({ $0.aggregate != nil }) { _ = group(of: columns.map { _ in .null }) }
    for object in objects {
      let evaluator = evaluator(object)
      let position = group(
        of: columns.map { $0.aggregate == nil ? evaluator.value(of: $0.expression) : .null })
      for (index, column) in columns.enumerated() where column.aggregate != nil {
        groups[position].parts[index] += evaluator.values(of: column.expression)
      }
    }
    return groups.map { group in
      columns.indices.map { index in
        columns[index].aggregate?.value(of: group.parts[index]) ?? group.row[index]
      }
    }.filter(satisfiesHaving)
  }

  /// Whether a row satisfies the condition, in which its values stand in place of columns.
  private func satisfiesHaving(_ row: [AttributeValue]) -> Bool {
    if request.having == .constant(true) { return true }
    let condition = request.having.map { expression, depth in
      guard case .keyPath(let path) = expression, path.level == depth,
        let (column, rest) = request.column(at: path)
      else { return nil }
      return .constant(row[column].element(along: rest) ?? .null)
    }
    // No path is left that would start at an object: any will do.
    guard let position = context.graph.model.index(of: request.source.entity) else { return false }
    return evaluator(context.graph.runtime(at: position).makeDraft()).holds(condition)
  }

  // MARK: Order

  private func sorted(_ rows: [[AttributeValue]]) -> [[AttributeValue]] {
    if request.orders.isEmpty { return rows }
    let orders = request.orders.compactMap { order in
      request.column(of: order).map { (column: $0, order: order) }
    }
    return rows.enumerated().sorted { left, right in
      for (column, order) in orders {
        let found = order.compare(left.element[column], right.element[column])
        if found != .same { return found == .ascending }
      }
      return left.offset < right.offset
    }.map(\.element)
  }
}
