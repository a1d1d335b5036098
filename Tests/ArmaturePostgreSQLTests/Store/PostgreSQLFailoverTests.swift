import Armature
import ArmatureSQL
import Foundation
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Addresses with several hosts: a program continues with the host that accepts it, and saves are decided truly.
@Suite(.needsPostgreSQL) struct PostgreSQLFailoverTests {
  @Test(
    arguments: [
      ("postgresql://a,b:5433/db", ["a:5432", "b:5433"]),
      ("postgresql://a:1,b:2/db", ["a:1", "b:2"]),
      ("host=/tmp/a,/tmp/b port=7", ["/tmp/a:7", "/tmp/b:7"]),
      ("postgresql:///db?host=a,b&target_session_attrs=read-write", ["a:", "b:"]),
      ("hostaddr=127.0.0.1,::1", ["127.0.0.1:", "::1:"]),
      ("host=a,b hostaddr=127.0.0.1,127.0.0.2 port=1,2", ["a/127.0.0.1:1", "b/127.0.0.2:2"]),
      ("postgresql://a/db", []), ("host=a,b,c port=1,2", []), ("host=,b", []),
    ] as [(String, [String])])
  func `an address may have several hosts`(address: String, hosts: [String]) throws {
    let found = try PostgreSQLAddress(address, PostgreSQLLibrary.load(nil)).hosts.map { host in
      let names = [host.name, host.number].compactMap(\.self).joined(separator: "/")
      return "\(names):\(host.port ?? "")"
    }
    #expect(found == hosts)
  }

  @Test func `a host that does not respond is tried last from then on`() throws {
    // It accepts connections, and never answers.
    let silent = try ServerSocket()
    let server = try #require(PostgreSQLServer.shared)
    let address = server.address.replacing(server.folder, with: "\(silent.folder),\(server.folder)")
    let connector = try PostgreSQLConnector(
      PostgreSQLStore("\(address)&connect_timeout=1").settings)
    for limit in [0.9...29, 0...0.9] as [ClosedRange<Double>] {
      let start = ContinuousClock.now
      #expect(try connector.connect().integer("SELECT 7") == 7)
      #expect(limit.contains((ContinuousClock.now - start) / .seconds(1)))
    }
  }

  @Test func `hosts that all reject are named together`() throws {
    let (one, other) = (try RejectingServer("57P03", "the first waits"), try ServerSocket())
    let folder = one.address.split(separator: "=").last.map(String.init) ?? ""
    let address = one.address.replacing(folder, with: "\(folder),/tmp/not-there")
    let error = try #require(throws: PostgreSQLStoreError.self) {
      try withExtendedLifetime((one, other)) { _ = try PostgreSQLStore(address).metadata() }
    }
    guard case .noConnection(let name, let message) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(name == "postgresql://\(folder),/tmp/not-there/shop" && error.isTransient)
    #expect(message.contains("the first waits") && message.contains("/tmp/not-there"), "\(message)")
  }

  @Test(arguments: [PostgreSQLServer.End.kill, .fast])
  func `a save waits until the standby has taken over, and is made there once`(
    end: PostgreSQLServer.End
  ) throws {
    let primary = try PostgreSQLServer(settings: ["fsync=off"])
    let standby = try PostgreSQLServer(settings: ["fsync=off"], following: primary)
    let store = PostgreSQLStore(primary.address(with: standby), schema: primary.newSchema())
    let context = try Counters.context(store)
    let counter = try Counters.insert("first", context)
    try context.save()
    try Self.awaitReplay(of: store, on: standby)
    try primary.stop(end)
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      defer { group.leave() }
      usleep(300_000)
      #expect(throws: Never.self) { try standby.promote() }
    }
    try counter.setValue(7, forKey: "count")
    try context.save()
    group.wait()
    let again = PostgreSQLStore(standby.address, schema: store.settings.schema)
    #expect(try Counters.context(again).fetch("Counter").map(Counters.count) == [7])
  }

  @Test func `a standby is not saved to, and the remedy names the attribute of the address`() throws
  {
    let primary = try PostgreSQLServer(settings: ["fsync=off"])
    let standby = try PostgreSQLServer(settings: ["fsync=off"], following: primary)
    let schema = primary.newSchema()
    let store = PostgreSQLStore(primary.address, schema: schema)
    let first = try Counters.context(store)
    _ = try Counters.insert("first", first)
    try first.save()
    try Self.awaitReplay(of: store, on: standby)
    let context = try Counters.context(PostgreSQLStore(standby.address, schema: schema))
    try context.fetch("Counter")[0].setValue(7, forKey: "count")
    let error = try #require(throws: PostgreSQLStoreError.self) { try context.save() }
    #expect(error.isTransient && "\(error)".contains("SQLSTATE 25006"), "\(error)")
    #expect("\(error)".contains("target_session_attrs=read-write"), "\(error)")
  }

  @Test func `a server that stops waiting for its standby has not confirmed a save`() throws {
    let server = try PostgreSQLServer(settings: ["fsync=off"])
    let store = PostgreSQLStore(
      server.address, schema: server.newSchema(), timeout: .seconds(2))
    let context = try Counters.patiently { try Counters.context(store) }
    let counter = try Counters.insert("first", context)
    try Counters.patiently { try context.save() }
    try Self.setStandbys("nobody", of: store)
    let isOver = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      defer { group.leave() }
      while isOver.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
        _ = try? store.integer(
          """
          SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity \
          WHERE wait_event = \(value: .text("SyncRep"))
          """)
      }
    }
    try counter.setValue(7, forKey: "count")
    let error = try #require(throws: PostgreSQLStoreError.self) { try context.save() }
    isOver.signal()
    group.wait()
    guard case .outcomeUnknown = error else {
      Issue.record("\(error)")
      return
    }
    try Self.setStandbys("", of: store)
    // The server has it already.
    try Counters.patiently { try context.save() }
    #expect(!context.hasChanges)
    let again = try Counters.patiently { try Counters.context(store.again()).fetch("Counter") }
    #expect(try again.map(Counters.count) == [7])
  }

  /// Waits until a standby has everything that its primary has now.
  static func awaitReplay(of store: PostgreSQLStore, on standby: PostgreSQLServer) throws {
    let position = try #require(try store.text("SELECT CAST(pg_current_wal_insert_lsn() AS text)"))
    let other = PostgreSQLStore(standby.address)
    for _ in 0..<2000 {
      let isThere = try other.integer(
        """
        SELECT CAST(pg_last_wal_replay_lsn() >= CAST(CAST(\(value: .text(position)) AS text) AS pg_lsn) AS integer)
        """)
      if isThere == 1 { return }
      usleep(10_000)
    }
    Issue.record("The standby does not follow.")
  }

  /// Sets the standbys that a COMMIT waits for.
  private static func setStandbys(_ names: String, of store: PostgreSQLStore) throws {
    try store.run("ALTER SYSTEM SET synchronous_standby_names = '\(names)'")
    try store.run("SELECT pg_reload_conf()")
    for _ in 0..<500 where try store.text("SHOW synchronous_standby_names") != names {
      usleep(10_000)
    }
  }
}
