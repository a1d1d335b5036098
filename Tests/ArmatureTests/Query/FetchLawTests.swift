@testable import Armature
import TestSupport
import Testing

/// Requests at random over objects at random, against a plain walk and a plain sort.
@Suite struct FetchLawTests {
  /// 20 · 250 = 5,000 requests.
  @Test(arguments: 0..<20)
  func `a request finds what a plain walk and a plain sort find`(_ block: Int) throws {
    let context = ManagedObjectContext(model: try RandomPredicate.model())
    var answered = 0
    var run = 0
    while answered < 250 {
      let seed = UInt64(block * 100_000 + run)
      var maker = RandomPredicate(seed: seed)
      if run % 50 == 0 { try change(context, &maker) }
      run += 1
      guard let request = request(&maker, context) else { continue }
      answered += 1
      let expected = Self.objects(request, context)
      let page = Self.page(expected, request)
      guard try context.fetch(request) == page else {
        Issue.record("seed \(seed): \(request) finds other objects")
        return
      }
      guard try context.count(request) == page.count else {
        Issue.record("seed \(seed): \(request) counts other objects")
        return
      }
      // Pages visit each object once.
      var paged = request
      paged.limit = 5
      paged.offset = 0
      var visited: [ManagedObject] = []
      while case let page = try context.fetch(paged), !page.isEmpty {
        visited += page
        paged.offset += 5
      }
      guard visited == expected else {
        Issue.record("seed \(seed): \(request) has pages of other objects")
        return
      }
    }
  }

  private func change(_ context: ManagedObjectContext, _ maker: inout RandomPredicate) throws {
    if maker.random.oneIn(3) { context.reset() }
    for _ in 0..<maker.random.below(30) { try context.insert("Thing") }
    let things = context.objects(of: "Thing")
    for thing in things where maker.random.oneIn(2) {
      for name in RandomPredicate.attributes where maker.random.oneIn(2) {
        try thing.setValue(maker.value(of: name), forKey: name)
      }
      if maker.random.oneIn(2) { try thing.setValue(maker.random.pick(things), forKey: "other") }
    }
    if maker.random.oneIn(2) { save(context) }
    for thing in things where maker.random.oneIn(8) { try context.delete(thing) }
  }

  /// Saves, or goes back to the last save where links lead to what was deleted.
  private func save(_ context: ManagedObjectContext) {
    do { try context.save() } catch { context.rollback() }
  }

  /// A request that suits the model.
  private func request(
    _ maker: inout RandomPredicate, _ context: ManagedObjectContext
  ) -> FetchRequest? {
    let names = RandomPredicate.attributes
    let orders = (0..<maker.random.below(4)).map { _ in
      let steps = Array(repeating: "other", count: maker.random.below(3) / 2)
      let name = maker.random.pick(names)
      let order = FetchOrder(
        .keyPath(FetchPath(steps + [name])), isAscending: maker.random.oneIn(2),
        options: name == "text" && maker.random.oneIn(2) ? .caseInsensitive : [])
      return order
    }
    let request = FetchRequest(
      "Thing", where: maker.predicate(depth: 2), orderedBy: orders,
      limit: maker.random.oneIn(3) ? maker.random.below(8) : nil,
      offset: maker.random.oneIn(3) ? maker.random.below(8) : 0)
    return (try? context.explain(request)) == nil ? nil : request
  }

  private static func objects(
    _ request: FetchRequest, _ context: ManagedObjectContext
  ) -> [ManagedObject] {
    let found = context.objects(of: request.entity).filter {
      NaivePredicate(scopes: [$0]).holds(request.predicate)
    }
    return found.enumerated().sorted { left, right in
      for order in request.orders {
        let (a, b) = (key(order, left.element), key(order, right.element))
        if isBefore(a, b) { return order.isAscending }
        if isBefore(b, a) { return !order.isAscending }
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  private static func key(_ order: FetchOrder, _ object: ManagedObject) -> AttributeValue {
    guard case .keyPath(let path) = order.expression else { return .null }
    var owner: ManagedObject? = object
    for _ in path.names.dropLast() { owner = owner?.other }
    let value: AttributeValue = owner?[path.names[path.names.count - 1]] ?? .null
    guard order.options == .caseInsensitive, case .string(let text) = value else { return value }
    return .string(text.lowercased())
  }

  /// Absent first, NaN last, text by its bytes.
  private static func isBefore(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
    if left.isNull || right.isNull { return left.isNull && !right.isNull }
    func isNaN(_ value: AttributeValue) -> Bool { value.compare(value) == nil }
    if isNaN(left) || isNaN(right) { return !isNaN(left) && isNaN(right) }
    return left.compare(right) == .ascending
  }

  private static func page(_ objects: [ManagedObject], _ request: FetchRequest) -> [ManagedObject] {
    Array(objects.dropFirst(request.offset).prefix(request.limit ?? .max))
  }

  /// What was saved is what a context finds that has loaded it and nothing else.
  @Test(arguments: 0..<20)
  func `without pending changes a request finds what it found at the last save`(
    _ seed: Int
  ) throws {
    let context = ManagedObjectContext(model: try RandomPredicate.model())
    var maker = RandomPredicate(seed: UInt64(7_000_000 + seed))
    for _ in 0..<4 {
      try change(context, &maker)
      save(context)
      var saved: [(request: FetchRequest, ids: [ManagedObjectID])] = []
      while saved.count < 40 {
        guard let request = request(&maker, context) else { continue }
        saved.append((request, try context.fetchIDs(request)))
      }
      let things = context.objects(of: "Thing")
      for _ in 0..<4 { try context.insert("Thing") }
      for thing in things where maker.random.oneIn(3) {
        let name = maker.random.pick(RandomPredicate.attributes)
        try thing.setValue(maker.value(of: name), forKey: name)
        if maker.random.oneIn(2) { try thing.setValue(maker.random.pick(things), forKey: "other") }
        if maker.random.oneIn(6) { thing.other = nil as ManagedObject? }
      }
      for thing in things where maker.random.oneIn(6) && thing.objectState != .deleted {
        try context.delete(thing)
      }
      for (request, ids) in saved {
        var request = request
        request.includesPendingChanges = false
        guard try context.fetchIDs(request) == ids else {
          Issue.record("seed \(seed): \(request) finds other objects than were saved")
          return
        }
      }
    }
  }
}
