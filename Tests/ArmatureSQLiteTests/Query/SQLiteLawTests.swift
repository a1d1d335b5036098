import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Requests at random over data at random: a file gives what memory gives.
@Suite(.needsSQLite) struct SQLiteLawTests {
  /// The same data in memory and in a file.
  private struct Both {
    let folder: TemporaryFolder
    let memory: ManagedObjectContext
    let file: ManagedObjectContext
    let store: SQLiteStore

    init(_ mistake: PlantedMistake? = nil, isExternal: Bool = false) throws {
      folder = try TemporaryFolder()
      let model = try RandomRequest.model(isExternal: isExternal)
      let store = SQLiteStore(folder.file(), inlineLimit: 1, durability: .normal)
      self.store = store
      let answering = mistake.map { MistakenStore(store, $0) } ?? store as any PersistentStore
      file = try PersistentContainer(model: model, store: answering).makeContext()
      memory = try PersistentContainer(
        model: model, store: InMemoryStore(identifier: store.identifier)
      ).makeContext()
    }
  }

  /// Changes a context in a way that only the seed tells.
  private func change(_ context: ManagedObjectContext, seed: UInt64) throws {
    var maker = RandomRequest(seed: seed)
    for _ in 0..<maker.random.below(16) {
      try context.insert(maker.random.pick(["Thing", "Thing", "Special", "Rare", "Group"]))
    }
    let things = try context.fetch("Thing")
    let groups = try context.fetch("Group")
    for thing in things where maker.random.bool() {
      for attribute in thing.entity.attributes where maker.random.bool() {
        let isAbsent = maker.random.oneIn(5) && attribute.isOptional
        try thing.setValue(
          isAbsent ? AttributeValue.null : maker.value(of: attribute.name), forKey: attribute.name)
      }
      if maker.random.bool() { try thing.setValue(maker.random.pick(things), forKey: "other") }
      for name in ["peers", "friends"] where maker.random.oneIn(3) {
        let members = (0..<maker.random.below(4)).map { _ in maker.random.pick(things) }
        try thing.setValue(Set(members), forKey: name)
      }
      if maker.random.oneIn(3) {
        try thing.setValue(maker.random.pick(things), forKey: "partner")
      }
      if thing.entity.name != "Thing", maker.random.bool() {
        let specials = things.filter { $0.entity.name != "Thing" }
        try thing.setValue(maker.random.pick(specials), forKey: "chief")
      }
    }
    for group in groups where maker.random.bool() {
      try group.setValue(maker.value(of: "rank"), forKey: "rank")
      try group.setValue(maker.value(of: "name"), forKey: "name")
      var members: [ManagedObject] = []
      for _ in 0..<maker.random.below(6) where !things.isEmpty {
        let thing = maker.random.pick(things)
        if !members.contains(thing) { members.append(thing) }
      }
      try group.setValue(members, forKey: "things")
    }
    for object in things + groups where maker.random.oneIn(10) { try context.delete(object) }
  }

  /// Changes both in the same way, and saves what comes of it in two of three runs.
  private func change(_ both: Both, _ run: Int, _ seed: UInt64) throws {
    for context in [both.memory, both.file] {
      try change(context, seed: seed)
      if run / 60 % 3 != 1 { try context.save() }
      if run / 60 % 2 == 0 { try context.refreshAll() }
    }
  }

  /// 20 · 300 = 6,000 requests, two thirds of them with pending changes.
  @Test(arguments: 0..<20)
  func `a file finds what memory finds, in the same order`(_ block: Int) throws {
    let (problem, pushed) = try play(block, count: 300)
    #expect(problem == nil)
    // A store that leaves all to the context is right, and no use.
    #expect(pushed > 150, "block \(block): of 300 requests \(pushed) are answered by SQL alone")
  }

  @Test(arguments: PlantedMistake.allCases)
  func `a store with one mistake does not find what memory finds`(_ mistake: PlantedMistake) throws
  {
    for block in 0..<4 {
      do {
        if try play(block, count: 300, mistake).problem != nil { return }
      } catch is PersistentStoreError {
        // The context has noticed it by itself.
        return
      }
    }
    Issue.record("1,200 requests do not notice it")
  }

  /// Asks random requests until one has another answer.
  ///
  /// - Returns: What is wrong, and how many requests were answered by SQL alone.
  private func play(
    _ block: Int, count: Int, _ mistake: PlantedMistake? = nil
  ) throws -> (problem: String?, pushed: Int) {
    let both = try Both(mistake, isExternal: block % 4 == 3)
    var (answered, pushed, run) = (0, 0, 0)
    while answered < count {
      let seed = UInt64(block * 100_000 + run)
      if run % 60 == 0 { try change(both, run, seed) }
      run += 1
      var maker = RandomRequest(seed: seed)
      maker.ids =
        try both.memory.fetchIDs(FetchRequest("Thing"))
        + both.memory.fetchIDs(FetchRequest("Group"))
      var request = maker.request()
      if (try? both.memory.explain(request)) == nil { continue }
      request.includesPendingChanges = !maker.random.oneIn(4)
      answered += 1
      if try both.store.reader().pushed(request) == request { pushed += 1 }
      if let problem = try problem(request, both) {
        return ("seed \(seed): \(request) \(problem)", pushed)
      }
    }
    return (nil, pushed)
  }

  /// 10 · 200 = 2,000 requests for rows, two thirds of them with pending changes.
  @Test(arguments: 0..<10)
  func `a file makes the rows that memory makes`(_ block: Int) throws {
    let both = try Both(isExternal: block % 4 == 3)
    var (answered, made, run) = (0, 0, 0)
    while answered < 200 {
      let seed = UInt64(block * 100_000 + run + 7_000_000)
      if run % 60 == 0 { try change(both, run, seed) }
      run += 1
      var maker = RandomRequest(seed: seed)
      let request = maker.rows()
      guard let wanted = try? both.memory.fetch(request) else { continue }
      answered += 1
      if try both.store.reader().rows(request) != nil { made += 1 }
      let found = try both.file.fetch(request)
      if found != wanted {
        Issue.record("seed \(seed): \(request) makes\n\(found)\nand not\n\(wanted)")
        return
      }
    }
    #expect(made > 80, "block \(block): the rows of \(made) of 200 requests are made by SQL")
  }

  private func problem(_ request: FetchRequest, _ both: Both) throws -> String? {
    let wanted = try both.memory.fetchIDs(request)
    let found = try both.file.fetchIDs(request)
    if found != wanted { return "finds\n\(found.map(\.key)), and not\n\(wanted.map(\.key))" }
    let count = try both.file.count(request)
    if count != wanted.count { return "counts \(count) of \(wanted.count)" }
    if request.includesPendingChanges {
      let objects = try both.file.fetch(request).map(\.objectID)
      if objects != wanted { return "fetches \(objects.map(\.key)), and not \(wanted.map(\.key))" }
    }
    var page = request
    (page.limit, page.offset) = (4, request.offset + 2)
    let (pageOfFile, pageOfMemory) = (try both.file.fetchIDs(page), try both.memory.fetchIDs(page))
    return pageOfFile == pageOfMemory ? nil : "has other pages"
  }
}
