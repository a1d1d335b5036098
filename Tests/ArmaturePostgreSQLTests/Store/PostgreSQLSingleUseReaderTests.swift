import Armature
import ArmatureModel
import ArmatureSQL
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Readers of a single answer that never arrives: their connection continues without any of their state.
@Suite(.needsPostgreSQL) struct PostgreSQLSingleUseReaderTests {
  private let store: PostgreSQLStore
  private let container: PersistentContainer
  private let keys: [Int64]

  init() throws {
    // All share one connection.
    store = try PostgreSQLStore.new(connections: 1)
    container = try PersistentContainer(model: Counters.model(), store: store)
    let context = container.makeContext()
    let counters = try (0..<3).map { try Counters.insert("\($0)", context) }
    try context.insert("Note").setValuesForKeys(["text": "n", "counter": counters[0]])
    try context.save()
    keys = counters.map(\.objectID.key)
  }

  private func counter() throws -> EntityDescription {
    try #require(container.model.entities.first { $0.name == "Counter" })
  }

  private func rows(_ keys: [Int64], _ reader: any StoreReader) throws -> [StoreRow] {
    try StoreRow.list(of: container.model, storeID: store.identifier) {
      try reader.rows(for: keys, of: counter(), into: $0)
    }
  }

  private static func named(_ name: String) -> FetchRequest {
    FetchRequest("Counter") { $0.name == name }
  }

  /// Expects that the connection works normally and has no open transaction.
  private func expectClean() throws {
    let pool = try #require(store.pool)
    let lease = try pool.take()
    #expect(lease.connection.introduction == nil)
    try lease.connection.receiveFine()
    #expect(!lease.connection.isInTransaction)
    pool.giveBack(lease)
    let context = container.makeContext()
    let counter = try context.existingObject(
      with: ManagedObjectID(entityName: "Counter", key: keys[0], storeID: store.identifier))
    // A save that is rejected at its end leaves nothing behind.
    try counter.setValue(7, forKey: "count")
    _ = try Counters.insert("1", context)
    #expect(throws: ValidationReport.self) { try context.save() }
    #expect(try store.integer("SELECT SUM(\"count\")::bigint FROM \"Counter\"") == 0)
    context.reset()
    _ = try Counters.insert("last", context)
    try context.save()
    #expect(try Counters.names(store) == ["0", "1", "2", "last"])
    #expect(try store.reader().count(FetchRequest("Counter")) == 4)
  }

  @Test(arguments: [false, true], [false, true])
  func `a value that the server does not have leaves no transaction behind`(
    isSingleUse: Bool, isBehindAnother: Bool
  ) throws {
    func reader() throws -> any StoreReader {
      isSingleUse ? try store.singleUseReader() : try store.reader()
    }
    // The server knows the statement, so that the first answer already contains the value.
    #expect(try reader().count(Self.named("1")) == 1)
    if isBehindAnother {
      // Its end is in progress when the next one begins.
      #expect(try store.reader().count(Self.named("1")) == 1)
    } else {
      #expect(try store.singleUseReader().count(Self.named("2")) == 1)
    }
    #expect(throws: PostgreSQLStoreError.self) { try reader().count(Self.named("a\u{0}")) }
    try expectClean()
  }

