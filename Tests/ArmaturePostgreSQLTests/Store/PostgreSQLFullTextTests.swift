import Armature
import ArmatureSQL
import Foundation
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Full-text indexes of a server: when they are made, and what keeps them in step with the rows.
@Suite(.needsPostgreSQL) struct PostgreSQLFullTextTests {
  private let store: PostgreSQLStore

  init() throws { store = try PostgreSQLStore.new() }

  private static func model(
    title: String = "title", former: String? = nil, @PropertyBuilder index: () -> EntityBody
  ) throws -> ManagedObjectModel {
    let index = index()
    return try ManagedObjectModel("Notes") {
      Entity("Author") {
        Attribute("name", String?.self)
        Relationship("notes", to: "Note", .toMany, inverse: "author", onDelete: .cascade)
      }
      Entity("Note") {
        former.map { Attribute(title, String?.self).renamed(from: $0) }
          ?? Attribute(title, String?.self)
        Attribute("body", String?.self)
        Relationship("author", to: "Author", inverse: "notes")
        index
      }
    }
  }

  private static func plain() throws -> ManagedObjectModel { try model {} }
  private static func indexed() throws -> ManagedObjectModel {
    try model { FullText("title", "body", "author.name") }
  }

  /// The name of the table of words.
  private static func words() throws -> String {
    try #require(SQLSchema(indexed()).fullTexts.first).name
  }

  private func open(_ model: ManagedObjectModel) throws -> ManagedObjectContext {
    try PersistentContainer(model: model, store: store.again()).makeContext()
  }

  private func fill(_ model: ManagedObjectModel) throws {
    let context = try open(model)
    let author = try context.insert("Author")
    author.name = "Frank Herbert"
    for (title, body) in [("Dune", "spice"), ("Messiah", "dunes")] {
      let note = try context.insert("Note")
      note.title = title
      note.body = body
      note.author = author
    }
    try context.save()
  }

  private func titles(
    _ context: ManagedObjectContext, _ query: String, _ name: String = "title"
  ) throws -> [String] {
    try context.fetch("Note") { $0.matches(query) }.compactMap { note in
      if case .string(let title)? = note[name] { title } else { nil }
    }
  }

  @Test func `a store gets the index that its model has acquired`() throws {
    try fill(Self.plain())
    let context = try open(Self.indexed())
    #expect(try titles(context, "dune*") == ["Dune", "Messiah"])
    #expect(try titles(context, "herbert spice") == ["Dune"])
    let ranked = FetchRequest("Note", orderedBy: [.relevance], limit: 1) { $0.matches("dune") }
    let explanation = try context.explain(ranked)
    #expect(explanation.description.contains("ts_rank"), "\(explanation)")
    #expect(try context.fetch(ranked).count == 1)
  }

  @Test func `the context reads only rows with the words of a phrase`() throws {
    try fill(Self.indexed())
    let context = try open(Self.indexed())
    let request = FetchRequest("Note") { $0.matches("\"frank herbert\" dunes") }
    #expect(try context.explain(request).description.contains("@@"))
    #expect(try titles(context, "\"frank herbert\" dunes") == ["Messiah"])
    #expect(try titles(context, "\"herbert frank\"") == [])
    #expect(try titles(context, "dune -\"herbert frank\"") == ["Dune"])
  }

  @Test func `a program whose model has no index keeps the index of another in step`() throws {
    try fill(Self.indexed())
    let reader = try open(Self.indexed())
    let plain = try open(Self.plain())
    let note = try plain.fetch("Note")[0]
    note.title = "Worms"
    try plain.save()
    #expect(try titles(reader, "worms") == ["Worms"])
    #expect(try titles(open(Self.indexed()), "title:dune") == [])
  }

