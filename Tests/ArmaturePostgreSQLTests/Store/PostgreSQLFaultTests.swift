import Armature
import ArmatureSQL
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Servers and connections that fail: errors are reported in time, saves are atomic, and the next call reconnects.
@Suite(.needsPostgreSQL) struct PostgreSQLFaultTests {
  private func store(
    _ address: String, timeout: Duration = .seconds(10), connections: Int = 5
  ) throws -> PostgreSQLStore {
    PostgreSQLStore(
      address, schema: try #require(PostgreSQLServer.shared).newSchema(), connections: connections,
      timeout: timeout)
  }

  @Test func `a save on a stopped server fails, and is made when the server runs again`() throws {
    let server = try PostgreSQLServer(settings: ["fsync=off"])
    let store = try store(server.address)
    let context = try Counters.context(store)
    _ = try Counters.insert("first", context)
    try context.save()
    try server.stop()
    _ = try Counters.insert("second", context)
    for _ in 0..<2 {
      let error = try #require(throws: PostgreSQLStoreError.self) { try context.save() }
      #expect(error.isTransient)
    }
    #expect(throws: PostgreSQLStoreError.self) { try context.fetch("Note") }
    try server.start()
    try context.save()
    #expect(try Counters.names(store) == ["first", "second"])
  }

  @Test func `connections that the server has ended are made anew without a word`() throws {
    let server = try PostgreSQLServer(settings: ["fsync=off"])
    let store = try store(server.address)
    let context = try Counters.context(store)
    let counter = try Counters.insert("first", context)
    try context.save()
    for round in 1...5 {
      try server.stop()
      try server.start()
      if round.isMultiple(of: 2) { try context.refreshAll() }
      try counter.setValue(round, forKey: "count")
      try context.save()
    }
    let found = try Counters.context(store.again()).fetch("Counter")
    #expect(try found.map(Counters.count) == [5])
  }

