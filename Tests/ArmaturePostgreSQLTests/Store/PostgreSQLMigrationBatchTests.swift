import Armature
import ArmatureModel
import ArmatureSQL
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Batches of programs that have a store open while another program migrates it.
@Suite(.needsPostgreSQL) struct PostgreSQLMigrationBatchTests {
  /// The migration only adds a column, so that statements of former programs still run.
  private static func model(isNew: Bool) throws -> ManagedObjectModel {
    try ManagedObjectModel("Shelf") {
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("pages", Int.self).default(0)
        if isNew { Attribute("code", String.self).default("none") }
        Relationship("author", to: "Author", inverse: "books")
      }
      Entity("Author") {
        Attribute("name", String.self)
        Relationship("books", to: "Book", .toMany, inverse: "author")
      }
    }
  }

  private static let filling =
    #"{"Author": [{"name": "A", "books": [{"title": "a"}, {"title": "b"}]}], "Book": [{"title": "c"}]}"#

  private static let batches: [String: @Sendable (ManagedObjectContext) throws -> BatchResult] = [
    "update": { try $0.execute(update("a")) },
    "update of none": { try $0.execute(update("z")) },
    "update with IDs": {
      var batch = update("a")
      batch.returnsObjectIDs = true
      return try $0.execute(batch)
    },
    "update of none with IDs": {
      var batch = update("z")
      batch.returnsObjectIDs = true
      return try $0.execute(batch)
    },
    "delete": { try $0.execute(BatchDelete("Book") { $0.title == "b" }) },
    "delete of none": { try $0.execute(BatchDelete("Book") { $0.title == "z" }) },
    "delete with links": { try $0.execute(BatchDelete("Author")) },
    "insert": { try $0.execute(BatchInsert("Book", 0..<80) { $0.title = "\($1)" }) },
  ]

  private static func update(_ title: String) -> BatchUpdate {
    BatchUpdate("Book", set: ["pages": 5]) { $0.title == title }
  }

  /// Returns the titles on the server, queried with SQL.
  private static func titles(_ store: PostgreSQLStore) throws -> String? {
    try store.text(
      """
      SELECT string_agg("title" || "pages" || COALESCE(CAST("author" AS text), ''), ',' ORDER BY "title") FROM "Book"
      """)
  }

  private static func expectOtherModel(_ name: String, _ error: any Error) {
    if case PersistentStoreError.modelDiffers = error { return }
    Issue.record("\(name): \(error)")
  }

  @Test(arguments: PostgreSQLStore.Isolation.allCases, [false, true])
  func `batches of a former model are told, and write nothing`(
    _ isolation: PostgreSQLStore.Isolation, keepsHistory: Bool
  ) throws {
    let store = try PostgreSQLStore.new(
      keepsHistory: keepsHistory, isolation: isolation, keys: .scattered, connections: 10)
    let former = try PersistentContainer(model: Self.model(isNew: false), store: store)
    let context = former.makeContext()
    try context.load(.text(Self.filling, name: "rows.json"))
    try context.save()
    let before = try Self.titles(store)
    let (gate, reached) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let migration = StoreMigration.custom([
      .set("Book.code") { _ in
        reached.signal()
        gate.wait()
        gate.signal()
        return "x"
      }
    ])
    let group = DispatchGroup()
    let told = Mutex<[String: Result<BatchResult, any Error>]>([:])
    let migrated = Mutex<Result<PersistentContainer, any Error>?>(nil)
    let model = try Self.model(isNew: true)
    let again = store.again()
    group.enter()
    Thread.detachNewThread {
      let result = Result {
        try PersistentContainer(model: model, store: again, migration: migration)
      }
      migrated.withLock { $0 = result }
      group.leave()
    }
    reached.wait()
    for (name, batch) in Self.batches {
      group.enter()
      Thread.detachNewThread {
        let result = Result { try batch(former.makeContext()) }
        told.withLock { $0[name] = result }
        group.leave()
      }
    }
    usleep(100_000)
    #expect(told.withLock { $0.isEmpty })
    gate.signal()
    group.wait()
    for (name, result) in told.withLock({ $0 }) {
      let error = #expect(throws: (any Error).self, "\(name)") { try result.get() }
      if let error { Self.expectOtherModel(name, error) }
    }
    // Later batches fail as well.
    for (name, batch) in Self.batches {
      let error = #expect(throws: (any Error).self, "\(name)") { try batch(former.makeContext()) }
      if let error { Self.expectOtherModel(name, error) }
    }
    #expect(try Self.titles(store) == before)
    let later = try #require(migrated.withLock { try $0?.get() })
    try Self.expectWhole(later)
  }

  @Test(arguments: PostgreSQLStore.Isolation.allCases)
  func `batches are noted in a history that another program has begun`(
    _ isolation: PostgreSQLStore.Isolation
  ) throws {
    for (name, batch) in Self.batches {
      let store = try PostgreSQLStore.new(isolation: isolation)
      let former = try PersistentContainer(model: Self.model(isNew: false), store: store)
      let context = former.makeContext()
      try context.load(.text(Self.filling, name: "rows.json"))
      try context.save()
      let noting = try PersistentContainer(
        model: former.model, store: store.again(keepsHistory: true))
      let token = try noting.currentHistoryToken()
      // An insertion from a sequence, which can be read only once, may need another call.
      let count = try Counters.patiently { try batch(former.makeContext()).count }
      let noted = try noting.history(since: token)
      #expect(noted.count == (count == 0 ? 0 : 1), "\(name)")
      #expect(noted.flatMap(\.changes).count == count + (name == "delete with links" ? 2 : 0))
    }
  }

  /// Expects that all batches and links of the new program find the rows with scattered keys.
  private static func expectWhole(_ container: PersistentContainer) throws {
    let context = container.makeContext()
    let books = try context.fetch("Book", orderedBy: [.ascending("title")])
    #expect(books.map { $0["code"] } == ["x", "x", "x"])
    #expect(books.allSatisfy { $0.objectID.key >= 1 << 62 })
    #expect(try context.count("Book") { $0.author.name == "A" } == 2)
    for (name, count) in [("update", 1), ("insert", 80), ("delete with links", 1)] {
      #expect(try batches[name]?(container.makeContext()).count == count, "\(name)")
    }
    try context.refreshAll()
    #expect(try context.count("Book") { $0.author != nil } == 0)
    #expect(try context.count("Book") { $0.code == "none" } == 80)
    #expect(books[0]["pages"] == 5)
  }
}
