import ArmatureModel

/// A request in two parts. The store answers the first part, and the second part is applied to the resulting rows.
struct PreparedRequest {
  /// The query that the store answers.
  let query: any StoreQuery
  /// The conditions tested here; empty if the store tests all of them.
  let rest: [FetchPredicate]
  /// Whether the rows are sorted here.
  let isSortedHere: Bool
  /// Whether the page is applied here.
  let isPagedHere: Bool

  /// Whether nothing is left to do here.
  var isWhole: Bool { rest.isEmpty && !isSortedHere && !isPagedHere }

  /// - Throws: ``PersistentStoreError/wrongAnswer(function:must:but:)`` if the part could miss objects of the request.
  init(_ request: FetchRequest, answeredBy query: any StoreQuery) throws {
    self.query = query
    let part = query.request
    if part == request {
      (rest, isSortedHere, isPagedHere) = ([], false, false)
      return
    }
    let kept = part.predicate.requirements
    rest = request.predicate.requirements.without(kept)
    isSortedHere = part.orderedBy != request.orderedBy
    isPagedHere = part.limit != request.limit || part.offset != request.offset
    let isWeaker =
      part.entity == request.entity && part.includesSubentities == request.includesSubentities
      && kept.without(request.predicate.requirements).isEmpty
      && (!isSortedHere || part.orderedBy.isEmpty)
      && (!isPagedHere || part.limit == nil && part.offset == 0)
      && (isPagedHere || request.hasAll || rest.isEmpty && !isSortedHere)
    if !isWeaker {
      throw PersistentStoreError.wrongAnswer(
        function: "prepare(_:)",
        must: "keep parts of the condition, all orders or none, and the page only with all else",
        but: "makes \(part.words) of \(request.words)")
    }
  }
}

extension FetchPredicate {
  /// The conditions joined by AND; empty for a condition that is always true.
  fileprivate var requirements: [FetchPredicate] {
    switch self {
    case .constant(true): []
    case .and(let parts): parts.flatMap(\.requirements)
    default: [self]
    }
  }
}

extension [FetchPredicate] {
  /// Returns the conditions that another list of conditions does not contain.
  fileprivate func without(_ others: [FetchPredicate]) -> [FetchPredicate] {
    if others.isEmpty || self == others { return others.isEmpty ? self : [] }
    return filter { !others.contains($0) }
  }
}

extension FetchRequest {
  /// Whether the page includes all results.
  fileprivate var hasAll: Bool { limit == nil && offset == 0 }

  /// The request without condition, order and page.
  var ofAllObjects: FetchRequest {
    var request = self
    (request.predicate, request.orderedBy) = (.constant(true), [])
    (request.offset, request.limit) = (0, nil)
    return request
  }

  /// The condition, the order and the page as text.
  var words: String {
    var words = [entity]
    if predicate != .constant(true) { words.append("where \(predicate)") }
    if !orderedBy.isEmpty {
      words.append("ordered by \(orderedBy.map(\.description).joined(separator: ", "))")
    }
    if let limit { words.append("limit \(limit)") }
    if offset > 0 { words.append("offset \(offset)") }
    return words.joined(separator: " ")
  }
}
