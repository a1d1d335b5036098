import Armature
import ArmatureModel
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Migrations while other programs have the store open, and interrupted migrations.
@Suite(.needsPostgreSQL) struct PostgreSQLMigrationSharingTests {
  private static func model(
    @PropertyBuilder _ body: () -> EntityBody
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel("Shelf") { Entity("Book", body) }
  }

  private static func old() throws -> ManagedObjectModel {
    try model {
      Attribute("title", String.self)
      Attribute("pages", Int.self).default(0)
    }
  }

  /// The same columns, so that the old model's statements remain valid.
  private static func new() throws -> ManagedObjectModel {
    try model {
      Attribute("title", String.self)
      Attribute("pages", Int.self).default(0)
      Attribute("code", String.self).default("none")
    }
  }

  private static let filling = #"{"Book": [{"title": "a"}, {"title": "b"}]}"#

  /// Returns a step that waits for permission to continue.
  private static func waiting(_ gate: DispatchSemaphore, _ reached: DispatchSemaphore)
    -> StoreMigration
  {
    .custom([
      .set("Book.code") { _ in
        reached.signal()
        gate.wait()
        gate.signal()
        return "x"
      }
    ])
  }

  /// Returns models without a column of the old one, and without its table.
  private static func lesser() throws -> [ManagedObjectModel] {
    [
      try model { Attribute("title", String.self) },
      try ManagedObjectModel("Shelf") { Entity("Leaf") { Attribute("title", String.self) } },
    ]
  }

  @Test(arguments: [0, 1], [false, true])
  func
    `whoever looks is told of another model, even where its tables have not what the look is for`(
      _ change: Int, isKnown: Bool
    ) throws
  {
    let first = try PostgreSQLStore.new()
    let former = try PersistentContainer(model: Self.old(), store: first)
    let book = try #require(former.model.entities.first)
    let looks: [(ManagedObjectContext) throws -> Void] = [
      { _ in
        _ = try StoreRow.list(of: former.model, storeID: first.identifier) {
          try first.singleUseReader().rows(for: [7], of: book, into: $0)
        }
      },
      { _ = try $0.fetch("Book") { $0["pages"] == 3 } },
      { _ = try $0.count("Book") { $0["pages"] == 3 } },
      { _ = try $0.fetch("Book") },
    ]
    // The server either knows the statements already, or parses them after the migration.
    if isKnown { for look in looks { try look(former.makeContext()) } }
    _ = try PersistentContainer(
      model: Self.lesser()[change], store: first.again(), migration: .automatic)
    for look in looks + looks {
      let error = try #require(throws: PersistentStoreError.self) { try look(former.makeContext()) }
      if case .modelDiffers = error { continue }
      Issue.record(error)
    }
  }

