import Armature
import ArmatureModel
import ArmatureSQL
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Stores behind a pooler, which assigns a server's sessions to clients in turn.
///
/// The limit ends a test that hangs. It includes the time that a test waits for other tests.
@Suite(.needsPgBouncer, .timeLimit(.minutes(20))) struct PostgreSQLPoolerTests {
  private let server: PostgreSQLServer

  init() throws { server = try #require(PostgreSQLServer.shared) }

  private func pooler(_ mode: PgBouncer.Mode = .transaction, sessions: Int = 2) throws -> PgBouncer
  {
    try PgBouncer(mode, to: server, sessions: sessions)
  }

  /// Returns a store behind a pooler, in a new schema or in the schema of another store.
  private func store(
    _ pooler: PgBouncer, like other: PostgreSQLStore? = nil, connections: Int = 5,
    timeout: Duration = .seconds(30)
  ) -> PostgreSQLStore {
    PostgreSQLStore(
      pooler.address, schema: other?.settings.schema ?? server.newSchema(), keepsHistory: true,
      notifies: true, connections: connections, timeout: timeout)
  }

  /// Returns the same store without the pooler.
  private func direct(_ store: PostgreSQLStore) -> PostgreSQLStore {
    PostgreSQLStore(server.address, schema: store.settings.schema)
  }

  /// Runs a closure concurrently on several threads.
  private func atOnce(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) -> [String] {
    let failures = Mutex<[String]>([])
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        do { try body(number) } catch { failures.withLock { $0.append("\(error)") } }
      }
    }
    group.wait()
    return failures.withLock { $0 }
  }

  /// Returns the settings, prepared statements and channels in the sessions of a pooler's clients.
  private func leftovers(_ pooler: PgBouncer, sessions: Int = 2) throws -> Set<String> {
    let connections = try (0..<sessions).map { _ in
      try PostgreSQLConnector(store(pooler).settings).connect()
    }
    var found: Set<String> = []
    for connection in connections {
      // Like a program without this library, which sets nothing.
      connection.preamble = nil
      if sessions > 1 { try connection.send("BEGIN") }
      try connection.send(
        """
        SELECT current_setting('search_path') || (SELECT count(*) FROM pg_prepared_statements) \
        || (SELECT count(*) FROM pg_listening_channels())
        """)
      found.insert(try #require(connection.receiveFine().last?.text(0, 0)))
    }
    for connection in connections { connection.rollBack() }
    return found
  }

  private static let nothing: Set = ["\"$user\", public00"]

  @Test(arguments: [(.session, 40), (.transaction, 2)] as [(PgBouncer.Mode, Int)])
  func `stores of three schemas share sessions, and each has its own rows alone`(
    _ mode: PgBouncer.Mode, _ sessions: Int
  ) throws {
    let pooler = try pooler(mode, sessions: sessions)
    let stores = (0..<3).map { _ in store(pooler) }
    let failures = atOnce(6) { [self] thread in
      let store = store(pooler, like: stores[thread % 3], connections: 2)
      let context = try Counters.context(store)
      for number in 1...10 {
        let counter = try Counters.insert("\(thread)-\(number)", context)
        try context.save()
        try counter.setValue(number, forKey: "count")
        try context.save()
        let sum = try context.fetch("Counter").map(Counters.count).reduce(0, +)
        #expect(sum >= number * (number + 1) / 2)
      }
    }
    #expect(failures == [])
    for (position, store) in stores.enumerated() {
      let names = [position, position + 3].flatMap { thread in (1...10).map { "\(thread)-\($0)" } }
      #expect(try Counters.names(direct(store)) == names.sorted())
      #expect(try direct(store).integer("SELECT \"commits\" FROM \"_armature_state\"") == 40)
      #expect(
        try direct(store).integer("SELECT CAST(SUM(\"count\") AS bigint) FROM \"Counter\"") == 110)
    }
    if mode == .transaction { #expect(try leftovers(pooler) == Self.nothing) }
  }

  @Test func `a trip is no more than one without a pooler`() throws {
    let pooler = try pooler()
    let store = store(pooler)
    let context = try Counters.context(store)
    let counter = try Counters.insert("first", context)
    try context.save()
    let pool = try #require(store.pool)
    func trips(_ body: () throws -> Void) throws -> Int {
      try body()
      let before = pool.tripCount
      try body()
      return pool.tripCount - before
    }
    #expect(try trips { _ = try Counters.names(store, in: context) } == 1)
    var number = 0
    let insertion = try trips {
      number += 1
      _ = try Counters.insert("\(number)", context)
      try context.save()
    }
    #expect(insertion == 1)
    let change = try trips {
      number += 1
      try counter.setValue(number, forKey: "count")
      try context.save()
    }
    #expect(change == 2)
  }

  @Test func `thousands of rows, batches, a migration and what others save go through a pooler`()
    async throws
  {
    let pooler = try pooler()
    let store = store(pooler)
    let container = try PersistentContainer(model: Counters.model(), store: store)
    var points = container.remoteChanges(pollingEvery: .milliseconds(10)).makeAsyncIterator()
    let context = try Counters.context(self.store(pooler, like: store))
    for number in 0..<2000 { _ = try Counters.insert("\(number)", context) }
    try context.save()
    #expect(await points.next() == (try container.currentHistoryToken()))
    _ = try context.execute(BatchUpdate("Counter", set: ["count": .constant(.int(3))]))
    _ = try context.execute(BatchDelete("Counter") { $0.name >= "1500" })
    let next = try PersistentContainer(
      model: Counters.model(hasSteps: true), store: self.store(pooler, like: store),
      migration: .custom([.set("Counter.step", from: ["count"]) { $0["count"] ?? .null }]))
    let counters = try next.makeContext().fetch("Counter")
    #expect(try counters.allSatisfy { try $0.value(forKey: "step") == AttributeValue.int(3) })
    #expect(counters.count == 559)
    #expect(throws: PersistentStoreError.self) { try container.makeContext().fetch("Counter") }
    #expect(try leftovers(pooler) == Self.nothing)
  }

  @Test func `a pooler of single statements is refused`() throws {
    let pooler = try pooler(.statement)
    let error = try #require(throws: PostgreSQLStoreError.self) {
      _ = try Counters.context(store(pooler))
    }
    #expect("\(error)".contains("in statement pooling mode"), "\(error)")
    #expect("\(error)".contains("connect to the server directly"), "\(error)")
    #expect(try leftovers(pooler, sessions: 1) == Self.nothing)
  }

  @Test func `the end of a task ends its statement, and only that`() async throws {
    let pooler = try pooler()
    let store = store(pooler, timeout: .seconds(60))
    let container = try PersistentContainer(model: Counters.model(), store: store)
    try await container.perform { context in
      _ = try Counters.insert("held", context)
      try context.save()
    }
    let other = try PostgreSQLConnector(direct(store).settings).connect()
    try other.send("BEGIN")
    try other.run("SELECT 1 FROM \"Counter\" FOR UPDATE")
    let task = Task {
      try await container.perform { context in
        try context.fetch("Counter")[0].setValue(7, forKey: "count")
        try context.save()
      }
    }
    try await Task.sleep(for: .milliseconds(200))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    other.rollBack()
    try await container.perform { context in
      try context.fetch("Counter")[0].setValue(8, forKey: "count")
      try context.save()
    }
    #expect(try direct(store).integer("SELECT \"count\" FROM \"Counter\"") == 8)
  }

  /// Repeats an operation until a pooler accepts it.
  private func persistently<Result>(_ body: () throws -> Result) throws -> Result {
    let end = ContinuousClock.now + .seconds(30)
    while true {
      do {
        return try Counters.patiently(body)
      } catch let error as PostgreSQLStoreError where error.isTransient {
        if ContinuousClock.now > end { throw error }
        usleep(5_000)
      }
    }
  }

  @Test func `poolers that end during saves lose none that was told, and make none twice`() throws {
    let pooler = try pooler()
    let store = store(pooler)
    _ = try Counters.context(store)
    let counts = Mutex([0, 0, 0])
    let isOver = Mutex(false)
    let failures = atOnce(4) { [self] thread in
      // If one fails, the others end as well.
      defer { isOver.withLock { $0 = true } }
      if thread == 3 {
        for _ in 0..<4 {
          let before = counts.withLock(\.self)
          try pooler.restart()
          // Each of the others makes progress.
          while !isOver.withLock(\.self),
            zip(counts.withLock(\.self), before).contains(where: { $0 <= $1 + 1 })
          {
            usleep(1_000)
          }
        }
        return
      }
      let own = self.store(pooler, like: store)
      let context = try persistently { try Counters.context(own) }
      while !isOver.withLock(\.self) {
        let number = counts.withLock { $0[thread] }
        _ = try persistently { try Counters.insert("\(thread)-\(number)", context) }
        try persistently { try context.save() }
        counts.withLock { $0[thread] += 1 }
      }
    }
    #expect(failures == [])
    let saved = try Counters.names(direct(store))
    #expect(saved.count == counts.withLock { $0.reduce(0, +) })
    #expect(saved.count == Set(saved).count)
    let commits = try direct(store).integer("SELECT \"commits\" FROM \"_armature_state\"")
    #expect(commits == Int64(saved.count))
  }
}