  @Test func `rows that psql changes are found by the next search`() throws {
    try fill(Self.indexed())
    let context = try open(Self.indexed())
    try store.run("UPDATE \"Note\" SET \"title\" = 'Worms' WHERE \"title\" = 'Dune'")
    #expect(try context.count(FetchRequest("Note") { $0.matches("worms") }) == 1)
    #expect(try context.count(FetchRequest("Note") { $0.matches("dune") }) == 0)
    try store.run("UPDATE \"Author\" SET \"name\" = 'Éa'")
    #expect(try context.count(FetchRequest("Note") { $0.matches("ea") }) == 2)
    try store.run(
      "INSERT INTO \"Note\" (\"_id\", \"_version\", \"title\") VALUES (900, 1, 'Sand')",
      "DELETE FROM \"Note\" WHERE \"title\" = 'Messiah'")
    #expect(try context.count(FetchRequest("Note") { $0.matches("sand") }) == 1)
    #expect(try context.count(FetchRequest("Note") { $0.matches("NOT x") }) == 2)
    #expect(try store.integer("SELECT \"count\" FROM \"_armature_words\"") == 2)
  }

  @Test func `a changed index is built again, and so is one whose table was dropped`() throws {
    try fill(Self.indexed())
    let parts = try Self.model { FullText("title", tokenizer: .trigrams) }
    #expect(try titles(open(parts), "essi") == ["Messiah"])
    #expect(try titles(open(parts), "spice") == [])
    #expect(try titles(open(Self.indexed()), "spice") == ["Dune"])
    try store.run("DROP TABLE \"\(Self.words())\"")
    #expect(try titles(open(Self.indexed()), "spice") == ["Dune"])
  }

  @Test func `programs with other indexes use one schema at the same time`() throws {
    try fill(Self.indexed())
    let first = try open(Self.indexed())
    let second = try open(Self.model { FullText("body", "title") })
    let third = try open(Self.model { FullText("title", tokenizer: .trigrams) })
    for context in [second, third, first] {
      let note = try context.insert("Note")
      note.title = "Sand"
      note.body = "Sea"
      try context.save()
    }
    #expect(try titles(first, "title:sand body:sea").count == 3)
    #expect(try titles(second, "body:sea -body:sand").count == 3)
    #expect(try titles(third, "and").count == 3)
    #expect(try titles(first, "herbert").count == 2)
  }

  @Test func `a migration keeps the index`() throws {
    try fill(Self.indexed())
    let renamed = try Self.model(title: "heading", former: "title") {
      FullText("heading", "author.name")
    }
    let context = try open(renamed)
    #expect(try titles(context, "dune herbert", "heading") == ["Dune"])
    #expect(try titles(context, "spice", "heading") == [])
    let note = try context.fetch("Note")[0]
    note["heading"] = "Worms"
    try context.save()
    #expect(try titles(context, "worms", "heading") == ["Worms"])
    // A model without the index leaves it to other programs.
    let last = try Self.model(title: "name", former: "heading") {}
    _ = try open(last)
    let triggers: SQLStatement = """
      SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = CAST('\(name: "Note")' AS regclass)
      """
    #expect(try store.integer(triggers) == 0)
  }

  @Test func `changes of many objects at once keep the index in step`() throws {
    try fill(Self.indexed())
    let context = try open(Self.indexed())
    try context.execute(BatchUpdate(FetchRequest("Author"), set: ["name": .value("Éa")]))
    #expect(try titles(context, "herbert") == [])
    #expect(try titles(context, "ea") == ["Dune", "Messiah"])
    try context.execute(BatchDelete(FetchRequest("Note") { $0.matches("spice") }))
    #expect(try titles(context, "ea") == ["Messiah"])
    for number in 0..<200 { try context.insert("Note").title = "many \(number)" }
    try context.save()
    #expect(try context.count(FetchRequest("Note") { $0.matches("many") }) == 200)
    #expect(try titles(context, "many 117") == ["many 117"])
    let author = try context.fetch("Author")[0]
    try context.delete(author)
    try context.save()
    #expect(try context.count(FetchRequest("Note") { $0.matches("NOT x") }) == 200)
  }

  @Test func `a part of a save in several parts is found by the next part`() throws {
    try fill(Self.indexed())
    let context = try open(Self.indexed())
    try context.execute(BatchInsert("Note", 0..<70) { $0.title = "part \($1)" })
    #expect(try context.count(FetchRequest("Note") { $0.matches("part") }) == 70)
  }

