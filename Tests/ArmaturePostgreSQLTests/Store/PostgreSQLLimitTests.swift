import Armature
import ArmatureModel
import ArmatureSQL
import Foundation
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Limits of the server, and programs that open a store at the same time.
@Suite(.needsPostgreSQL) struct PostgreSQLLimitTests {
  private static func model(isIndexed: Bool = true) throws -> ManagedObjectModel {
    try ManagedObjectModel("Long") {
      Entity("Page") {
        Attribute("title", String.self)
        Attribute("text", String.self).default("")
        Attribute("isRead", Bool.self).default(false)
        Unique("title")
        if isIndexed {
          Index("text")
          Index("isRead", "text")
        }
      }
    }
  }

  /// Returns a text that the server cannot compress.
  private static func noise(_ count: Int) -> String {
    var random = SplitMix64(seed: 7)
    return String((0..<count).map { _ in Character(UnicodeScalar(UInt8(33 + random.below(90)))) })
  }

  @Test(arguments: ["title", "text"], [5_000, 20_000])
  func `a value that no index has room for is told with its object and its attribute`(
    _ attribute: String, _ count: Int
  ) throws {
    let store = try PostgreSQLStore.new()
    let context = try PersistentContainer(model: Self.model(), store: store).makeContext()
    let kept = try context.insert("Page")
    try kept.setValuesForKeys(["title": "short", "text": String(repeating: "x", count: count)])
    try context.save()
    for isNew in [true, false] {
      let page = isNew ? try context.insert("Page") : kept
      try page.setValue("title \(isNew)", forKey: "title")
      try page.setValue(Self.noise(count), forKey: attribute)
      let report = try #require(throws: ValidationReport.self) { try context.save() }
      #expect(report.failures.map(\.keyPath) == [[attribute]])
      #expect(report.failures.first?.objectID == page.objectID)
      #expect("\(report)".contains("has \(count)") && "\(report)".contains("Shorten it"))
      context.rollback()
      #expect(try context.count(FetchRequest("Page")) == 1)
    }
    try kept.setValue("another", forKey: "title")
    try context.save()
  }

  @Test func `a value that a new index has no room for keeps the store closed, with the reason`()
    throws
  {
    let store = try PostgreSQLStore.new()
    let context = try PersistentContainer(model: Self.model(isIndexed: false), store: store)
      .makeContext()
    try context.insert("Page").setValuesForKeys(["title": "a", "text": Self.noise(5_000)])
    try context.save()
    let error = try #require(throws: PostgreSQLStoreError.self) {
      _ = try PersistentContainer(model: Self.model(), store: store.again())
    }
    #expect(
      "\(error)".contains("too long for an index") && "\(error)".contains("leave the index out"))
    #expect(try context.fetch(FetchRequest("Page")).count == 1)
  }

  @Test func `eight programs that make new indexes at once make one of each`() async throws {
    let store = try PostgreSQLStore.new()
    let context = try PersistentContainer(model: Self.model(isIndexed: false), store: store)
      .makeContext()
    for number in 0..<500 {
      try context.insert("Page").setValuesForKeys(["title": "\(number)"])
    }
    try context.save()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try store.again().open(Self.model()) } }
      try await group.waitForAll()
    }
    let count = try store.integer(
      "SELECT COUNT(*) FROM pg_indexes WHERE schemaname = \(value: .text(store.settings.schema)) AND tablename = 'Page'"
    )
    #expect(count == 4)
  }

  @Test func `programs that open a store at once with other cases take turns`() async throws {
    func model(_ cases: [AttributeValue]) throws -> ManagedObjectModel {
      let type = AttributeType.enumeration(name: "Grade", raw: .string, cases: cases)
      return try ManagedObjectModel(
        "Grades",
        entities: [
          EntityDescription(
            "Item",
            properties: [.attribute(AttributeDescription("grade", type, isOptional: true))])
        ])
    }
    let store = try PostgreSQLStore.new()
    try store.open(model(["a"]))
    let (old, new) = (try model(["a"]), try model(["a", "b"]))
    let messages = await withTaskGroup(of: String?.self) { group in
      for number in 0..<8 {
        group.addTask {
          do {
            try store.again().open(number.isMultiple(of: 2) ? old : new)
            return nil
          } catch PersistentStoreError.modelDiffers {
            return number.isMultiple(of: 2) ? nil : "refused"
          } catch {
            return "\(error)"
          }
        }
      }
      return await group.reduce(into: [String]()) { if let message = $1 { $0.append(message) } }
    }
    #expect(messages == [])
    #expect(try store.again().metadata()?.model == new)
  }

  @Test(arguments: ["isRead", "title"])
  func `a list of more than 2,000 values finds what it names`(_ attribute: String) throws {
    let store = try PostgreSQLStore.new()
    let context = try PersistentContainer(model: Self.model(), store: store).makeContext()
    for (title, isRead) in [("it's", true), (#"a\' OR 1=1 --"#, false), ("other", false)] {
      try context.insert("Page").setValuesForKeys(["title": title, "isRead": isRead])
    }
    try context.save()
    let values: [AttributeValue] =
      attribute == "isRead"
      ? Array(repeating: true, count: 2_500)
      : (0..<2_500).map { .string("\($0)") } + ["it's", #"a\' OR 1=1 --"#]
    let condition = FetchPredicate.comparison(
      .keyPath([attribute]), .in, .list(values.map { .constant($0) }))
    let found = try context.fetch(FetchRequest("Page", where: condition))
    #expect(found.count == (attribute == "isRead" ? 1 : 2))
  }

  @Test func `a task that keeps a reader over a pause reads on, although no connection is left`()
    async throws
  {
    let store = try PostgreSQLStore.new(connections: 1)
    let context = try Counters.context(store)
    _ = try Counters.insert("first", context)
    try context.save()
    let reader = try store.reader()
    #expect(try reader.count(FetchRequest("Counter")) == 1)
    // The same task continues on another thread.
    let count = try await OwnThread().run { try store.reader().count(FetchRequest("Counter")) }
    #expect(count == 1)
    #expect(try reader.count(FetchRequest("Counter")) == 1)
  }

  @Test(arguments: [false, true])
  func `numbers of transactions that nobody asks for go with the time`(_ isPurge: Bool) throws {
    let store = try PostgreSQLStore.new(keepsHistory: true)
    let context = try Counters.context(store)
    _ = try Counters.insert("first", context)
    try context.save()
    try store.run(
      "INSERT INTO _armature_transactions SELECT -n, n % 2 = 0, now() - n * INTERVAL '1 day' FROM generate_series(1, 9) n"
    )
    if isPurge {
      try store.purgeHistory(.before(.distantFuture))
    } else {
      try store.again().open(Counters.model())
    }
    // The transactions of today and yesterday stay.
    #expect(try store.integer("SELECT COUNT(*) FROM _armature_transactions") == 2)
  }
}
