import Armature
import ArmatureSQL
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Many contexts that share a few connections.
@Suite(.needsPostgreSQL) struct PostgreSQLPoolTests {
  @Test func `200 contexts at once share five connections`() throws {
    let store = try PostgreSQLStore.new(connections: 5)
    let container = try PersistentContainer(model: Counters.model(), store: store)
    let failures = Mutex<[String]>([])
    let group = DispatchGroup()
    for number in 0..<200 {
      group.enter()
      // Each on its own thread, so that all wait at the same time.
      Thread.detachNewThread {
        defer { group.leave() }
        do {
          let context = container.makeContext()
          _ = try Counters.insert("\(number)", context)
          try context.save()
          _ = try context.fetch("Counter")
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    group.wait()
    #expect(failures.withLock { $0 } == [])
    #expect(try container.makeContext().count(FetchRequest("Counter")) == 200)
    #expect(try #require(store.pool).idleCount <= 5)
  }

  @Test func `connections that are borrowed 10,000 times are the same ones`() throws {
    let store = try PostgreSQLStore.new(connections: 3)
    _ = try Counters.context(store)
    let pool = try #require(store.pool)
    var seen: Set<ObjectIdentifier> = []
    for round in 0..<10_000 {
      let lease = try pool.take()
      seen.insert(ObjectIdentifier(lease.connection))
      if round.isMultiple(of: 1000) { _ = try lease.connection.integer("SELECT 1") }
      pool.giveBack(lease)
    }
    #expect(seen.count == 1 && pool.idleCount == 1)
  }

  @Test func `whoever waits too long for a connection is told`() throws {
    let server = try #require(PostgreSQLServer.shared)
    let store = PostgreSQLStore(
      server.address, schema: server.newSchema(), connections: 1, timeout: .milliseconds(200))
    _ = try Counters.patiently { try Counters.context(store) }
    let pool = try #require(store.pool)
    let lease = try Counters.patiently { try pool.take() }
    let message = Mutex("")
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      defer { group.leave() }
      do { pool.giveBack(try pool.take()) } catch { message.withLock { $0 = "\(error)" } }
    }
    group.wait()
    #expect(message.withLock { $0 }.contains("have one of 1 connections free"))
    pool.giveBack(lease)
    pool.giveBack(try Counters.patiently { try pool.take() })
  }

  @Test(arguments: PostgreSQLStore.Isolation.allCases)
  func `increments of eight threads and two stores are exact`(
    _ isolation: PostgreSQLStore.Isolation
  ) throws {
    let first = try PostgreSQLStore.new(isolation: isolation)
    let context = try Counters.context(first)
    _ = try Counters.insert("shared", context)
    try context.save()
    let stores = [first, first.again()]
    let containers = try stores.map { try PersistentContainer(model: Counters.model(), store: $0) }
    let failures = Mutex<[String]>([])
    let group = DispatchGroup()
    for number in 0..<8 {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        let context = containers[number % 2].makeContext()
        for _ in 0..<25 {
          do { try Self.increment(context) } catch { failures.withLock { $0.append("\(error)") } }
        }
      }
    }
    group.wait()
    #expect(failures.withLock { $0 } == [])
    let counters = try Counters.context(first.again()).fetch("Counter")
    #expect(try counters.map(Counters.count) == [200])
  }

  private static func increment(_ context: ManagedObjectContext) throws {
    while true {
      do {
        let counter = try context.fetch("Counter")[0]
        try counter.setValue(Counters.count(counter) + 1, forKey: "count")
        return try context.save()
      } catch is MergeConflicts {
        context.rollback()
        try context.refreshAll()
      }
    }
  }
}