  @Test func `suggestions of a server are those of memory`() throws {
    try fill(Self.indexed())
    let context = try open(Self.indexed())
    #expect(
      try context.suggestions(for: "x d", in: "Note").map { "\($0.word) \($0.count)" }
        == ["dune 1", "dunes 1"])
  }

  @Test func `very long words, and words that occur very often, are found`() throws {
    let long = String(repeating: "é", count: 1_500)
    let context = try open(Self.indexed())
    let note = try context.insert("Note")
    note.title = "\(long)x"
    note.body = String(repeating: "often ", count: 1_000)
    let other = try context.insert("Note")
    other.body = "often \(long)y"
    try context.save()
    func count(_ query: String) throws -> Int {
      try context.count(FetchRequest("Note") { $0.matches(query) })
    }
    #expect(try count("\(long)x") == 1)
    #expect(try count("\(long)*") == 2)
    #expect(try count(long) == 0)
    #expect(try count("e* often") == 2)
    let ranked = FetchRequest("Note", orderedBy: [.relevance]) { $0.matches("often") }
    #expect(try context.fetch(ranked).count == 2)
  }

  @Test
  func `a note that one program adds to an author that another renames is found by the new name`()
    async throws
  {
    try fill(Self.indexed())
    for round in 0..<20 {
      let renaming = Task.detached {
        let context = try open(Self.indexed())
        try context.fetch("Author")[0].name = "Name\(round)"
        try context.save()
      }
      let context = try open(Self.indexed())
      let note = try context.insert("Note")
      note.title = "Round \(round)"
      note.author = try context.fetch("Author")[0]
      try context.save()
      try await renaming.value
    }
    let context = try open(Self.indexed())
    #expect(try context.count(FetchRequest("Note") { $0.matches("name19") }) == 22)
  }

  @Test func `a row that psql changes while its earlier change is entered is found afterwards`()
    async throws
  {
    try fill(Self.indexed())
    try store.run("UPDATE \"Note\" SET \"title\" = 'Sand' WHERE \"title\" = 'Dune'")
    let other = try PostgreSQLConnector(store.settings).connect()
    try other.send("BEGIN")
    try other.send("UPDATE \"Note\" SET \"title\" = 'Worms' WHERE \"title\" = 'Sand'")
    try other.receiveFine()
    let search = Task.detached {
      try open(Self.indexed()).count(FetchRequest("Note") { $0.matches("sand") })
    }
    try await Task.sleep(for: .milliseconds(300))
    try other.send("COMMIT")
    try other.receiveFine()
    _ = try await search.value
    let context = try open(Self.indexed())
    #expect(try context.count(FetchRequest("Note") { $0.matches("worms") }) == 1)
  }

  @Test func `a user without rights on the words searches, and leaves them to others`() throws {
    try fill(Self.indexed())
    let name = "user_\(store.settings.schema)"
    let schema = store.settings.schema
    try store.run(
      "CREATE ROLE \(name) LOGIN", "GRANT USAGE ON SCHEMA \(schema) TO \(name)",
      "GRANT ALL ON ALL TABLES IN SCHEMA \(schema) TO \(name)",
      "GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(schema) TO \(name)",
      "REVOKE ALL ON \"\(Self.words())\" FROM \(name)")
    let own = PostgreSQLStore(
      store.settings.address.replacing("user=armature", with: "user=\(name)"), schema: schema)
    let context = try PersistentContainer(model: Self.indexed(), store: own).makeContext()
    #expect(try titles(context, "herbert spice") == ["Dune"])
    try context.fetch("Note")[0].title = "Worms"
    try context.save()
    #expect(try titles(context, "worms") == ["Worms"])
    #expect(try titles(open(Self.indexed()), "worms") == ["Worms"])
  }

  @Test func `a server that changes tables outside transactions searches without an index`()
    throws
  {
    let stepwise = store.stepwise()
    let context = try PersistentContainer(model: Self.indexed(), store: stepwise).makeContext()
    try context.insert("Note").title = "Dune"
    try context.save()
    #expect(try titles(context, "dune") == ["Dune"])
    #expect(try store.text("SELECT CAST(to_regclass('_armature_words') AS text)") == nil)
  }
}