  @Test(arguments: [false, true])
  func `a statement that fails leaves no transaction behind`(isKnown: Bool) throws {
    if isKnown { #expect(try rows(keys, store.singleUseReader()).count == 3) }
    try store.run("ALTER TABLE \"Counter\" RENAME TO \"Other\"")
    #expect(throws: PostgreSQLStoreError.self) { try rows(keys, store.singleUseReader()) }
    try store.run("ALTER TABLE \"Other\" RENAME TO \"Counter\"")
    #expect(try rows(keys, store.singleUseReader()).count == 3)
    try expectClean()
  }

  @Test func `no keys, the state alone, and an answer behind it`() throws {
    #expect(try rows([], store.singleUseReader()).isEmpty)
    let reader = try store.singleUseReader()
    let token = try #require(try reader.token())
    #expect(try rows([keys[1]], reader).count == 1)
    #expect(try store.singleUseReader().token() == token)
    #expect(try rows([], store.singleUseReader()).isEmpty)
    try expectClean()
  }

  /// The locks that wait for the counters' table.
  private static let waiting: SQLStatement =
    "FROM pg_locks WHERE NOT granted AND relation = CAST('\"Counter\"' AS regclass)"

  /// Returns a connection of another program, which holds a lock on the counters' table.
  private func holder() throws -> PostgreSQLConnection {
    _ = try rows([keys[0]], store.singleUseReader())
    let other = try PostgreSQLConnector(store.settings).connect()
    try other.send("BEGIN")
    try other.send("LOCK TABLE \"Counter\"")
    try other.receiveFine()
    return other
  }

  @Test func `the end of a task ends the answer, and the connection goes on`() async throws {
    let (store, keys, container, entity) = (store, keys, container, try counter())
    let other = try holder()
    let task = Task {
      try await OwnThread().run {
        try StoreRow.list(of: container.model, storeID: store.identifier) {
          try store.singleUseReader().rows(for: keys, of: entity, into: $0)
        }.count
      }
    }
    let waiting: SQLStatement = "SELECT COUNT(*) \(Self.waiting)"
    while try store.integer(waiting) == 0 { try await Task.sleep(for: .milliseconds(10)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    other.rollBack()
    try expectClean()
  }

  @Test func `a connection that ends in the middle is made anew, and asked again`() throws {
    let (other, group) = (try holder(), DispatchGroup())
    let found = Mutex<Result<Int, any Error>?>(nil)
    group.enter()
    Thread.detachNewThread {
      let count = Result { try rows(keys, store.singleUseReader()).count }
      found.withLock { $0 = count }
      group.leave()
    }
    while try store.integer("SELECT COUNT(*) \(Self.waiting)") == 0 {
      usleep(10_000)
    }
    try store.run("SELECT pg_terminate_backend(pid, 5000) \(Self.waiting.text)")
    other.rollBack()
    group.wait()
    #expect(try found.withLock { try $0?.get() } == 3)
    try expectClean()
  }

  @Test func `a connection that ends behind some of the rows gives none of them twice`() throws {
    let process = Mutex<Int64?>(nil)
    let other = store.again()
    // Between the answer and the check of the state that a missing row requires.
    let watched = PostgreSQLStore(store.settings.address, schema: store.settings.schema) {
      text, _ in
      guard text.contains("\"Counter\""), text.contains("= ANY"),
        let ended = process.withLock({ process in
          defer { process = nil }
          return process
        })
      else { return }
      try? other.run("SELECT pg_terminate_backend(\(ended), 5000)")
    }
    try watched.open(container.model)
    func count() throws -> Int { try rows(keys + [4711], watched.singleUseReader()).count }
    #expect(try count() == 3)
    let pool = try #require(watched.pool)
    let lease = try pool.take()
    let own = try lease.connection.integer("SELECT pg_backend_pid()")
    pool.giveBack(lease)
    process.withLock { $0 = own }
    #expect(try count() == 3)
    #expect(process.withLock { $0 } == nil)
    #expect(try count() == 3)
  }

  @Test func `an answer that does not come in time is not waited for twice`() throws {
    let proxy = try CuttingProxy(to: #require(PostgreSQLServer.shared).folder)
    let slow = PostgreSQLStore(
      proxy.address, schema: store.settings.schema, timeout: .milliseconds(500))
    let context = try Counters.patiently { try Counters.context(slow) }
    let other = try holder()
    let hasConnected = Mutex(false)
    proxy.cut(.after, at: "client_encoding") { hasConnected.withLock { $0 = true } }
    let error = try #require(throws: PostgreSQLStoreError.self) {
      try rows(keys, slow.singleUseReader())
    }
    #expect(error.isTransient && "\(error)".contains("timeout:"))
    #expect(!hasConnected.withLock { $0 })
    other.rollBack()
    #expect(try Counters.patiently { try context.fetch("Counter").count } == 3)
  }

  @Test func `the statements of a connection are forgotten between readers, and not below one`()
    throws
  {
    let context = container.makeContext()
    let held = try #require(try context.fetch(Self.named("0")).first)
    let fault = try #require(
      context.object(
        with: ManagedObjectID(entityName: "Counter", key: keys[1], storeID: store.identifier)))
    /// Returns a request with a unique statement.
    func request(_ count: Int) -> FetchRequest {
      FetchRequest(
        "Counter", where: .or((0...count).map { Self.named("\($0)").predicate }))
    }
    do {
      let reader = try store.reader()
      let token = try reader.token()
      for count in 0..<110 {
        #expect(try reader.count(request(count)) == min(3, count + 1))
        let rows = try StoreRow.list(of: container.model, storeID: store.identifier) {
          try reader.fetch(request(count), into: $0)
        }
        #expect(rows.count == min(3, count + 1))
      }
      #expect(try reader.token() == token)
      #expect(try reader.count(request(0)) == 1)
    }
    #expect(try held.objectIDs(forRelationshipNamed: "notes").count == 1)
    for count in 0..<220 {
      #expect(try store.singleUseReader().count(request(count)) == min(3, count + 1))
    }
    #expect(try Counters.name(fault) == "1")
    try held.setValue("zero", forKey: "name")
    try context.save()
    try held.setValue("0", forKey: "name")
    try context.save()
    try expectClean()
  }
}
