import Armature
import ArmatureModel
import ArmatureSQL
import Synchronization
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Notices of other programs' saves.
///
/// The limit ends a test that hangs. It includes the time that a test waits for other tests.
@Suite(.needsPostgreSQL, .timeLimit(.minutes(20))) struct PostgreSQLNoticeTests {
  /// An interval so long that only a notice can announce a save.
  private static let late: Duration = .seconds(3600)

  /// Two containers for one schema.
  private struct Pair {
    let here: PersistentContainer
    let there: PersistentContainer
    let schema: String

    init(notifies: Bool = true) throws {
      let store = try PostgreSQLStore.new(keepsHistory: true)
      let schema = store.settings.schema
      func container() throws -> PersistentContainer {
        try PersistentContainer(
          model: Counters.model(),
          store: PostgreSQLStore(store.settings.address, schema: schema, notifies: notifies))
      }
      try store.open(Counters.model())
      (self.schema, here, there) = (schema, try container(), try container())
    }

    /// Saves a counter; returns the store's history token afterwards.
    func save(_ name: String, in container: PersistentContainer) throws -> PersistentHistoryToken {
      let context = container.makeContext()
      _ = try Counters.insert(name, context)
      try context.save()
      return try #require(try container.currentHistoryToken())
    }

    /// Returns another container for the same schema.
    static func another(of pair: Pair) throws -> PersistentContainer {
      let server = try #require(PostgreSQLServer.shared)
      return try PersistentContainer(
        model: Counters.model(),
        store: PostgreSQLStore(server.address, schema: pair.schema, isolation: .serializable))
    }

    /// Returns the number of listening connections.
    func listenerCount() throws -> Int64 {
      let store = try PostgreSQLStore.new()
      let listening: SQLStatement =
        "SELECT count(*) FROM pg_stat_activity WHERE query = \(value: .text("LISTEN \"\(schema)\""))"
      return try store.integer(listening) ?? 0
    }
  }

  @Test(arguments: [(true, late), (false, .milliseconds(20))] as [(Bool, Duration)])
  func `a save of another store is told, by a notice or by a look`(
    _ notifies: Bool, _ interval: Duration
  ) async throws {
    let pair = try Pair(notifies: notifies)
    var points = pair.here.remoteChanges(pollingEvery: interval).makeAsyncIterator()
    var token = try #require(try pair.here.currentHistoryToken())
    for number in 0..<5 {
      let saved = try pair.save("\(number)", in: pair.there)
      let point = await points.next()
      #expect(point == saved)
      let saves = try pair.here.history(since: token)
      #expect(saves.map { $0.changes.count } == [1])
      token = saved
    }
  }

  @Test func `own saves are not told`() async throws {
    let pair = try Pair()
    var points = pair.here.remoteChanges(pollingEvery: Self.late).makeAsyncIterator()
    let first = try pair.save("first", in: pair.there)
    #expect(await points.next() == first)
    for number in 0..<20 { _ = try pair.save("own \(number)", in: pair.here) }
    let last = try pair.save("last", in: pair.there)
    #expect(await points.next() == last)
  }

  @Test func `own saves are not told by looks either, however soon those come`() async throws {
    let pair = try Pair(notifies: false)
    let points = pair.here.remoteChanges(pollingEvery: .milliseconds(1))
    let count = Task {
      var count = 0
      for await _ in points { count += 1 }
      return count
    }
    let writers = (0..<2).map { writer in
      Task {
        try await OwnThread().run {
          for number in 0..<100 { _ = try pair.save("\(writer) \(number)", in: pair.here) }
        }
      }
    }
    for writer in writers { try await writer.value }
    count.cancel()
    #expect(await count.value == 0)
  }

  @Test func `a save that is just ending is one of others only if its number is not noted`()
    async throws
  {
    let saves = PostgreSQLOwnSaves()
    for isNoted in [true, false] {
      let number: Int64 = isNoted ? 1 : 2
      saves.begin(endOf: 7)
      let look = Task {
        try await OwnThread().run { saves.haveOthersSaved(after: number - 1, upTo: number) }
      }
      try await Task.sleep(for: .milliseconds(30))
      if isNoted { saves.note(number) }
      saves.finish(endOf: 7)
      #expect(try await look.value == !isNoted)
    }
  }

  @Test func `a connection that is lost is made anew, and told once`() async throws {
    let pair = try Pair()
    var points = pair.here.remoteChanges(pollingEvery: Self.late).makeAsyncIterator()
    let first = try pair.save("first", in: pair.there)
    #expect(await points.next() == first)
    let store = try PostgreSQLStore.new()
    for number in 0..<3 {
      let ending: SQLStatement =
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query = \(value: .text("LISTEN \"\(pair.schema)\""))"
      #expect(try store.integer(ending) == 1)
      #expect(await points.next() != nil)
      let saved = try pair.save("\(number)", in: pair.there)
      #expect(await points.next() == saved)
    }
  }

  @Test func `the end of the task ends the listening`() async throws {
    let pair = try Pair()
    let task = Task {
      var count = 0
      for await _ in pair.here.remoteChanges(pollingEvery: Self.late) { count += 1 }
      return count
    }
    while try pair.listenerCount() == 0 { try await Task.sleep(for: .milliseconds(10)) }
    task.cancel()
    _ = await task.value
    while try pair.listenerCount() > 0 { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test func `rows that others have migrated end the watch`() async throws {
    let pair = try Pair()
    var points = pair.here.remoteChanges(pollingEvery: .milliseconds(10)).makeAsyncIterator()
    let next = try ManagedObjectModel("Next") {
      Entity("Counter") { Attribute("name", String.self) }
    }
    let store = PostgreSQLStore(
      try #require(PostgreSQLServer.shared).address, schema: pair.schema)
    _ = try PersistentContainer(model: next, store: store, migration: .automatic)
    while await points.next() != nil {}
    #expect(throws: PersistentStoreError.self) { try pair.here.makeContext().count("Counter") }
  }

  @Test func `saves that nobody tells of are found by looks`() async throws {
    let user = try ServerUser()
    // Polling alone finds other saves, as with a pooler that shares one connection between clients.
    let container = try PersistentContainer(model: Counters.model(), store: user.store())
    var points = container.remoteChanges(pollingEvery: .milliseconds(10)).makeAsyncIterator()
    let context = try Counters.context(user.owner)
    for number in 0..<3 {
      _ = try Counters.insert("\(number)", context)
      try context.save()
      #expect(await points.next() != nil)
    }
  }

  @Test func `a connection that cannot listen tells of nothing by itself`() async throws {
    let user = try ServerUser()
    let container = try PersistentContainer(model: Counters.model(), store: user.store())
    // The only connection is used for queries; none remains for listening.
    try user.alter("CONNECTION LIMIT 1")
    #expect(try container.makeContext().count("Counter") == 1)
    var points = container.remoteChanges(pollingEvery: .milliseconds(5)).makeAsyncIterator()
    try await Task.sleep(for: .milliseconds(200))
    let owner = try PersistentContainer(model: Counters.model(), store: user.owner)
    let context = owner.makeContext()
    _ = try Counters.insert("second", context)
    try context.save()
    #expect(await points.next() == (try owner.currentHistoryToken()))
  }

  @Test func `who could not listen for some time hears again, however late the next look is`()
    async throws
  {
    let user = try ServerUser()
    let container = try PersistentContainer(model: Counters.model(), store: user.store())
    var points = container.remoteChanges(pollingEvery: Self.late).makeAsyncIterator()
    let notifying = PostgreSQLStore(
      user.owner.settings.address, schema: user.owner.settings.schema, notifies: true)
    let context = try Counters.context(notifying)
    func save(_ name: String) throws {
      _ = try Counters.insert(name, context)
      try context.save()
    }
    try save("second")
    #expect(await points.next() != nil)
    try user.alter("CONNECTION LIMIT 0")
    try await Task.sleep(for: .milliseconds(200))
    try user.alter("CONNECTION LIMIT -1")
    #expect(await points.next() != nil)
    try save("third")
    #expect(await points.next() == (try container.currentHistoryToken()))
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func `who follows notices has in the end what all others have saved`(seed: UInt64) async throws {
    let pair = try Pair(notifies: seed != 1)
    let interval: Duration = seed == 1 ? .milliseconds(5) : .milliseconds(200)
    let names = Mutex<[String]>([])
    let following = Task {
      try await OwnThread().follow(pair.here, interval) { found in names.withLock { $0 = found } }
    }
    let writers = try (0..<3).map { number in
      let container =
        number == 0 ? pair.here : number == 1 ? pair.there : try Pair.another(of: pair)
      return Task {
        try await OwnThread().run { try Self.write(container, seed * 10 + UInt64(number)) }
      }
    }
    for writer in writers { try await writer.value }
    // A program without the library increments its save number as well.
    let store = PostgreSQLStore(try #require(PostgreSQLServer.shared).address, schema: pair.schema)
    try store.run(
      "UPDATE \"Counter\" SET \"count\" = 4711, \"_version\" = nextval('_armature_keys') & 4294967295 WHERE \"_id\" = (SELECT MIN(\"_id\") FROM \"Counter\")",
      "UPDATE \"_armature_state\" SET \"commits\" = \"commits\" + 1")
    let all = try Set(Counters.context(store).fetch("Counter").map(Counters.name))
    // The loop ends within the time limit, or the test fails.
    while names.withLock({ Set($0) }) != all { try await Task.sleep(for: .milliseconds(5)) }
    following.cancel()
    _ = try? await following.value
  }

  /// Inserts, changes and deletes counters, also in child contexts.
  private static func write(_ container: PersistentContainer, _ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let context = container.makeContext()
    context.mergesChangesAutomatically = random.oneIn(2)
    for number in 0..<15 {
      let child = random.oneIn(2) ? context.makeChild() : context
      do {
        let all = try child.fetch("Counter")
        if random.oneIn(4), let first = all.first {
          try child.delete(first)
        } else if random.oneIn(2), let last = all.last {
          try last.setValue(number, forKey: "count")
        } else {
          _ = try Counters.insert("\(seed) \(number)", child)
        }
        try child.save()
        try context.save()
      } catch is MergeConflicts {
        context.rollback()
        try context.refreshAll()
      }
    }
  }
}

extension OwnThread {
  /// Shows the state of a context that merges other saves, until the task ends.
  fileprivate func follow(
    _ container: PersistentContainer, _ interval: Duration,
    _ show: @Sendable ([String]) -> Void
  ) async throws {
    let context = container.makeContext()
    context.mergesChangesAutomatically = true
    for await _ in container.remoteChanges(pollingEvery: interval) {
      show(try context.fetch("Counter").map(Counters.name))
    }
  }
}