  @Test(arguments: [CuttingProxy.Cut.before, .after], [1, 100])
  func `a save whose end is lost is told as it is, and is not doubled`(
    _ cut: CuttingProxy.Cut, count: Int
  ) throws {
    let proxy = try CuttingProxy(to: #require(PostgreSQLServer.shared).folder)
    let store = try store(proxy.address)
    let context = try Counters.context(store)
    let counter = try Counters.insert("counter", context)
    try context.save()
    for number in 0..<count {
      try context.insert("Note").setValuesForKeys(["text": "\(number)", "counter": counter])
    }
    try counter.setValue(count, forKey: "count")
    proxy.cut(cut, at: CuttingProxy.commit)
    // The table of transactions tells whether the save succeeded; an unsaved transaction is saved by the next try.
    try context.save()
    #expect(!context.hasChanges)
    let again = try Counters.context(store.again())
    #expect(try again.count(FetchRequest("Note")) == count)
    #expect(try again.fetch("Counter").map(Counters.count) == [count])
  }

  @Test func `a save whose end nobody can tell is an error of its own, and can be repeated`() throws
  {
    let server = try PostgreSQLServer(settings: ["fsync=off"])
    let proxy = try CuttingProxy(to: server.folder)
    let store = try store(proxy.address, timeout: .seconds(1))
    let context = try Counters.patiently { try Counters.context(store) }
    _ = try Counters.insert("first", context)
    try Counters.patiently { try context.save() }
    _ = try Counters.insert("second", context)
    proxy.cut(.after, at: CuttingProxy.commit) { try? server.stop() }
    let error = try #require(throws: PostgreSQLStoreError.self) { try context.save() }
    guard case .outcomeUnknown = error else {
      Issue.record("\(error)")
      return
    }
    #expect(!error.isTransient)
    try server.start()
    try Counters.patiently { try context.save() }
    #expect(try Counters.patiently { try Counters.names(store) } == ["first", "second"])
  }

  @Test func `an answer that does not come in time ends the wait`() throws {
    let store = try store(#require(PostgreSQLServer.shared).address, timeout: .milliseconds(300))
    let context = try Counters.patiently { try Counters.context(store) }
    let counter = try Counters.insert("held", context)
    try Counters.patiently { try context.save() }
    try Self.holding(store) {
      try counter.setValue(7, forKey: "count")
      let error = try #require(throws: PostgreSQLStoreError.self) { try context.save() }
      #expect(error.isTransient && "\(error)".contains("timeout:"))
    }
    try Counters.patiently { try context.save() }
  }

  @Test func `the end of a task ends its statement`() async throws {
    let store = try store(#require(PostgreSQLServer.shared).address, timeout: .seconds(60))
    let container = try PersistentContainer(model: Counters.model(), store: store)
    try await container.perform { context in
      _ = try Counters.insert("held", context)
      try context.save()
    }
    let other = try PostgreSQLConnector(store.settings).connect()
    try Self.hold(other)
    let task = Task {
      try await container.perform { context in
        try context.fetch("Counter")[0].setValue(7, forKey: "count")
        try context.save()
      }
    }
    try await Task.sleep(for: .milliseconds(300))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    other.rollBack()
    try await container.perform { context in
      let counter = try context.fetch("Counter")[0]
      #expect(try Counters.count(counter) == 0)
      try counter.setValue(8, forKey: "count")
      try context.save()
    }
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func `a task that ends at any moment ends its statement, on a connection that stays good`(
    seed: UInt64
  ) async throws {
    let store = try store(#require(PostgreSQLServer.shared).address, timeout: .seconds(60))
    let context = try Counters.context(store)
    _ = try Counters.insert("held", context)
    try context.save()
    let pool = try #require(store.pool)
    let other = try PostgreSQLConnector(store.settings).connect()
    try Self.hold(other)
    var random = SplitMix64(seed: seed)
    for _ in 0..<10 {
      let delay = Int.random(in: 0...3000, using: &random)
      let task = Task {
        try await OwnThread().run {
          let lease = try pool.take()
          defer { pool.giveBack(lease) }
          do {
            try lease.connection.run("SELECT 1 FROM \"Counter\" FOR UPDATE")
            return false
          } catch is CancellationError {
            // A lost connection can only be closed.
            return !lease.connection.isBroken
          }
        }
      }
      try await Task.sleep(for: .microseconds(delay))
      task.cancel()
      do {
        #expect(try await task.value)
      } catch is CancellationError {
        // The task ended before it had a connection.
      }
    }
    other.rollBack()
    #expect(try Counters.names(store) == ["held"])
  }

  /// The number of server failures during saves; an environment variable allows a long run.
  private static let killCount =
    ProcessInfo.processInfo.environment["ARMATURE_SERVER_KILLS"].flatMap(Int.init) ?? 8

  @Test func `servers that end during saves lose no save that was told, and keep no half of one`()
    throws
  {
    let server = try PostgreSQLServer(settings: [])
    let store = try store(server.address, timeout: .seconds(20))
    let container = try PersistentContainer(model: Counters.model(), store: store)
    let isOver = Mutex(false)
    let told = Mutex<[String]>([])
    let group = DispatchGroup()
    for thread in 0..<3 {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        var number = 0
        while !isOver.withLock(\.self) {
          number += 1
          let context = container.makeContext()
          let name = "\(thread)-\(number)"
          guard (try? Self.insertPair(name, context)) != nil else { continue }
          // The same save, repeated until it is confirmed.
          while !isOver.withLock(\.self) {
            if (try? context.save()) != nil {
              told.withLock { $0.append(name) }
              break
            }
          }
        }
      }
    }
    for kill in 0..<Self.killCount {
      // A busy machine may be slow to make the first save.
      let (before, end) = (told.withLock(\.count), ContinuousClock.now + .seconds(20))
      while told.withLock(\.count) == before, ContinuousClock.now < end { usleep(1_000) }
      usleep(UInt32(20_000 + kill * 7_919 % 80_000))
      try server.stop()
      try server.start()
    }
    isOver.withLock { $0 = true }
    group.wait()
    let context = try Counters.context(store.again())
    let counters = try context.fetch("Counter")
    let names = try Set(counters.map(Counters.name))
    #expect(told.withLock { $0 }.allSatisfy(names.contains))
    #expect(told.withLock(\.count) >= Self.killCount)
    #expect(names.count == counters.count)
    for counter in counters {
      #expect(try counter.objectIDs(forRelationshipNamed: "notes").count == 1)
    }
    #expect(try context.count(FetchRequest("Note")) == counters.count)
  }

  private static func insertPair(_ name: String, _ context: ManagedObjectContext) throws {
    let counter = try Counters.insert(name, context)
    try context.insert("Note").setValuesForKeys(["text": name, "counter": counter])
  }

  /// Locks all counters while a closure runs.
  private static func holding(_ store: PostgreSQLStore, _ body: () throws -> Void) throws {
    let other = try Counters.patiently {
      let other = try PostgreSQLConnector(store.settings).connect()
      try hold(other)
      return other
    }
    try body()
    other.rollBack()
  }

  private static func hold(_ connection: PostgreSQLConnection) throws {
    try connection.send("BEGIN")
    try connection.send("SELECT 1 FROM \"Counter\" FOR UPDATE")
    try connection.receiveFine()
  }
}
