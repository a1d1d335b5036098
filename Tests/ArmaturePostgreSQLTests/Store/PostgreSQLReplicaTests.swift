import Armature
import ArmatureSQL
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Stores that read from a standby: they see their own saves, and the primary answers if the standby cannot.
@Suite(.needsPostgreSQL) struct PostgreSQLReplicaTests {
  /// A primary and its standby, with one counter.
  private struct Pair {
    let primary: PostgreSQLServer
    let standby: PostgreSQLServer
    let schema: String
    /// A store of the primary alone, such as another program's.
    let other: PostgreSQLStore

    init() throws {
      primary = try PostgreSQLServer(settings: ["fsync=off"])
      standby = try PostgreSQLServer(settings: ["fsync=off"], following: primary)
      // No other server has it.
      schema = "replicated_\(UUID().uuidString.prefix(8))"
      other = PostgreSQLStore(primary.address, schema: schema)
      let context = try Counters.context(other)
      _ = try Counters.insert("first", context)
      try context.save()
      try awaitReplay()
    }

    func awaitReplay() throws { try PostgreSQLFailoverTests.awaitReplay(of: other, on: standby) }

    /// Runs a statement on the standby, such as one that pauses the replay.
    func onStandby(_ statement: String) throws {
      try PostgreSQLStore(standby.address).run(statement)
    }

    func store(log: PostgreSQLStore.Log? = nil) -> PostgreSQLStore {
      PostgreSQLStore(
        primary.address, readsFrom: standby.address, schema: schema, timeout: .seconds(20), log: log
      )
    }
  }

  /// Returns whether the standby has answered a read.
  private static func readsFromStandby(_ store: PostgreSQLStore) throws -> Bool {
    let session = PostgreSQLSession(try store.opened(), mayUseReplicas: true)
    return try session.read { try $0.integer("SELECT CAST(pg_is_in_recovery() AS integer)") } == 1
  }

  /// Returns whether the standby answers a read soon.
  private static func standbyAnswers(_ store: PostgreSQLStore) throws -> Bool {
    for _ in 0..<2000 {
      if try readsFromStandby(store) { return true }
      usleep(10_000)
    }
    return false
  }

  @Test func `reads come from the standby, and saves go to the primary`() throws {
    let pair = try Pair()
    let store = pair.store()
    let context = try Counters.context(store)
    // The first read tells the position of the primary.
    #expect(try !Self.readsFromStandby(store))
    #expect(try Self.standbyAnswers(store))
    for number in 1...20 {
      try context.fetch("Counter")[0].setValue(number, forKey: "count")
      try context.save()
      let found = try Counters.context(pair.other.again()).fetch("Counter").map(Counters.count)
      #expect(found == [number])
      #expect(try store.opened().count() == number)
    }
    #expect(try Self.standbyAnswers(store))
  }

  @Test func `own saves are seen while the standby is behind, and the standby answers later`()
    throws
  {
    let pair = try Pair()
    let store = pair.store()
    let context = try Counters.context(store)
    #expect(try context.fetch("Counter").map(Counters.count) == [0])
    #expect(try Self.standbyAnswers(store))
    try pair.onStandby("SELECT pg_wal_replay_pause()")
    // Without own saves, the standby still answers, in its older state.
    try pair.other.run(
      "UPDATE \"Counter\" SET \"count\" = 1, \"_version\" = nextval('_armature_keys')")
    #expect(try store.opened().count() == 0)
    let second = try Counters.insert("second", context)
    try context.save()
    for _ in 0..<5 {
      #expect(try store.opened().count() == 1)
      #expect(try Counters.names(store, in: context) == ["first", "second"])
      #expect(try !Self.readsFromStandby(store))
      try second.setValue((try Counters.count(second)) + 1, forKey: "count")
      try context.save()
    }
    try pair.onStandby("SELECT pg_wal_replay_resume()")
    #expect(try Self.standbyAnswers(store))
    #expect(try store.opened().count() == 1)
  }

