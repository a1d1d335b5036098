import ArmatureModel

/// A request in two parts: what the store answers, and what is done here with the rows that it gives.
struct PushedRequest {
  /// What the store is asked.
  private(set) var stored: FetchRequest
  /// What is tested here; empty if the store tests it all.
  let rest: [FetchPredicate]
  /// Whether the rows are put in order here.
  let isSortedHere: Bool
  /// Whether the page is cut out here.
  let isPagedHere: Bool

  /// Whether nothing is left to do here.
  var isWhole: Bool { rest.isEmpty && !isSortedHere && !isPagedHere }

  /// - Throws: ``PersistentStoreError/wrongAnswer(function:must:but:)`` if the part could not find all
  ///   objects that the request finds.
  init(_ request: FetchRequest, answering part: FetchRequest) throws {
    if part == request {
      (stored, rest, isSortedHere, isPagedHere) = (request, [], false, false)
      return
    }
    let kept = part.predicate.requirements
    rest = request.predicate.requirements.without(kept)
    isSortedHere = part.orders != request.orders
    isPagedHere = part.limit != request.limit || part.offset != request.offset
    stored = request
    stored.predicate = part.predicate
    if isSortedHere { stored.orders = [] }
    if isPagedHere { (stored.limit, stored.offset) = (nil, 0) }
    let isWeaker =
      part.entity == request.entity && part.includesSubentities == request.includesSubentities
      && kept.without(request.predicate.requirements).isEmpty
      && part.orders == stored.orders && part.limit == stored.limit && part.offset == stored.offset
      && (isPagedHere || request.hasAll || rest.isEmpty && !isSortedHere)
    if !isWeaker {
      throw PersistentStoreError.wrongAnswer(
        function: "pushed(_:)",
        must: "keep parts of the condition, all orders or none, and the page only with all else",
        but: "makes \(part.words) of \(request.words)")
    }
  }
}

extension FetchPredicate {
  /// The conditions that must hold together; none for one that always holds.
  fileprivate var requirements: [FetchPredicate] {
    switch self {
    case .constant(true): []
    case .and(let parts): parts.flatMap(\.requirements)
    default: [self]
    }
  }
}

extension [FetchPredicate] {
  /// Those that are not among others.
  fileprivate func without(_ others: [FetchPredicate]) -> [FetchPredicate] {
    if others.isEmpty || self == others { return others.isEmpty ? self : [] }
    return filter { !others.contains($0) }
  }
}

extension FetchRequest {
  /// Whether the page has all that is found.
  fileprivate var hasAll: Bool { limit == nil && offset == 0 }

  /// The same without condition, order and page.
  var ofAllObjects: FetchRequest {
    var request = self
    (request.predicate, request.orders) = (.constant(true), [])
    (request.offset, request.limit) = (0, nil)
    return request
  }

  /// The condition, the order and the page, as text.
  var words: String {
    var words = [entity]
    if predicate != .constant(true) { words.append("where \(predicate)") }
    if !orders.isEmpty {
      words.append("ordered by \(orders.map(\.description).joined(separator: ", "))")
    }
    if let limit { words.append("limit \(limit)") }
    if offset > 0 { words.append("offset \(offset)") }
    return words.joined(separator: " ")
  }
}
