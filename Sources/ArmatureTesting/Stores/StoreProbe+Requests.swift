import Armature

extension StoreProbe {
  /// Checks the results and counts of requests.
  func checkRequests() {
    let stock = ConformanceStock(self)
    guard step("Rows are inserted.", { stock.insert(&$0) }) else { return }
    // Changed and deleted rows are found in their current state.
    commit("Rows change.") {
      $0.set(stock.novels[2], "title", "Sunday")
      $0.delete(stock.books[5])
    }
    for condition in RequestCase.all(rows, stock) { check(condition) }
    for order in OrderCase.all { check(order) }
  }

  private func check(_ condition: RequestCase) {
    var request = FetchRequest(condition.entity, where: condition.predicate)
    request.includesSubentities = condition.includesSubentities
    let keys = (condition.includesSubentities ? rows.keys(ofKind:) : rows.keys(of:))(
      condition.entity)
    let kept = keys.filter { condition.holds(PlainItem(rows, $0)) }
    check(request, kept)
    // A store contains only saved rows.
    request.includesPendingChanges = false
    check(request, kept)
  }

  private func check(_ order: OrderCase) {
    let sorted = order.sorted(rows.keys(ofKind: order.entity), rows)
    let pages: [(limit: Int?, offset: Int)] = [
      (nil, 0), (0, 0), (1, 0), (3, 2), (nil, 2), (100, 3), (2, 100), (1_000, 0),
    ]
    for (limit, offset) in pages {
      check(
        FetchRequest(order.entity, orderedBy: order.orders, limit: limit, offset: offset), sorted)
    }
  }

  /// Checks that a request finds its page of the given rows, in order.
  func check(_ request: FetchRequest, _ all: [Int64]) {
    let keys = Array(all.dropFirst(request.offset).prefix(request.limit ?? .max))
    let action = Self.text(request)
    if let part = try? store.reader().prepare(request).request, part != request {
      // A context does the rest.
      let action = "\(action) Of that the store answers: \(Self.text(part))"
      expect(.prepared, action, keys) {
        try container.makeContext().fetchIDs(request).map(\.key)
      }
      return
    }
    expect(.fetch, action, keys) {
      try store.rows(request, of: model, includingValues: false).map(\.id.key)
    }
    expect(.count, action, keys.count) { try store.reader().count(request) }
    let values = "\(action) With values."
    let isFound = expect(.fetch, values, keys) {
      try store.rows(request, of: model).map(\.id.key)
    }
    guard isFound, let found = try? store.rows(request, of: model) else {
      return
    }
    expect(.values, values, keys.map { rows.row($0)?.values }) { found.map(\.values) }
    expect(.versions, values, keys.map { rows.row($0)?.version }) { found.map(\.version) }
  }

  private static func text(_ request: FetchRequest) -> String {
    var parts = ["\(request.entity) is fetched where \(request.predicate)"]
    if !request.orderedBy.isEmpty {
      parts.append("ordered by \(request.orderedBy.map { "\($0)" }.joined(separator: ", "))")
    }
    if let limit = request.limit { parts.append("limit \(limit)") }
    if request.offset > 0 { parts.append("offset \(request.offset)") }
    if !request.includesSubentities { parts.append("without sub-entities") }
    if !request.includesPendingChanges { parts.append("without pending changes") }
    return parts.joined(separator: ", ") + "."
  }
}
