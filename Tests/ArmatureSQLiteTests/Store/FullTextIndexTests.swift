import Armature
import ArmatureSQL
import ArmatureSQLite
import TestSupport
import Testing

/// Full-text indexes of files: when they are made, and what keeps them in step with the rows.
@Suite(.needsSQLite) struct FullTextIndexTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

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

  private func open(_ model: ManagedObjectModel) throws -> ManagedObjectContext {
    try PersistentContainer(model: model, store: SQLiteStore(path)).makeContext()
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

  @Test func `a file gets the index that its model has acquired`() throws {
    try fill(Self.plain())
    let context = try open(Self.indexed())
    #expect(try titles(context, "dune*") == ["Dune", "Messiah"])
    #expect(try titles(context, "herbert spice") == ["Dune"])
    let explanation = try context.explain(
      FetchRequest("Note", orderedBy: [.relevance], limit: 1) { $0.matches("dune") })
    #expect(explanation.notes.contains { $0.contains("bm25") })
  }

  @Test func `a program whose model has no index keeps the index of another in step`() throws {
    try fill(Self.indexed())
    let plain = try open(Self.plain())
    let note = try plain.fetch("Note")[0]
    note.title = "Worms"
    try plain.save()
    #expect(try titles(open(Self.indexed()), "worms") == ["Worms"])
    #expect(try titles(open(Self.indexed()), "title:dune") == [])
  }

  @Test func `a changed index is built again`() throws {
    try fill(Self.indexed())
    let parts = try Self.model { FullText("title", tokenizer: .trigrams) }
    #expect(try titles(open(parts), "essi") == ["Messiah"])
    #expect(try titles(open(parts), "spice") == [])
    #expect(try titles(open(Self.indexed()), "spice") == ["Dune"])
  }

  @Test func `programs with other indexes use one file at the same time`() throws {
    try fill(Self.indexed())
    let first = try open(Self.indexed())
    #expect(try titles(first, "title:dune") == ["Dune"])
    let second = try open(Self.model { FullText("body", "title") })
    let third = try open(Self.model { FullText("title", tokenizer: .trigrams) })
    for context in [second, third, first] {
      let note = try context.insert("Note")
      note.title = "Sand"
      note.body = "Sea"
      try context.save()
    }
    #expect(try titles(first, "title:dune") == ["Dune"])
    #expect(try titles(first, "title:sand body:sea").count == 3)
    #expect(try titles(second, "body:sea -body:sand").count == 3)
    #expect(try titles(third, "and").count == 3)
    #expect(try titles(first, "herbert").count == 2)
    let store = SQLiteStore(path)
    let container = try PersistentContainer(model: Self.plain(), store: store)
    try withExtendedLifetime(container) { try store.verify() }
  }

  @Test func `an index that the model no longer declares is checked, and removed by a compaction`()
    throws
  {
    try fill(Self.indexed())
    let name = try #require(SQLSchema(Self.indexed()).fullTexts.first).name
    let store = SQLiteStore(path)
    let container = try PersistentContainer(model: Self.plain(), store: store)
    try runSQL("DELETE FROM \(name)_data WHERE id > 10", path)
    #expect { try store.verify() } throws: { "\($0)".contains("full-text index \(name) differs") }
    try store.compact()
    try store.verify()
    try container.makeContext().fetch("Note")[0].title = "Worms"
    #expect(
      try querySQL("SELECT count(*) FROM sqlite_master WHERE name LIKE '%words%'", path) == ["0"])
  }

  @Test func `a row is found by texts that it reaches along several ways, or of itself`() throws {
    let model = try ManagedObjectModel("Ways") {
      Entity("Author") {
        Attribute("name", String?.self)
        Relationship("written", to: "Note", .toMany, inverse: "author")
        Relationship("edited", to: "Note", .toMany, inverse: "editor")
      }
      Entity("Note") {
        Attribute("title", String?.self)
        Relationship("author", to: "Author", inverse: "written")
        Relationship("editor", to: "Author", inverse: "edited")
        Relationship("parent", to: "Note", inverse: "children")
        Relationship("children", to: "Note", .toMany, inverse: "parent")
        FullText("title", "author.name", "editor.name", "parent.title", "parent.parent.title")
      }
    }
    let store = SQLiteStore(path)
    let container = try PersistentContainer(model: model, store: store)
    let context = container.makeContext()
    var random = SplitMix64(seed: 11)
    for round in 0..<60 {
      for _ in 0..<3 {
        let (notes, authors) = (try context.fetch("Note"), try context.fetch("Author"))
        let kind = Int.random(in: 0..<8, using: &random)
        if kind < 2 || notes.isEmpty || authors.isEmpty {
          try context.insert("Author").name = "name\(round)"
          try context.insert("Note").title = "title\(round)"
          continue
        }
        let (note, author) = (random.pick(notes), random.pick(authors))
        switch kind {
        case 2:
          note.author = author
          note.editor = author
        case 3: note.parent = note
        case 4: note.parent = random.pick(notes)
        case 5: note.title = "other\(round)"
        case 6: author.name = "other\(round)"
        default: try context.delete(Bool.random(using: &random) ? note : author)
        }
      }
      try context.save()
      try store.verify()
    }
    try context.execute(BatchUpdate(FetchRequest("Note"), set: ["title": .value("same")]))
    try store.verify()
    try context.execute(BatchDelete(FetchRequest("Author")))
    try store.verify()
  }

  @Test func `the character U+0000 leaves an index of parts of words whole`() throws {
    let model = try Self.model { FullText("title", tokenizer: .trigrams) }
    let store = SQLiteStore(path)
    let context = try PersistentContainer(model: model, store: store).makeContext()
    for number in 0..<50 { try context.insert("Note").title = "a\0b\0cde \(number)" }
    try context.save()
    try store.verify()
    #expect(try titles(context, "cde").count == 50)
    for note in try context.fetch("Note") { try context.delete(note) }
    try context.save()
    try store.verify()
  }

  @Test func `a query of many words uses the index`() throws {
    try fill(Self.indexed())
    let context = try open(Self.indexed())
    let query = (0..<2_000).map { "word\($0)" }.joined(separator: " OR ") + " OR dune"
    #expect(try titles(context, query) == ["Dune"])
    let request = FetchRequest("Note") { $0.matches(query) }
    #expect(try context.explain(request).description.contains("MATCH"))
  }

  @Test func `a migration keeps the index`() throws {
    try fill(Self.indexed())
    let renamed = try Self.model(title: "heading", former: "title") {
      FullText("heading", "author.name")
    }
    let context = try PersistentContainer(
      model: renamed, store: SQLiteStore(path)
    ).makeContext()
    #expect(try titles(context, "dune herbert", "heading") == ["Dune"])
    #expect(try titles(context, "spice", "heading") == [])
    let note = try context.fetch("Note")[0]
    note["heading"] = "Worms"
    try context.save()
    #expect(try titles(context, "worms", "heading") == ["Worms"])
  }

  @Test func `a file that is only read is searched without the index`() throws {
    try fill(Self.plain())
    let container = try PersistentContainer(
      model: Self.indexed(), store: SQLiteStore(path, readOnly: true))
    let context = container.makeContext()
    #expect(try titles(context, "herbert dune") == ["Dune"])
    let ranked = FetchRequest("Note", orderedBy: [.relevance]) { $0.matches("dune OR dunes") }
    #expect(try context.fetch(ranked).count == 2)
    #expect(try context.suggestions(for: "dun", in: "Note").map(\.word) == ["dune", "dunes"])
  }

  @Test func `changes of many objects at once keep the index in step`() throws {
    try fill(Self.indexed())
    let context = try open(Self.indexed())
    try context.execute(BatchUpdate(FetchRequest("Author"), set: ["name": .value("Éa")]))
    #expect(try titles(context, "herbert") == [])
    #expect(try titles(context, "ea") == ["Dune", "Messiah"])
    try context.execute(BatchDelete(FetchRequest("Note") { $0.matches("spice") }))
    #expect(try titles(context, "ea") == ["Messiah"])
    let author = try context.fetch("Author")[0]
    try context.delete(author)
    try context.save()
    #expect(try titles(context, "NOT x") == [])
  }

  @Test func `a trigger of another program is refused beside our own`() throws {
    try fill(Self.indexed())
    try runSQL("CREATE TRIGGER other AFTER INSERT ON Note BEGIN SELECT 1; END", path)
    #expect { try open(Self.indexed()) } throws: { "\($0)".contains("trigger other") }
    try runSQL("DROP TRIGGER other", path)
    #expect(try titles(open(Self.indexed()), "dune") == ["Dune"])
  }

  @Test func `another program that changes a text fails instead of leaving the index behind`()
    throws
  {
    try fill(Self.indexed())
    let output = try querySQLFailing("UPDATE Note SET title = 'x'", path)
    #expect(output.contains("no such tokenizer: armature"))
    #expect(try titles(open(Self.indexed()), "dune") == ["Dune"])
  }

  @Test func `suggestions of a file are those of memory`() throws {
    try fill(Self.indexed())
    let context = try open(Self.indexed())
    #expect(
      try context.suggestions(for: "x d", in: "Note").map { "\($0.word) \($0.count)" }
        == ["dune 1", "dunes 1"])
  }

  @Test func `a check finds an index that differs from the rows, and a compaction mends it`() throws
  {
    try fill(Self.indexed())
    let store = SQLiteStore(path)
    let container = try PersistentContainer(model: Self.indexed(), store: store)
    try store.verify()
    // Another program removes the words of a row.
    let name = try #require(SQLSchema(Self.indexed()).fullTexts.first).name
    try runSQL("DELETE FROM \(name)_data WHERE id > 10", path)
    #expect { try store.verify() } throws: {
      "\($0)".contains("full-text index \(name) differs") && "\($0)".contains("compact()")
    }
    try store.compact()
    try store.verify()
    #expect(try titles(container.makeContext(), "herbert dune") == ["Dune"])
  }

  @Test func `a copy and a backup have the index`() throws {
    try fill(Self.indexed())
    let store = SQLiteStore(path)
    let container = try PersistentContainer(model: Self.indexed(), store: store)
    let copy = folder.file("copy.sqlite")
    try store.backUp(to: copy)
    withExtendedLifetime(container) {}
    let context = try PersistentContainer(model: Self.indexed(), store: SQLiteStore(copy))
      .makeContext()
    #expect(try titles(context, "herbert dune") == ["Dune"])
  }
}
