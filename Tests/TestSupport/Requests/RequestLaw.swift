package import Armature
package import ArmatureModel

/// Random requests on random data: a store returns the same results as memory, with and without pending changes.
package struct RequestLaw {
  private let memory: ManagedObjectContext
  private let other: ManagedObjectContext
  private let store: any PersistentStore
  /// Returns whether the store can represent a value.
  private let isFit: (AttributeValue) -> Bool

  /// Creates the same data in memory and in a store.
  ///
  /// - Parameter answering: Answers in place of the store.
  package init(
    _ store: any PersistentStore, isExternal: Bool = false,
    answering: (any PersistentStore)? = nil,
    isFit: @escaping (AttributeValue) -> Bool = { _ in true }
  ) throws {
    (self.store, self.isFit) = (store, isFit)
    let model = try RandomRequest.model(isExternal: isExternal)
    other = try PersistentContainer(model: model, store: answering ?? store).makeContext()
    memory = try PersistentContainer(
      model: model, store: InMemoryStore(identifier: store.identifier)
    ).makeContext()
  }

  // MARK: Data

  /// Changes a context depending on the seed only.
  private func change(_ context: ManagedObjectContext, seed: UInt64) throws {
    var maker = RandomRequest(seed: seed)
    for _ in 0..<maker.random.below(16) {
      try context.insert(maker.random.pick(["Thing", "Thing", "Special", "Rare", "Group"]))
    }
    let things = try context.fetch("Thing")
    let groups = try context.fetch("Group")
    for thing in things where maker.random.bool() { try change(thing, among: things, &maker) }
    for group in groups where maker.random.bool() {
      try set(maker.value(of: "rank"), "rank", group)
      try set(maker.value(of: "name"), "name", group)
      var members: [ManagedObject] = []
      for _ in 0..<maker.random.below(6) where !things.isEmpty {
        let thing = maker.random.pick(things)
        if !members.contains(thing) { members.append(thing) }
      }
      try group.setValue(members, forKey: "things")
    }
    for object in things + groups where maker.random.oneIn(10) { try context.delete(object) }
  }

  private func change(
    _ thing: ManagedObject, among things: [ManagedObject], _ maker: inout RandomRequest
  ) throws {
    for attribute in thing.entity.attributes where maker.random.bool() {
      let isAbsent = maker.random.oneIn(5) && attribute.isOptional
      try set(isAbsent ? .null : maker.value(of: attribute.name), attribute.name, thing)
    }
    if maker.random.bool() { try thing.setValue(maker.random.pick(things), forKey: "other") }
    for name in ["peers", "friends"] where maker.random.oneIn(3) {
      let members = (0..<maker.random.below(4)).map { _ in maker.random.pick(things) }
      try thing.setValue(Set(members), forKey: name)
    }
    if maker.random.oneIn(3) { try thing.setValue(maker.random.pick(things), forKey: "partner") }
    if thing.entity.name != "Thing", maker.random.bool() {
      let specials = things.filter { $0.entity.name != "Thing" }
      try thing.setValue(maker.random.pick(specials), forKey: "chief")
    }
  }

  /// Sets a value if the store can represent it.
  private func set(_ value: AttributeValue, _ key: String, _ object: ManagedObject) throws {
    if isFit(value) { try object.setValue(value, forKey: key) }
  }

  /// Changes both contexts in the same way and saves in two of three runs.
  private func change(_ run: Int, _ seed: UInt64) throws {
    for context in [memory, other] {
      try change(context, seed: seed)
      if run / 60 % 3 != 1 { try context.save() }
      if run / 60 % 2 == 0 { try context.refreshAll() }
    }
  }

  // MARK: Requests

  /// Runs random requests until a result differs.
  ///
  /// - Returns: The problem, and the number of requests answered by the store alone.
  package func play(_ block: Int, count: Int) throws -> (problem: String?, wholeCount: Int) {
    var (answered, wholeCount, run) = (0, 0, 0)
    while answered < count {
      let seed = UInt64(block * 100_000 + run)
      if run % 60 == 0 { try change(run, seed) }
      run += 1
      var maker = RandomRequest(seed: seed)
      maker.ids =
        try memory.fetchIDs(FetchRequest("Thing")) + memory.fetchIDs(FetchRequest("Group"))
      var request = maker.request()
      if (try? memory.explain(request)) == nil { continue }
      request.includesPendingChanges = !maker.random.oneIn(4)
      answered += 1
      if try store.reader().prepare(request).request == request { wholeCount += 1 }
      if let problem = try problem(request) {
        return ("seed \(seed): \(request) \(problem)", wholeCount)
      }
    }
    return (nil, wholeCount)
  }

  private func problem(_ request: FetchRequest) throws -> String? {
    let wanted = try memory.fetchIDs(request)
    let found = try other.fetchIDs(request)
    if found != wanted { return "finds\n\(found.map(\.key)), and not\n\(wanted.map(\.key))" }
    let count = try other.count(request)
    if count != wanted.count { return "counts \(count) of \(wanted.count)" }
    if request.includesPendingChanges {
      let objects = try other.fetch(request).map(\.objectID)
      if objects != wanted { return "fetches \(objects.map(\.key)), and not \(wanted.map(\.key))" }
    }
    var page = request
    (page.limit, page.offset) = (4, request.offset + 2)
    let (own, inMemory) = (try other.fetchIDs(page), try memory.fetchIDs(page))
    return own == inMemory ? nil : "has other pages"
  }

  /// Runs random row requests until a result differs.
  ///
  /// - Returns: The problem, and the number of requests answered by the store alone.
  package func playRows(_ block: Int, count: Int) throws -> (problem: String?, made: Int) {
    var (answered, made, run) = (0, 0, 0)
    while answered < count {
      let seed = UInt64(block * 100_000 + run + 7_000_000)
      if run % 60 == 0 { try change(run, seed) }
      run += 1
      var maker = RandomRequest(seed: seed)
      let request = maker.rows()
      guard let wanted = try? memory.fetch(request) else { continue }
      answered += 1
      if try store.reader().rows(request) != nil { made += 1 }
      let found = try other.fetch(request)
      if found != wanted {
        return ("seed \(seed): \(request) makes\n\(found)\nand not\n\(wanted)", made)
      }
    }
    return (nil, made)
  }
}
