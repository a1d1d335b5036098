import Armature
import ArmatureModel
import ArmatureSQL
import Foundation
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Rows written by programs without this library: values that no object can have are rejected, never lost, and never
/// crash the program.
@Suite(.needsPostgreSQL) struct PostgreSQLForeignRowTests {
  private enum Size: String, AttributeConvertible, CaseIterable { case small, large }

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Foreign") {
      Entity("Maker") {
        Attribute("name", String.self)
        Relationship("articles", to: "Article", .ordered, inverse: "maker")
      }
      Entity("Article") {
        Attribute("title", String.self).length(1...20)
        Attribute("price", Decimal?.self)
        Attribute("count", Int16?.self)
        Attribute("ratio", Double?.self)
        Attribute("at", Date?.self)
        Attribute("day", CalendarDate?.self)
        Attribute("numbers", [Int]?.self)
        Attribute("words", [String]?.self)
        Attribute("link", URL?.self)
        Attribute("size", Size?.self)
        Attribute("zoned", ZonedDate?.self)
        Relationship("maker", to: "Maker", inverse: "articles")
        Relationship("tags", to: "Tag", .toMany, inverse: "articles")
      }
      Entity("Tag") {
        Attribute("word", String.self)
        Relationship("articles", to: "Article", .toMany, inverse: "tags")
      }
      Entity("Book", parent: "Article") { Attribute("pages", Int?.self) }
    }
  }

  /// The result of reading a value.
  enum Fate: Sendable {
    /// The fetch throws an error.
    case refused
    /// The object is not found because its entity is unknown.
    case unknown
    case read
  }

  @Test(
    arguments: [
      ("\"price\" = 1e200", .refused), ("\"price\" = repeat('9', 60)::numeric", .refused),
      ("\"price\" = 'Infinity'", .refused), ("\"price\" = '-Infinity'", .refused),
      ("\"price\" = 'NaN'", .read), ("\"price\" = 1e-130", .refused),
      ("\"count\" = 40000", .refused), ("\"count\" = -9223372036854775808", .refused),
      ("\"ratio\" = 'Infinity'", .read), ("\"ratio\" = 'NaN'", .read),
      ("\"at\" = 'infinity'", .read), ("\"at\" = '-infinity'", .read),
      ("\"at\" = '4713-01-01 00:00:00+00 BC'", .read),
      ("\"at\" = '294276-12-31 23:59:59.999999+00'", .read),
      ("\"day\" = 'infinity'", .refused), ("\"day\" = '-infinity'", .refused),
      ("\"day\" = '5874897-12-31'", .refused), ("\"day\" = '4713-01-01 BC'", .refused),
      ("\"numbers\" = ARRAY[1, NULL, 3]", .refused),
      ("\"numbers\" = ARRAY[[1, 2], [3, 4]]", .refused), ("\"numbers\" = '{}'", .read),
      ("\"numbers\" = '[5:6]={1,2}'", .read),
      ("\"words\" = ARRAY['a', NULL]", .refused),
      ("\"words\" = ARRAY[ARRAY['a'], ARRAY['b']]", .refused),
      ("\"words\" = ARRAY['\"', '\\', E'\\n', ',', '{', 'NULL', '']", .read),
      ("\"link\" = ''", .refused), ("\"size\" = 'huge'", .refused),
      ("\"zoned\" = now(), \"zoned_zone\" = NULL", .refused),
      ("\"zoned\" = now(), \"zoned_zone\" = 'Nowhere/Land'", .read),
      ("\"title\" = NULL", .read), ("\"title\" = repeat('x', 1000000)", .read),
      ("\"title\" = U&'\\FFFF\\202E\\+01F600\\0301'", .read), ("\"title\" = ''", .read),
      ("\"maker\" = 4711", .read), ("\"maker\" = -1", .refused), ("\"maker\" = \"_id\"", .refused),
      ("\"_entity\" = 'Nothing'", .unknown), ("\"_entity\" = ''", .unknown),
      ("\"_entity\" = NULL", .unknown), ("\"_entity\" = 'Book'", .read),
      ("\"_version\" = NULL", .refused), ("\"_version\" = 0", .refused),
      ("\"_version\" = -5", .refused), ("\"_version\" = 9223372036854775807", .read),
    ] as [(String, Fate)])
  func `a value that somebody has written is read or refused, and stays`(
    _ setting: String, _ fate: Fate
  ) throws {
    let store = try PostgreSQLStore.new()
    let writer = try PersistentContainer(model: Self.model(), store: store).makeContext()
    let maker = try writer.insert("Maker")
    try maker.setValue("a", forKey: "name")
    for title in ["one", "two"] {
      try writer.insert("Article").setValuesForKeys(["title": title, "maker": maker])
    }
    try writer.save()
    try store.run(
      "ALTER TABLE \"Article\" DROP CONSTRAINT \"Article_maker_fkey\"",
      "ALTER TABLE \"Article\" ALTER \"title\" DROP NOT NULL",
      "ALTER TABLE \"Article\" ALTER \"_entity\" DROP NOT NULL",
      "ALTER TABLE \"Article\" ALTER \"_version\" DROP NOT NULL",
      "UPDATE \"Article\" SET \(setting) WHERE \"title\" = 'one'")
    let found: SQLStatement =
      "SELECT string_agg(\"Article\"::text, '|' ORDER BY \"_id\") FROM \"Article\""
    let before = try store.text(found)
    let context = try PersistentContainer(model: Self.model(), store: store.again()).makeContext()
    switch fate {
    case .refused:
      let error = try #require(throws: PersistentStoreError.self) { try Self.readAll(context) }
      #expect("\(error)".contains("must"), "\(error)")
    case .unknown: #expect(try Self.readAll(context) == 1)
    case .read: #expect(try Self.readAll(context) == 2)
    }
    // The next call that can throw reports members, or that they cannot be read.
    _ = try? context.fetch(FetchRequest("Maker")).map {
      try $0.objectIDs(forRelationshipNamed: "articles")
    }
    try? context.save()
    #expect(try store.text(found) == before)
    // The other row is unchanged, and can be saved.
    let other = try PersistentContainer(model: Self.model(), store: store.again()).makeContext()
    let two = try other.fetch(FetchRequest("Article", where: FetchPredicate("title == 'two'")))
    #expect(two.count == 1)
    try #require(two.first).setValue(5, forKey: "count")
    try other.save()
    #expect(try store.text("SELECT \"title\" FROM \"Article\" WHERE \"count\" = 5") == "two")
    #expect(try store.integer("SELECT COUNT(*) FROM \"Article\"") == 2)
  }

  /// Fetches and reads all articles; returns their number.
  @discardableResult private static func readAll(_ context: ManagedObjectContext) throws -> Int {
    let articles = try context.fetch(FetchRequest("Article"))
    for article in articles {
      for property in article.entity.persistentProperties {
        _ = try article.value(forKey: property.name) as AttributeValue
      }
      _ = (article.maker as ManagedObject?)?.name as String?
    }
    return articles.count
  }

  @Test func `a look at the whole store tells all that is no value, and warns of what has no text`()
    throws
  {
    let store = try PostgreSQLStore.new()
    let container = try PersistentContainer(model: Self.model(), store: store)
    let writer = container.makeContext()
    for title in ["one", "two", "three", "four", "five"] {
      let (article, tag) = (try writer.insert("Article"), try writer.insert("Tag"))
      try article.setValuesForKeys(["title": title])
      try article.insert(tag, into: "tags")
    }
    for tag in try writer.fetch("Tag") { try tag.setValue("t", forKey: "word") }
    try writer.save()
    try store.run(
      "ALTER TABLE \"Article\" DROP CONSTRAINT \"Article_maker_fkey\"",
      "UPDATE \"Article\" SET \"price\" = 'Infinity', \"count\" = 40000 WHERE \"title\" = 'one'",
      "UPDATE \"Article\" SET \"price\" = '-Infinity' WHERE \"title\" = 'two'",
      "UPDATE \"Article\" SET \"ratio\" = 'NaN', \"price\" = 'NaN' WHERE \"title\" = 'three'",
      "UPDATE \"Article\" SET \"ratio\" = '-Infinity', \"at\" = 'infinity' WHERE \"title\" = 'four'",
      "UPDATE \"Article\" SET \"title\" = repeat('x', 30) WHERE \"title\" = 'five'")
    for includesRules in [false, true] {
      let report = try container.verify(includingRules: includesRules)
      let errors = report.errors.map { ($0.property ?? "") + " " + $0.code }.sorted()
      let own = ["count", "price", "price"].map { "\($0) type.notRepresentable" }
      #expect(errors == own + (includesRules ? ["title length.tooLong"] : []), "\(report)")
      #expect(report.errors.allSatisfy { $0.objectID != nil })
      #expect(
        "\(report)".contains("price must be a decimal number, but the store has \"Infinity\""),
        "\(report)")
      let warnings = report.warnings.map { $0.property ?? "" }.sorted()
      #expect(warnings == ["at", "price", "ratio", "ratio"], "\(report)")
    }
    // Another store reads exactly the kept value.
    let request = try FetchRequest("Article", where: FetchPredicate("title == 'three'"))
    let three = try #require(try container.makeContext().fetch(request).first)
    guard case .double(let ratio) = try three.value(forKey: "ratio") as AttributeValue else {
      Issue.record("\(three)")
      return
    }
    #expect(ratio.isNaN)
  }

  @Test func `values that the server does not have are told together`() throws {
    let store = try PostgreSQLStore.new()
    let context = try PersistentContainer(model: Self.model(), store: store).makeContext()
    let maker = try context.insert("Maker")
    try maker.setValue("a\u{0}b", forKey: "name")
    for number in 0..<100 {
      try context.insert("Article").setValuesForKeys([
        "title": number.isMultiple(of: 10) ? "\u{0}" : "fine", "maker": maker,
        "words": number == 5 ? ["a", "\u{0}"] : [],
      ])
    }
    let report = try #require(throws: ValidationReport.self) { try context.save() }
    #expect(report.failures(inEntity: "Maker", property: "name").count == 1)
    #expect(report.failures(inEntity: "Article", property: "title").count == 10)
    #expect(report.failures(inEntity: "Article", property: "words").count == 1)
    for article in try context.fetch("Article") {
      try article.setValuesForKeys(["title": "fine", "words": [String]()])
    }
    try maker.setValue("fine", forKey: "name")
    try context.save()
    for article in try context.fetch("Article").prefix(3) {
      try article.setValuesForKeys(["title": "\u{0}", "words": ["\u{0}"]])
    }
    let changed = try #require(throws: ValidationReport.self) { try context.save() }
    #expect(changed.count == 6, "\(changed)")
  }

  @Test(arguments: [
    "UPDATE _armature_state SET commits = 9223372036854775807",
    "UPDATE _armature_state SET commits = -9223372036854775808",
    "UPDATE _armature_state SET mark = 'nonsense'", "DELETE FROM _armature_state",
    "UPDATE _armature_state SET history_start = 9223372036854775807",
    "UPDATE _armature SET value = 'nonsense'", "DELETE FROM _armature",
    "ALTER SEQUENCE _armature_keys RESTART 9223372036854775000",
    "ALTER SEQUENCE _armature_keys RESTART 1",
    "ALTER SEQUENCE _armature_keys MINVALUE -5000 RESTART -3000", "DROP SEQUENCE _armature_keys",
    "DROP TABLE _armature_transactions",
    "INSERT INTO _armature_transactions SELECT n, true FROM generate_series(1, 5000) n ON CONFLICT DO NOTHING",
    "INSERT INTO _armature_changes VALUES (9223372036854775807, 0, 'x', 'y', 'z', 'no keys')",
    "TRUNCATE \"Counter\" CASCADE",
  ])
  func `what the library keeps for itself may be anything`(_ statement: String) throws {
    let store = try PostgreSQLStore.new(keepsHistory: true)
    let container = try PersistentContainer(model: Counters.model(), store: store)
    let context = container.makeContext()
    context.mergesChangesAutomatically = true
    let counter = try Counters.insert("first", context)
    try context.save()
    try store.run(statement)
    // Each call may throw an error, but must not trap or change anything else.
    _ = try? context.fetch(FetchRequest("Counter"))
    try? counter.setValue(1, forKey: "count")
    try? context.save()
    _ = try? store.reserveKeys(3000)
    _ = try? container.currentHistoryToken()
    _ = try? store.reader().history(since: nil)
    try? store.purgeHistory(.before(.distantFuture))
    let other = try? PersistentContainer(model: Counters.model(), store: store.again())
    if let other = other?.makeContext() {
      _ = try? Counters.insert("second", other)
      try? other.save()
      _ = try? other.fetch(FetchRequest("Counter"))
    }
    let names = try store.text(
      "SELECT string_agg(\"name\", ',' ORDER BY \"name\") FROM \"Counter\"")
    #expect(["first", "first,second"].contains(names) || statement.hasPrefix("TRUNCATE"))
  }

  @Test func `purging a history whose state was removed says that there is none`() throws {
    let store = try PostgreSQLStore.new(keepsHistory: true)
    let context = try Counters.context(store)
    _ = try Counters.insert("first", context)
    try context.save()
    try store.run("DELETE FROM _armature_state")
    #expect(throws: PersistentStoreError.noHistory(reason: "this one does not")) {
      try store.purgeHistory(.before(.distantFuture))
    }
  }

  @Test(arguments: [
    "UPDATE \"Maker\" SET \"_id\" = 0", "UPDATE \"Maker\" SET \"_id\" = -1",
    "UPDATE \"Maker\" SET \"_id\" = 9223372036854775807",
    "UPDATE \"Maker\" SET \"_id\" = -9223372036854775808",
    "UPDATE \"Article\" SET \"_id\" = -\"_id\"",
    "UPDATE \"Article\" SET \"maker\" = -9223372036854775808",
    "INSERT INTO \"Maker\" SELECT \"_id\", 1, 'same key' FROM \"Article\"",
    "UPDATE \"Article\" SET \"maker_order\" = 9223372036854775807",
    "UPDATE \"Article\" SET \"maker_order\" = -9223372036854775808",
    "UPDATE \"Article\" SET \"maker_order\" = NULL", "UPDATE \"Article\" SET \"maker_order\" = 1",
    "INSERT INTO \"Article_tags\" VALUES (4711, -1), (-1, 4711), (0, 0)",
    "INSERT INTO \"Article_tags\" SELECT t.* FROM \"Article_tags\" t, generate_series(1, 3)",
    "UPDATE \"Article_tags\" SET \"tags\" = 9223372036854775807", "DELETE FROM \"Tag\"",
    "DELETE FROM \"Maker\"",
  ])
  func `keys and links that no store gives end no program, and lose no row`(_ statement: String)
    throws
  {
    let store = try PostgreSQLStore.new()
    let writer = try PersistentContainer(model: Self.model(), store: store).makeContext()
    let (maker, tag) = (try writer.insert("Maker"), try writer.insert("Tag"))
    try maker.setValue("a", forKey: "name")
    try tag.setValue("t", forKey: "word")
    for title in ["one", "two", "three"] {
      let article = try writer.insert("Article")
      try article.setValuesForKeys(["title": title, "maker": maker])
      try article.insert(tag, into: "tags")
    }
    try writer.save()
    try store.run(
      "ALTER TABLE \"Article\" DROP CONSTRAINT \"Article_maker_fkey\"",
      "ALTER TABLE \"Article_tags\" DROP CONSTRAINT \"Article_tags_pkey\" CASCADE",
      "ALTER TABLE \"Tag\" DROP CONSTRAINT \"Tag_pkey\" CASCADE",
      "ALTER TABLE \"Article\" DROP CONSTRAINT \"Article_pkey\" CASCADE")
    try store.run(statement)
    let count: SQLStatement =
      "SELECT (SELECT COUNT(*) FROM \"Article\") + (SELECT COUNT(*) FROM \"Maker\")"
    let before = try #require(try store.integer(count))
    // One context that already had the rows, and one that fetches them.
    for context in [
      writer, try PersistentContainer(model: Self.model(), store: store.again()).makeContext(),
    ] {
      try? context.refreshAll()
      _ = try? Self.readAll(context)
      for name in ["Maker", "Tag"] {
        for owner in (try? context.fetch(FetchRequest(name))) ?? [] {
          let articles: [ManagedObject] = owner.articles ?? []
          for article in articles { _ = article.title as String? }
          guard let new = try? context.insert("Article") else { continue }
          try? new.setValue("new", forKey: "title")
          try? owner.insert(new, into: "articles", at: name == "Maker" ? 0 : nil)
          try? context.save()
        }
      }
      try? context.save()
      context.rollback()
    }
    #expect(try #require(try store.integer(count)) >= before)
    let titles = try store.text(
      "SELECT string_agg(\"title\", ' ' ORDER BY \"title\") FROM \"Article\" WHERE \"title\" <> 'new'"
    )
    #expect(titles == "one three two")
  }
}
