import Armature
import ArmatureSQL
import ArmatureModel
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// The errors of opening a store, and their messages.
@Suite(.needsPostgreSQL) struct PostgreSQLOpeningTests {
  private func message(_ store: PostgreSQLStore, _ model: ManagedObjectModel? = nil) throws
    -> String
  {
    let model = try model ?? Counters.model()
    let error = try #require(throws: (any Error).self) {
      try PersistentContainer(model: model, store: store)
    }
    return "\(error)"
  }

  @Test(arguments: [
    "postgresql://user:secret@@/db", "postgresql://user:se@cret@host/db",
    "postgresql://user:sec/ret@localhost:1/db", "host=localhost password='secret",
    "postgresql://user:secret@[::1/db", "secret",
    "postgresql://user:secret@localhost:1/db?connect_timeout=1",
    "postgresql://localhost/db?password=secret&nonsense=1",
  ])
  func `no message has the password of an address`(_ address: String) throws {
    let message = try message(PostgreSQLStore(address, timeout: .seconds(5)))
    for part in ["secret", "se@", "cret", "sec/"] { #expect(!message.contains(part), "\(message)") }
  }

  @Test func `a database that is not there, and a user, are named`() throws {
    let folder = try #require(PostgreSQLServer.shared).folder
    let database = "postgresql:///nothing?host=\(folder)&user=armature"
    #expect(try message(PostgreSQLStore(database)).contains("\"nothing\" does not exist"))
    let user = "postgresql:///postgres?host=\(folder)&user=nobody"
    #expect(try message(PostgreSQLStore(user)).contains("\"nobody\" does not exist"))
  }

  @Test func `a name of more than 63 bytes is refused`() throws {
    let name = "é" + String(repeating: "x", count: 62)
    let model = try ManagedObjectModel("Long") {
      Entity("Item") { Attribute(name, String?.self) }
    }
    let message = try message(PostgreSQLStore.new(), model)
    #expect(message.contains("63 bytes") && message.contains("has 64"))
    let store = try PostgreSQLStore.new()
    try store.open(Counters.model())
    #expect(throws: PostgreSQLStoreError.self) { try store.migrationPlan(to: model) }
  }

  @Test(arguments: [(1598, true), (1599, false)])
  func `more columns than a table has are refused before anything is made`(
    _ count: Int, _ fits: Bool
  ) throws {
    let model = try ManagedObjectModel.wide(count)
    let store = try PostgreSQLStore.new()
    if fits {
      try store.open(model)
    } else {
      let message = try message(store, model)
      #expect(
        message.hasSuffix(
          """
          must be a database for a store of Armature, but the entity Wide would have 1601 columns in its table, with \
          those of entities that inherit from it, and PostgreSQL has at most 1600. Keep some of the attributes in an \
          entity of their own.
          """), "\(message)")
      #expect(try store.metadata() == nil)
      try store.open(Counters.model())
      #expect(throws: PostgreSQLStoreError.self) { try store.again().migrationPlan(to: model) }
    }
  }

  @Test func `another model is refused with what differs`() throws {
    let store = try PostgreSQLStore.new()
    _ = try Counters.context(store)
    let model = try ManagedObjectModel("Counters") {
      Entity("Counter") { Attribute("name", String.self) }
    }
    let error = try #require(throws: PersistentStoreError.self) {
      try PersistentContainer(model: model, store: store.again(), migration: .refuse)
    }
    guard case .modelDiffers(_, _, _, let difference) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(difference != nil)
    #expect(try store.again().metadata()?.model == Counters.model())
  }

  @Test func `tables of another program are left as they are`() throws {
    let store = try PostgreSQLStore.new()
    let connection = try PostgreSQLConnector(store.settings).connect()
    let schema = store.settings.schema
    try connection.send("CREATE SCHEMA \(schema)")
    try connection.send("CREATE TABLE \(schema).\"Note\" (x int)")
    try connection.receiveFine()
    let message = try message(store)
    #expect(message.contains("tables of another program") && message.contains("schema:"))
    #expect(try store.metadata() == nil)
  }

  @Test func `tables of the same name in other schemas are never read`() throws {
    let store = try PostgreSQLStore.new()
    let context = try Counters.context(store)
    _ = try Counters.insert("own", context)
    try context.save()
    let connection = try PostgreSQLConnector(store.settings).connect()
    for table in ["public.\"Counter\"", "pg_temp.\"Counter\""] {
      try connection.send("DROP TABLE IF EXISTS \(table)")
      try connection.send("CREATE TABLE \(table) (LIKE \"Counter\")")
    }
    try connection.receiveFine()
    #expect(try connection.integer("SELECT COUNT(*) FROM \"Counter\"") == 1)
    #expect(try Counters.names(store) == ["own"])
    try connection.send("DROP TABLE public.\"Counter\"")
    try connection.receiveFine()
  }

  @Test func `eight stores that are opened at once make one`() async throws {
    let store = try PostgreSQLStore.new()
    let identifiers = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let own = store.again()
          try own.open(Counters.model())
          return own.identifier.uuidString
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(identifiers.count == 1)
  }

  @Test func `a store whose table somebody has changed is refused`() throws {
    let store = try PostgreSQLStore.new()
    _ = try Counters.context(store)
    let connection = try PostgreSQLConnector(store.settings).connect()
    try connection.send("ALTER TABLE \"Counter\" DROP COLUMN \"count\"")
    try connection.receiveFine()
    #expect(try message(store.again()).contains("its table Counter has no column count"))
  }
}
