@testable import Armature
import TestSupport
import Testing

/// Random requests on random objects, compared with a simple scan and sort.
@Suite struct FetchLawTests {
  enum Place: CaseIterable {
    case memory
    case store
    /// A store that answers a random part of each request.
    case partialStore

    func context(_ model: ManagedObjectModel, seed: UInt64) throws -> ManagedObjectContext {
      switch self {
      case .memory: return ManagedObjectContext(model: model)
      case .store: return try PersistentContainer(model: model).makeContext()
      case .partialStore:
        let store = SnapshotStore()
        var random = SplitMix64(seed: seed)
        store.part = { $0.part { !random.oneIn(3) } }
        return try PersistentContainer(model: model, store: store).makeContext()
      }
    }
  }

  /// 24 · 250 = 6,000 requests, with pending changes.
  @Test(arguments: 0..<8, Place.allCases)
  func `a request finds what a plain walk and a plain sort find`(
    _ block: Int, _ place: Place
  ) throws {
    let context = try place.context(RandomPredicate.model(), seed: UInt64(block))
    var answered = 0
    var run = 0
    while answered < 250 {
      let seed = UInt64(block * 100_000 + run)
      var maker = RandomPredicate(seed: seed)
      if run % 50 == 0 { try change(context, &maker) }
      run += 1
      guard let request = request(&maker, context) else { continue }
      answered += 1
      let expected = try Self.objects(request, context)
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
    for _ in 0..<maker.random.below(30) {
      try context.insert(maker.random.oneIn(4) ? "Special" : "Thing")
    }
    let things = try context.fetch("Thing")
    for thing in things where maker.random.oneIn(2) {
      for name in RandomPredicate.attributes where maker.random.oneIn(2) {
        try thing.setValue(maker.value(of: name), forKey: name)
      }
      if maker.random.oneIn(2) { try thing.setValue(maker.random.pick(things), forKey: "other") }
    }
    if maker.random.oneIn(2) { save(context) }
    for thing in things where maker.random.oneIn(8) { try context.delete(thing) }
  }

  /// Saves, or rolls back if links lead to deleted objects.
  private func save(_ context: ManagedObjectContext) {
    do { try context.save() } catch { context.rollback() }
  }

  /// Returns a request that fits the model.
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
    var request = FetchRequest(
      maker.random.oneIn(6) ? "Special" : "Thing",
      where: maker.random.oneIn(2) ? maker.predicate(depth: 2) : keyed(&maker, context),
      orderedBy: orders, limit: maker.random.oneIn(3) ? maker.random.below(8) : nil,
      offset: maker.random.oneIn(3) ? maker.random.below(8) : 0)
    request.includesSubentities = !maker.random.oneIn(6)
    return (try? context.explain(request)) == nil ? nil : request
  }

  /// Returns a condition that indexes and links can answer: on values and objects by name, one or several, directly and
  /// at the end of paths.
  private func keyed(
    _ maker: inout RandomPredicate, _ context: ManagedObjectContext, depth: Int = 2
  ) -> FetchPredicate {
    func parts() -> [FetchPredicate] {
      (0..<maker.random.below(4)).map { _ in keyed(&maker, context, depth: depth - 1) }
    }
    switch maker.random.below(depth > 0 ? 8 : 6) {
    case 6: return .and(parts())
    case 7: return .or(parts())
    case 0, 1:
      let things = context.registeredObjects
      let ids = (0..<maker.random.below(4)).compactMap { _ -> FetchExpression? in
        things.isEmpty ? nil : .constant(.object(maker.random.pick(things).objectID))
      }
      let path = maker.random.pick([[], ["other"], ["others"], ["other", "others"]])
      let isToMany = path.last == "others"
      if let id = ids.first, maker.random.oneIn(2) {
        return .comparison(
          .keyPath(FetchPath(path)), .equal, id, quantifier: isToMany ? .any : .one)
      }
      return .comparison(
        .keyPath(FetchPath(path)), .in, .list(ids), quantifier: isToMany ? .any : .one)
    case 2:
      let object = context.registeredObjects.first.map(\.objectID)
      return .comparison(
        .keyPath(["others"]), .contains, .constant(object.map { .object($0) } ?? .null))
    case 3:
      return .comparison(
        .aggregate(
          .count,
          of: .subquery(
            .keyPath([maker.random.pick(["other", "others"])]),
            where: keyed(&maker, context, depth: depth - 1))), .greater, 0)
    default:
      let path = maker.random.pick([[], [], [], ["other"], ["others"], ["others", "other"]])
      let name = maker.random.pick(["whole", "small", "real", "text", "flag", "single", "moment"])
      let isToMany = path.contains("others")
      if maker.random.oneIn(3) {
        return .comparison(
          .keyPath(FetchPath(path + [name])), .in,
          .list((0..<maker.random.below(5)).map { _ in .constant(maker.value(of: name)) }),
          quantifier: isToMany ? .any : .one)
      }
      return .comparison(
        .keyPath(FetchPath(path + [name])),
        maker.random.pick([.equal, .equal, .less, .greaterOrEqual, .beginsWith]),
        .constant(maker.value(of: name)), quantifier: isToMany ? .any : .one)
    }
  }

  private static func objects(
    _ request: FetchRequest, _ context: ManagedObjectContext
  ) throws -> [ManagedObject] {
    let all = try context.fetch("Thing")
    let found = all.filter {
      ($0.entity.name == request.entity
        || request.includesSubentities && request.entity == "Thing")
        && NaivePredicate(scopes: [$0]).holds(request.predicate)
    }
    return found.enumerated().sorted { left, right in
      for order in request.orderedBy {
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

  /// Missing values first, NaN last, texts by bytes.
  private static func isBefore(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
    if left.isNull || right.isNull { return left.isNull && !right.isNull }
    func isNaN(_ value: AttributeValue) -> Bool { value.compare(value) == nil }
    if isNaN(left) || isNaN(right) { return !isNaN(left) && isNaN(right) }
    return left.compare(right) == .ascending
  }

  private static func page(_ objects: [ManagedObject], _ request: FetchRequest) -> [ManagedObject] {
    Array(objects.dropFirst(request.offset).prefix(request.limit ?? .max))
  }

  /// A context that has loaded only the saved state finds the saved objects.
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
