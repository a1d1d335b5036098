import Armature
import Testing

/// Searches in a context without a store.
@Suite struct SearchTests {
  private let context: ManagedObjectContext

  init() throws {
    let model = try ManagedObjectModel("Library") {
      Entity("Author") {
        Attribute("name", String.self)
        Relationship("books", to: "Book", .toMany, inverse: "author")
      }
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("body", String?.self)
        Attribute("year", Int.self).default(1965)
        Relationship("author", to: "Author", inverse: "books")
        Relationship("reviews", to: "Review", .toMany, inverse: "book")
        FullText("title", "body", weights: [4, 1])
      }
      Entity("Review") {
        Attribute("text", String.self)
        Relationship("book", to: "Book", inverse: "reviews")
        FullText("text", "book.title")
      }
      Entity("Shelf") { Attribute("name", String.self) }
    }
    context = ManagedObjectContext(model: model)
    for (title, body) in [
      ("Dune", "Herbs and spice. The spice must flow."), ("Dune Messiah", "Paul."),
      ("Gardens", "Of dunes, and a dune or two; herbs."), ("Silence", nil),
    ] {
      let book = try context.insert("Book")
      book.title = title
      if let body { book.body = body }
    }
  }

  private func titles(_ request: FetchRequest) throws -> [String] {
    try context.fetch(request).compactMap { $0.title }
  }

  @Test func `a search finds objects by words of any property`() throws {
    #expect(try titles(FetchRequest("Book") { $0.matches("dune herbs") }) == ["Dune", "Gardens"])
    #expect(
      try titles(FetchRequest("Book") { $0.matches("title:dune") }) == ["Dune", "Dune Messiah"])
    #expect(
      try titles(FetchRequest("Book") { $0.title.search("dune") }) == ["Dune", "Dune Messiah"])
    #expect(
      try titles(FetchRequest("Book") { $0.matches("dune") && $0.year > 1965 }) == [])
    #expect(try titles(FetchRequest("Book") { !$0.matches("dune") }) == ["Silence"])
    #expect(
      try titles(FetchRequest("Book", where: FetchPredicate("SEARCH(title, 'dune mess*')")))
        == ["Dune Messiah"])
  }

  @Test func `the most relevant objects come first`() throws {
    let request = FetchRequest("Book", orderedBy: [.relevance]) { $0.matches("dune") }
    #expect(try titles(request) == ["Dune Messiah", "Dune", "Gardens"])
    var page = request
    (page.offset, page.limit) = (1, 1)
    #expect(try titles(page) == ["Dune"])
    #expect(try context.count(page) == 1)
  }

  @Test func `an order by relevance needs exactly one search`() throws {
    for condition in [
      try FetchPredicate("TRUEPREDICATE"), try FetchPredicate("SEARCH(SELF, 'a') OR year > 3"),
      try FetchPredicate("SEARCH(SELF, 'a') AND SEARCH(title, 'b')"),
    ] {
      #expect {
        try context.fetch(FetchRequest("Book", where: condition, orderedBy: [.relevance]))
      } throws: { "\($0)".contains("one search that all results satisfy") }
    }
  }

  @Test func `an index in memory follows each change`() throws {
    let request = FetchRequest("Book") { $0.matches("worm*") }
    #expect(try context.explain(request).access == .words("title, body"))
    #expect(try titles(request) == [])
    let book = try context.fetch("Book")[0]
    book.body = "Sandworms, worms"
    #expect(try titles(request) == ["Dune"])
    #expect(try context.explain(request).candidateCount == 1)
    book.body = "Sand"
    #expect(try titles(request) == [])
    let other = try context.insert("Book")
    other.title = "Wormwood"
    #expect(try titles(request) == ["Wormwood"])
    try context.delete(other)
    #expect(try titles(request) == [])
  }

  @Test func `live results by relevance have the order of a fetch`() throws {
    let request = FetchRequest("Book", orderedBy: [.relevance]) { $0.matches("dune OR spice") }
    let results = try FetchedResults(request, in: context)
    for number in 0..<6 { try context.insert("Book").title = "Spice \(number)" }
    try results.update()
    #expect(try results.objects == context.fetch(request))
  }

  @Test func `texts of related objects are searched`() throws {
    let review = try context.insert("Review")
    review.text = "Long."
    review.book = try context.fetch("Book")[1]
    #expect(try context.count("Review") { $0.matches("messiah long") } == 1)
    try context.fetch("Book")[1].title = "Heretics"
    #expect(try context.count("Review") { $0.matches("messiah") } == 0)
    #expect(try context.count("Review") { $0.matches("book.title:heretics") } == 1)
  }

  @Test func `an excerpt has the found words and their ranges`() throws {
    let book = try context.fetch("Book")[0]
    let excerpt = try #require(try book.excerpt(matching: "spice flow*", length: 4))
    #expect(excerpt.property == "body")
    #expect(excerpt.matches.map { excerpt.text[$0] } == ["spice", "flow"])
    #expect(excerpt.isCutAtStart)
    let whole = try #require(try book.excerpt(matching: "\"must flow\" -paul"))
    #expect(whole.text == "Herbs and spice. The spice must flow.")
    #expect(whole.matches.map { whole.text[$0] } == ["must", "flow"])
    #expect(try book.excerpt(matching: "paul") == nil)
    #expect(try book.excerpt(matching: "\"(") == nil)
    let shelf = try context.insert("Shelf")
    #expect { try shelf.excerpt(matching: "a") } throws: { "\($0)".contains("full-text index") }
  }

  @Test func `suggestions complete the last word, the most frequent ones first`() throws {
    #expect(
      try context.suggestions(for: "The DÜ", in: "Book")
        == context.suggestions(for: "dun", in: "Book"))
    #expect(
      try context.suggestions(for: "d", in: "Book").map { "\($0.word) \($0.count)" }
        == ["dune 3", "dunes 1"])
    #expect(try context.suggestions(for: "d", in: "Book", limit: 1).count == 1)
    #expect(try context.suggestions(for: "…", in: "Book") == [])
    #expect { try context.suggestions(for: "a", in: "Shelf") } throws: {
      "\($0)".contains("full-text index")
    }
  }
}