  @Test(arguments: PostgreSQLStore.Isolation.allCases)
  func `who has the store open waits, is told, and writes nothing`(
    _ isolation: PostgreSQLStore.Isolation
  ) throws {
    let rows = try ChangedRows()
    try rows.fill(Self.old(), Self.filling)
    let former = try PersistentContainer(
      model: Self.old(),
      store: PostgreSQLStore(
        rows.store.settings.address, schema: rows.store.settings.schema, isolation: isolation))
    let (reading, writing, adding) = (
      former.makeContext(), former.makeContext(), former.makeContext()
    )
    let book = try writing.fetch("Book")[0]
    book.title = "c"
    try adding.insert("Book").setValue("d", forKey: "title")
    let (gate, reached) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let group = DispatchGroup()
    let told = Mutex<[String: any Error]>([:])
    let migrated = Mutex<Result<PersistentContainer, any Error>?>(nil)
    func start(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        do { try body() } catch { told.withLock { $0[name] = error } }
      }
    }
    let model = try Self.new()
    start("migration") {
      migrated.withLock {
        $0 = Result { try rows.open(model, Self.waiting(gate, reached)) }
      }
    }
    reached.wait()
    nonisolated(unsafe) let contexts = (reading, writing, adding)
    start("reading") { _ = try contexts.0.fetch("Book") }
    start("writing") { try contexts.1.save() }
    start("adding") { try contexts.2.save() }
    usleep(200_000)
    #expect(told.withLock { $0.isEmpty })
    gate.signal()
    group.wait()
    let errors = told.withLock { $0 }
    #expect(errors.keys.sorted() == ["adding", "reading", "writing"], "\(errors)")
    for (name, error) in errors {
      guard case PersistentStoreError.modelDiffers(_, let saved, _, .some) = error else {
        Issue.record("\(name): \(error)")
        continue
      }
      #expect(saved == model.fingerprint)
    }
    let container = try #require(migrated.withLock { try $0?.get() })
    let books = try container.makeContext().fetch("Book", orderedBy: [.ascending("title")])
    #expect(books.map { $0["title"] } == ["a", "b"])
    #expect(books.map { $0["code"] } == ["x", "x"])
  }

  @Test func `of several programs that migrate at once one does, and others find it done`() throws {
    let rows = try ChangedRows()
    try rows.fill(Self.old(), Self.filling)
    let model = try Self.new()
    let calls = Mutex(0)
    let migration = StoreMigration.custom([
      .set("Book.code") { _ in
        calls.withLock { $0 += 1 }
        return "x"
      }
    ])
    let failures = Mutex<[any Error]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      do {
        let context = try rows.open(model, migration).makeContext()
        if try context.count("Book") != 2 { throw PersistentStoreError.notOpen }
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    #expect(failures.withLock { $0.isEmpty }, "\(failures.withLock { $0 })")
    #expect(calls.withLock { $0 } <= 4)
  }

  @Test func `savers go on beside a migration that waits for a moment without them`() throws {
    let rows = try ChangedRows()
    let container = try rows.fill(Self.old(), Self.filling)
    let isOver = Mutex(false)
    let saved = Mutex(0)
    let group = DispatchGroup()
    for _ in 0..<3 {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        while !isOver.withLock(\.self) {
          do {
            let context = container.makeContext()
            try context.insert("Book").setValue("more", forKey: "title")
            try context.save()
            saved.withLock { $0 += 1 }
          } catch {
            if case PersistentStoreError.modelDiffers = error { return }
            Issue.record(error)
            return
          }
        }
      }
    }
    usleep(100_000)
    defer { isOver.withLock { $0 = true } }
    let later = try rows.open(Self.new())
    isOver.withLock { $0 = true }
    group.wait()
    #expect(try later.makeContext().count("Book") == 2 + saved.withLock { $0 })
  }

  @Test(arguments: [
    "RENAME CONSTRAINT", "CREATE TABLE \"Book\"", "INSERT INTO \"Book\"", "DROP TABLE", "TRUNCATE",
  ])
  func `a migration that is cut off leaves the old store whole`(_ word: String) throws {
    let server = try #require(PostgreSQLServer.shared)
    let proxy = try CuttingProxy(to: server.folder)
    let rows = try ChangedRows()
    try rows.fill(Self.old(), Self.filling)
    let before = try (rows.tables(), rows.contents(Self.old()), StorePicture(rows.open(Self.old())))
    let store = PostgreSQLStore(proxy.address, schema: rows.store.settings.schema)
    proxy.cut(.after, at: word)
    let error = try #require(throws: PostgreSQLStoreError.self) {
      try PersistentContainer(model: Self.new(), store: store)
    }
    #expect(error.isTransient)
    let old = try StorePicture(rows.open(Self.old(), .refuse))
    #expect(try (rows.tables(), rows.contents(Self.old()), old) == before)
    // Repeating the call migrates.
    _ = try PersistentContainer(model: Self.new(), store: store)
    #expect(try rows.store.metadata()?.model == Self.new())
  }

  @Test(arguments: [CuttingProxy.Cut.before, .after])
  func `a migration whose end is lost is found done, or done again`(_ cut: CuttingProxy.Cut) throws
  {
    let server = try #require(PostgreSQLServer.shared)
    let proxy = try CuttingProxy(to: server.folder)
    let rows = try ChangedRows()
    try rows.fill(Self.old(), Self.filling)
    proxy.cut(cut, at: "COMMIT\0")
    let container = try PersistentContainer(
      model: Self.new(), store: PostgreSQLStore(proxy.address, schema: rows.store.settings.schema))
    #expect(try container.makeContext().fetch("Book").map { $0["code"] } == ["none", "none"])
  }

  @Test func `a server that ends in the middle has the old rows when it runs again`() throws {
    let server = try PostgreSQLServer(settings: [])
    let old = try Self.old()
    let context = try PersistentContainer(
      model: old, store: PostgreSQLStore(server.address)
    ).makeContext()
    try context.load(.text(Self.filling, name: "rows.json"))
    try context.save()
    let stopping = StoreMigration.custom([
      .set("Book.code") { _ in
        try server.stop()
        return "x"
      }
    ])
    #expect(throws: (any Error).self) {
      try PersistentContainer(
        model: Self.new(), store: PostgreSQLStore(server.address, timeout: .seconds(2)),
        migration: stopping)
    }
    try server.start()
    let whole = try PersistentContainer(
      model: old, store: PostgreSQLStore(server.address), migration: .refuse)
    #expect(try whole.makeContext().count("Book") == 2)
    let migrated = try PersistentContainer(
      model: Self.new(), store: PostgreSQLStore(server.address))
    #expect(try migrated.makeContext().count("Book") == 2)
  }

  @Test func `what others have added to the tables is not lost in silence`() throws {
    for (statement, word) in [
      ("ALTER TABLE % ADD COLUMN more text", "has the column more"),
      (
        "CREATE TRIGGER watch BEFORE UPDATE ON % FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        "has the trigger watch"
      ),
      ("CREATE VIEW $.titles AS SELECT title FROM %", "the view titles reads"),
    ] {
      let rows = try ChangedRows()
      try rows.fill(Self.old(), Self.filling)
      let schema = rows.store.settings.schema
      try rows.run(
        statement.replacing("%", with: "\(schema).\"Book\"").replacing("$", with: schema))
      let error = try #require(throws: PostgreSQLStoreError.self) {
        try rows.open(Self.new())
      }
      #expect("\(error)".contains(word), "\(error)")
      if statement.contains("TRIGGER") { try rows.run("DROP TRIGGER watch ON \(schema).\"Book\"") }
      #expect(try rows.open(Self.old(), .refuse).makeContext().count("Book") == 2)
    }
  }

  @Test func `a history begins anew, and a backup is not promised`() throws {
    let rows = try ChangedRows()
    let store = rows.store.again(keepsHistory: true)
    let container = try PersistentContainer(model: Self.old(), store: store)
    let context = container.makeContext()
    try context.insert("Book").setValue("a", forKey: "title")
    try context.save()
    #expect(throws: PostgreSQLStoreError.self) {
      try rows.open(Self.new(), .automatic.keepingBackup())
    }
    let later = try rows.open(Self.new())
    let token = try #require(try later.currentHistoryToken())
    let next = later.makeContext()
    try next.insert("Book").setValue("b", forKey: "title")
    try next.save()
    #expect(try later.history(since: token).count == 1)
    #expect(try later.history(since: nil).count == 1)
  }
}