  @Test func `reads never go back to an older state`() throws {
    let pair = try Pair()
    let store = pair.store()
    _ = try Counters.context(store)
    #expect(try Self.standbyAnswers(store))
    try pair.onStandby("SELECT pg_wal_replay_pause()")
    try pair.other.run("UPDATE \"Counter\" SET \"count\" = 1")
    #expect(try store.opened().count() == 0)
    // A read of the primary, as after a failed save.
    try store.opened().replicas?.forget()
    for _ in 0..<5 { #expect(try store.opened().count() == 1) }
    try pair.onStandby("SELECT pg_wal_replay_resume()")
    #expect(try Self.standbyAnswers(store))
  }

  @Test func `a read that began before a save does not let the standby answer after it`() throws {
    let pair = try Pair()
    let store = pair.store()
    _ = try Counters.context(store)
    #expect(try Self.standbyAnswers(store))
    let replicas = try #require(try store.opened().replicas)
    let connection = try PostgreSQLConnector(store.settings).connect()
    try connection.post(PostgreSQLReplicas.position)
    let position = try #require(try connection.receiveFine().last)
    for isOnPrimary in [false, true] {
      let note = replicas.noting(isOnPrimary: isOnPrimary)
      // As after a save without an answer.
      replicas.forget()
      note(position)
      #expect(try !Self.readsFromStandby(store))
      #expect(try Self.standbyAnswers(store))
    }
    replicas.forget()
    replicas.noting(isOnPrimary: false)(position)
    #expect(try !Self.readsFromStandby(store))
    replicas.forget()
    replicas.noting(isOnPrimary: true)(position)
    #expect(try Self.standbyAnswers(store))
  }

  @Test func `a save of a change that the standby does not know yet has a conflict once`() throws {
    let pair = try Pair()
    let store = pair.store()
    let context = try Counters.context(store)
    _ = try context.fetch("Counter")
    #expect(try Self.standbyAnswers(store))
    try pair.onStandby("SELECT pg_wal_replay_pause()")
    let other = try Counters.context(pair.other.again())
    try other.fetch("Counter")[0].setValue(5, forKey: "count")
    try other.save()
    let counter = try context.fetch("Counter")[0]
    try counter.setValue(try Counters.count(counter) + 1, forKey: "count")
    #expect(throws: MergeConflicts.self) { try context.save() }
    // The conflict is resolved with the state of the primary.
    context.rollback()
    try context.refreshAll()
    #expect(try Counters.count(counter) == 5)
    try counter.setValue(6, forKey: "count")
    try context.save()
    try pair.onStandby("SELECT pg_wal_replay_resume()")
  }

  @Test(arguments: [PostgreSQLServer.End.kill, .fast])
  func `the primary answers for a standby that is gone`(end: PostgreSQLServer.End) throws {
    let pair = try Pair()
    let store = pair.store()
    let context = try Counters.context(store)
    _ = try context.fetch("Counter")
    #expect(try Self.standbyAnswers(store))
    try pair.standby.stop(end)
    for number in 1...5 {
      let counter = try context.fetch("Counter")[0]
      try counter.setValue(number, forKey: "count")
      try context.save()
      #expect(try store.opened().count() == number)
    }
    try pair.standby.start()
    #expect(try Self.standbyAnswers(store))
    #expect(try store.opened().count() == 5)
  }

  @Test func `a server with another store is rejected as a standby`() throws {
    let (pair, server) = (try Pair(), try #require(PostgreSQLServer.shared))
    _ = try Counters.context(PostgreSQLStore(server.address, schema: pair.schema))
    let store = PostgreSQLStore(
      pair.primary.address, readsFrom: server.address, schema: pair.schema)
    let context = try Counters.context(store)
    _ = try context.fetch("Counter")
    let error = try #require(throws: PostgreSQLStoreError.self) {
      _ = try context.fetch("Counter")
    }
    #expect("\(error)".contains("readsFrom:"), "\(error)")
  }
}

extension PostgreSQLDatabase {
  /// The count of the first counter, as a reader of the store sees it.
  fileprivate func count() throws -> Int {
    let session = PostgreSQLSession(self, mayUseReplicas: true)
    let first: SQLStatement = "SELECT \"count\" FROM \"Counter\" ORDER BY \"_id\" LIMIT 1"
    return Int(try session.read { try $0.integer(first) } ?? -1)
  }
}
