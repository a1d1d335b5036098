import ArmatureModel

/// A checked request for rows, over the objects of a graph.
struct FetchRowRun {
  private let context: ManagedObjectContext
  private let request: FetchRowRequest
  private let date: EvaluationDate
  private let isSaved: Bool
  /// One for each column.
  private let readers: [ColumnReader]

  /// - Throws: ``FetchRequestError``.
  init(_ request: FetchRowRequest, _ context: ManagedObjectContext) throws(FetchRequestError) {
    self.context = context
    let graph = context.graph
    let request = try request.resolved(for: graph.model, isStored: graph.store != nil)
    let date = EvaluationDate(graph)
    let isSaved = graph.readsSaved(for: request.source)
    readers = request.columns.map {
      ColumnReader($0.expression, of: request.source.entity, graph, date, isSaved: isSaved)
    }
    (self.request, self.date, self.isSaved) = (request, date, isSaved)
  }

  /// - Throws: Any error of the store.
  func rows() throws -> [FetchRow] {
    let (entity, names) = (request.source.entity, request.columns.map(\.name))
    return try values().map { FetchRow(entity: entity, columns: names, values: $0) }
  }

  private func values() throws -> [[AttributeValue]] {
    var source = request.source
    if !request.isGrouped, !request.isDistinct {
      // Each row corresponds to an object: objects are sorted, and only the objects of the page are read.
      source.orderedBy = request.orderedBy.map { order in
        guard let column = request.column(of: order) else { return order }
        var order = order
        order.expression = request.columns[column].expression
        return order
      }
      return try context.fetch(source).map(row)
    }
    source.limit = nil
    source.offset = 0
    let made =
      try stored(source) ?? (request.isGrouped ? try groups(source) : try distinctRows(source))
    let rows = sorted(request.isGrouped ? made.filter(satisfiesHaving) : made)
    let start = min(request.offset, rows.count)
    return Array(rows[start...].prefix(request.limit ?? .max))
  }

  /// Returns the rows as computed by the store; `nil` if the store computes no rows, or if pending changes affect them.
  private func stored(_ source: FetchRequest) throws -> [[AttributeValue]]? {
    guard let store = context.graph.store else { return nil }
    try context.prepareFetch()
    // The columns read values as well as the condition.
    var read = source
    read.orderedBy = request.columns.map { FetchOrder($0.expression) }
    let run = FetchRun(known: read, context.graph)
    return try context.asking(store, run) { fetch in
      guard try fetch.unsettled()?.isEmpty == true else { return nil }
      var request = request
      // The rest is done here, on the grouped rows.
      (request.having, request.orderedBy, request.limit, request.offset) = (
        .constant(true), [], nil, 0
      )
      request.source = fetch.run.request
      request.source.orderedBy = []
      for (column, order) in fetch.run.request.orderedBy.enumerated() {
        request.columns[column].expression = order.expression
      }
      return try fetch.reader.rows(request)
    }
  }

  private func row(_ object: ManagedObject) -> [AttributeValue] {
    readers.map { $0.value(of: .passUnretained(object)) }
  }

  /// Visits the objects that match a request, in the order of insertion.
  private func forEachObject(
    of source: FetchRequest, _ visit: (Unmanaged<ManagedObject>) -> Void
  ) throws {
    guard context.graph.store == nil else {
      let objects = try context.fetch(source)
      return withExtendedLifetime(objects) {
        for object in objects { visit(.passUnretained(object)) }
      }
    }
    try context.prepareFetch()
    try FetchRun(source, context.graph).forEachObject(visit)
  }

  // MARK: Groups

  /// Returns rows without duplicates.
  private func distinctRows(_ source: FetchRequest) throws -> [[AttributeValue]] {
    var groups = RowGroups(columnCount: readers.count)
    var rows: [[AttributeValue]] = []
    try forEachObject(of: source) { object in
      let number = readers.indices.reduce(0) { number, column in
        groups.number(after: number, readers[column].value(of: object), in: column)
      }
      if number == rows.count { rows.append(readers.map { $0.value(of: object) }) }
    }
    return rows
  }

  /// Returns a row for each group, in the order of the groups' first objects.
  private func groups(_ source: FetchRequest) throws -> [[AttributeValue]] {
    var grouped = GroupedRows(request.columns, readers)
    try forEachObject(of: source) { grouped.add($0) }
    return grouped.values
  }

  /// Returns whether a row satisfies the `having` condition. The values of the row replace the columns in it.
  private func satisfiesHaving(_ row: [AttributeValue]) -> Bool {
    if request.having == .constant(true) { return true }
    let condition = request.having.map { expression, depth in
      guard case .keyPath(let path) = expression, path.level == depth,
        let (column, rest) = request.column(at: path)
      else { return nil }
      return .constant(row[column].element(along: rest) ?? .null)
    }
    // No path in the condition starts at an object any more, so any object will do.
    guard let position = context.graph.model.index(of: request.source.entity) else { return false }
    let draft = context.graph.runtime(at: position).makeDraft()
    return PredicateEvaluator(object: draft, date: date, isSaved: isSaved).holds(condition)
  }

  // MARK: Order

  private func sorted(_ rows: [[AttributeValue]]) -> [[AttributeValue]] {
    if request.orderedBy.isEmpty { return rows }
    let orders = request.orderedBy.compactMap { order in
      request.column(of: order).map { (column: $0, order: order) }
    }
    let keys = rows.map { row in orders.map { $0.order.key(row[$0.column]) } }
    return rows.indices.sorted { left, right in
      for (index, (_, order)) in orders.enumerated() {
        let found = order.compare(keys[left][index], keys[right][index])
        if found != .same { return found == .ascending }
      }
      return left < right
    }.map { rows[$0] }
  }
}
