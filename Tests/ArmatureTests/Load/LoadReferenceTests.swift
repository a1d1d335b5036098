import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct LoadReferenceTests {
  private let context: ManagedObjectContext

  init() throws { context = ManagedObjectContext(model: try .catalogue()) }

  private func author(_ name: String) -> ManagedObject? {
    context.objects(of: "Author").first { $0["name"] == .string(name) }
  }

  private func book(_ isbn: String) -> ManagedObject? {
    context.objects(of: "Book").first { $0["isbn"] == .string(isbn) }
  }

  private func expectConsistency(_ location: SourceLocation = #_sourceLocation) {
    #expect(brokenInvariants(of: context).isEmpty, sourceLocation: location)
  }

  @Test func `references lead forward, backward, and to the record itself`() throws {
    try context.load(
      .text(
        """
        [{"name": "Ann", "mentor": "Bea"}, {"name": "Bea", "mentor": "Ann"},
         {"name": "Cid", "mentor": "Cid"}]
        """, as: "Author"))
    #expect(author("Ann")?.one("mentor") == author("Bea"))
    #expect(author("Bea")?.one("mentor") == author("Ann"))
    #expect(author("Cid")?.many("pupils") == [try #require(author("Cid"))])
    expectConsistency()
    try context.save()
  }

  @Test func `references lead to objects of the context, saved or not`() throws {
    try context.load(.text(#"[{"name": "Saved"}, {"name": "Gone"}]"#, as: "Author"))
    try context.save()
    let new = try context.insert("Author")
    new["name"] = "New"
    try context.delete(try #require(author("Gone")))
    try context.load(
      .text(
        """
        [{"isbn": "1000", "title": "A", "author": "Saved"},
         {"isbn": "1001", "title": "B", "author": "New"}]
        """, as: "Book"))
    #expect(book("1000")?.one("author") == author("Saved"))
    #expect(book("1001")?.one("author") == new)
    #expect(author("Saved")?.objectState == .updated && new.objectState == .inserted)
    #expect(author("Saved")?.changedValues.keys.sorted() == ["books"])
    let report = try context.loadReport(
      .text(#"{"isbn": "1002", "title": "C", "author": "Gone"}"#, as: "Book"))
    #expect(
      report.placedLines
        == #"1:42: error: Book.author refers to the Author "Gone", which does not exist. [reference.broken]"#
    )
    expectConsistency()
  }

  @Test(arguments: [
    (#"["1002", "1000", "1001"]"#, ["1002", "1000", "1001", "1003"]),
    (#"["1003", "1002", "1001", "1000"]"#, ["1003", "1002", "1001", "1000"]),
    (#"["1001"]"#, ["1001", "1000", "1002", "1003"]),
    (#"[]"#, ["1000", "1001", "1002", "1003"]),
  ])
  func `what a record lists keeps its order, and others come behind`(
    list: String, expected: [String]
  ) throws {
    let books = (0..<4).map {
      "{\"isbn\": \"100\($0)\", \"title\": \"\($0)\", \"author\": \"Ann\"}"
    }
    let authors = "\"Author\": [{\"name\": \"Ann\", \"books\": \(list)}]"
    let all = "\"Book\": [\(books.joined(separator: ", "))]"
    for json in ["{\(authors), \(all)}", "{\(all), \(authors)}"] {
      context.reset()
      try context.load(.text(json))
      #expect(
        author("Ann")?.many("books").map { $0["isbn"] }
          == expected.map { AttributeValue.string($0) })
      expectConsistency()
    }
  }

  @Test func `many-to-many links may stand on one side or on both, each in its order`() throws {
    let books = """
      [{"isbn": "1000", "title": "A", "tags": ["y", "x"]}, {"isbn": "1001", "title": "B"},
       {"isbn": "1002", "title": "C", "tags": ["x"]}]
      """
    let tags = #"[{"name": "x", "books": ["1002", "1001", "1000"]}, {"name": "y"}]"#
    for json in [
      "{\"Book\": \(books), \"tags\": \(tags)}", "{\"tags\": \(tags), \"Book\": \(books)}",
    ] {
      context.reset()
      try context.load(.text(json))
      let tag = context.objects(of: "Tag").first
      #expect(tag?.many("books").map { $0["isbn"] } == ["1002", "1001", "1000"])
      #expect(book("1000")?.many("tags").map { $0["name"] } == ["y", "x"])
      #expect(book("1001")?.many("tags").map { $0["name"] } == ["x"])
      expectConsistency()
    }
  }

  @Test func `an object that is listed twice is linked once`() throws {
    try context.load(
      .text(#"{"tags": {"name": "x"}, "Book": {"isbn": "1000", "title": "A", "tags": ["x", "x"]}}"#)
    )
    #expect(book("1000")?.many("tags").count == 1)
    expectConsistency()
  }

  @Test func `a new record takes what an older object had in a one-to-one relationship`() throws {
    try context.load(.text(#"{"name": "Ann", "passport": {"number": 7}}"#, as: "Author"))
    try context.save()
    try context.load(.text(#"{"name": "Bea", "passport": 7}"#, as: "Author"))
    #expect(author("Ann")?.one("passport") == nil)
    #expect(author("Bea")?.one("passport")?["number"] == 7)
    #expect(context.updatedObjects.count == 2)
    expectConsistency()
    context.rollback()
    #expect(author("Ann")?.one("passport")?["number"] == 7)
    #expect(author("Bea") == nil)
    expectConsistency()
  }

  @Test func `a new record takes books that an older author had`() throws {
    try context.load(
      .text(
        """
        {"name": "Ann", "books": [{"isbn": "1000", "title": "A"}, {"isbn": "1001", "title": "B"}]}
        """, as: "Author"))
    try context.save()
    try context.load(.text(#"{"name": "Bea", "books": ["1001"]}"#, as: "Author"))
    #expect(author("Ann")?.many("books") == [try #require(book("1000"))])
    #expect(book("1001")?.one("author") == author("Bea"))
    expectConsistency()
  }

  @Test func `the same link from both sides is no contradiction`() throws {
    let json = """
      {"Author": [{"name": "Ann", "passport": 7, "books": ["1000"]}],
       "Book": [{"isbn": "1000", "title": "A", "author": "Ann"}],
       "Passport": [{"number": 7, "owner": "Ann"}]}
      """
    #expect(try context.load(.text(json)).report.isEmpty)
    #expect(author("Ann")?.one("passport")?.one("owner") == author("Ann"))
    expectConsistency()
  }

  @Test func `two new records may not take the same older object`() throws {
    try context.load(.text(#"{"number": 7}"#, as: "Passport"))
    try context.save()
    let before = ContextSnapshot(context)
    let report = try context.loadReport(
      .text(#"[{"name": "Ann", "passport": 7}, {"name": "Bea", "passport": 7}]"#, as: "Author"))
    #expect(
      report.placedLines == """
        1:62: error: Author.passport must link Passport 7 to one Author, but the data links it \
        to several: Author "Ann", Author "Bea". [reference.contradictory]
        """)
    #expect(ContextSnapshot(context) == before)
  }

  @Test func `references by numbers, and to sub-entities by the identity of their parent`() throws {
    let json = """
      {"Film": [{"id": 1, "minutes": 90, "sequel": 2}], "Song": [{"id": 2, "sequel": 3}],
       "Medium": [{"@entity": "Film", "id": 3, "minutes": 1}]}
      """
    try context.load(.text(json))
    let media = context.objects(of: "Medium")
    #expect(media.map { $0["id"] } == [1, 2, 3])
    #expect(media.map { $0.one("sequel") } == [media[1], media[2], nil])
    #expect(media.map { $0.one("prequel") } == [nil, media[0], media[1]])
    // An identity is unique in the whole hierarchy, including existing objects.
    let report = try context.loadReport(.text(#"{"id": 2, "minutes": 5}"#, as: "Film"))
    #expect(
      report.placedLines
        == "1:8: error: Film.id must identify one Film, but Song 2 has 2, too. [identity.duplicate]"
    )
  }

  @Test func `objects without an identity can only be nested`() throws {
    let report = try context.loadReport(
      .text(#"{"isbn": "1000", "title": "A", "chapters": ["One", {"title": "Two"}]}"#, as: "Book"))
    #expect(
      report.placedLines
        == "1:45: error: Book.chapters must be an object, since no single attribute of Chapter is "
        + "identifying(), but is text. [type.structure]")
  }

  @Test func `an entity with two identifying attributes cannot be referred to`() throws {
    let model = try ManagedObjectModel("Pairs") {
      Entity("Cell") {
        Attribute("row", Int.self).identifying()
        Attribute("column", Int.self).identifying()
      }
      Entity("Note") { Relationship("cell", to: "Cell") }
    }
    let cells = ManagedObjectContext(model: model)
    let report = try cells.loadReport(
      .text(#"{"Note": [{"cell": 1}, {"cell": {"row": 1, "column": 2}}]}"#))
    #expect(
      report.placedLines
        == "1:20: error: Note.cell must be an object, since no single attribute of Cell is "
        + "identifying(), but is a number. [type.structure]")
  }

  @Test func `an identity in the context is taken, but not one that is to be deleted`() throws {
    try context.load(.text(#"[{"name": "Ann"}, {"name": "Bea"}]"#, as: "Author"))
    try context.save()
    try context.delete(try #require(author("Bea")))
    let report = try context.loadReport(
      .text(#"[{"name": "Ann"}, {"name": "Bea"}]"#, as: "Author", name: "new.json"))
    #expect(
      report.rendered(as: .lines) == """
        new.json:1:11: error: Author.name must identify one Author, but Author "Ann", which is \
        already stored, has "Ann", too. [identity.duplicate]
        """)
    #expect(try context.load(.text(#"{"name": "Bea"}"#, as: "Author")).count == 1)
  }

  @Test func `what text is the same identity is decided by its bytes`() throws {
    // One is composed, the other one decomposed.
    try context.load(.text("[{\"name\": \"\u{E9}\"}, {\"name\": \"e\u{301}\"}]", as: "Author"))
    #expect(context.objects(of: "Author").count == 2)
  }

  @Test(arguments: [("1.0", "1"), ("10", "1e1"), ("0", "-0"), ("0.50", "0.5")])
  func `what number is the same identity is decided by its value`(a: String, b: String) throws {
    let model = try ManagedObjectModel("Prices") {
      Entity("Price") { Attribute("amount", Decimal.self).identifying() }
      Entity("Rating") { Attribute("stars", Double.self).identifying() }
    }
    let prices = ManagedObjectContext(model: model)
    for (entity, key) in [("Price", "amount"), ("Rating", "stars")] {
      let report = try prices.loadReport(
        .text("[{\"\(key)\": \(a)}, {\"\(key)\": \(b)}]", as: entity))
      #expect(report.map(\.code) == ["identity.duplicate"])
    }
  }
}
