import Armature
import Foundation
import Testing

@Suite struct FetchTests {
  private let shelf: Bookshelf
  private var context: ManagedObjectContext { shelf.context }

  init() throws {
    shelf = try Bookshelf()
    let herbert = try shelf.author("Frank Herbert")
    let le = try shelf.author("Ursula K. Le Guin")
    for (title, pages, author) in [
      ("Dune", 412, herbert), ("The Dispossessed", 341, le), ("Children of Dune", 444, herbert),
      ("The Dragons of Babel", 300, nil), ("a note", 2, nil), ("The Lathe of Heaven", 184, le),
    ] as [(String, Int, ManagedObject?)] {
      let book = try shelf.book(title, by: author)
      book.pages = pages
    }
  }

  private func titles(_ books: [ManagedObject]) -> [String] { books.map { $0.title ?? "" } }

  @Test func `all objects come in the order of insertion`() throws {
    #expect(try context.fetch("Book") == context.objects(of: "Book"))
    #expect(try context.count("Book") == 6)
  }

  @Test func `digits in titles are numbers, in orders and in conditions`() throws {
    for title in ["File 10", "file 9", "file 010", "file 1"] { _ = try shelf.book(title, by: nil) }
    let options: FetchPredicate.Options = [.caseInsensitive, .numeric]
    let books = try context.fetch(
      "Book", where: try FetchPredicate("title BETWEEN[cv] {'file 1', 'file 10'}"),
      orderedBy: [.ascending("title", options: options)])
    #expect(titles(books) == ["file 1", "file 9", "File 10", "file 010"])
    let order = FetchOrder.descending("title", options: options)
    #expect("\(order)" == "title[cv] descending")
    #expect(try JSONDecoder().decode(FetchOrder.self, from: JSONEncoder().encode(order)) == order)
  }

  @Test func `a comparator sorts text, and the next order what it finds alike`() throws {
    var request = FetchRequest(
      "Book",
      orderedBy: [.descending("title", comparator: WordCount()), .ascending("pages")])
    #expect(
      titles(try context.fetch(request)) == [
        "The Lathe of Heaven", "The Dragons of Babel", "Children of Dune", "a note",
        "The Dispossessed", "Dune",
      ])
    request.orderedBy[0].isAscending = true
    request.limit = 2
    #expect(titles(try context.fetch(request)) == ["Dune", "a note"])
    let rows = FetchRowRequest(
      "Book", [.property("title")], orderedBy: [.ascending("title", comparator: WordCount())],
      limit: 1
    )
    #expect(try context.fetch(rows).first?["title"] == .string("Dune"))
    // Missing texts come first, regardless of the comparator.
    let untitled = try context.insert("Book")
    untitled.title = nil as String?
    #expect(try context.fetch(request).first === untitled)
  }

  @Test func `a comparator is for text, and for code`() throws {
    let order = FetchOrder.ascending("pages", comparator: WordCount())
    let error = try #require(throws: FetchRequestError.self) {
      try context.fetch("Book", orderedBy: [order])
    }
    #expect(
      error.issues == [
        "The order by pages by WordCount: It must lead to text to be sorted by a comparator, but leads"
          + " to a whole number."
      ])
    #expect(order != .ascending("pages") && order == .ascending("pages", comparator: WordCount()))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(order) }
  }

  @Test func `a closure is the condition`() throws {
    let books = try context.fetch("Book") { $0.pages > 100 && $0.author.name == "Frank Herbert" }
    #expect(titles(books) == ["Dune", "Children of Dune"])
    #expect(try context.count("Book") { $0.author == nil } == 2)
  }

  @Test func `a value is the condition`() throws {
    let condition = try FetchPredicate("pages > %d AND author.name BEGINSWITH %@", 100, "Frank")
    let books = try context.fetch(
      "Book", where: condition, orderedBy: [.descending("pages")], limit: 1)
    #expect(titles(books) == ["Children of Dune"])
    #expect(try context.fetch("Book", where: condition).count == 2)
    #expect(try context.count("Book", where: condition) == 2)
  }

  @Test func `a request has orders and a page, and a count of all of it`() throws {
    let condition = FetchPredicate.comparison(.keyPath(["pages"]), .greater, 100)
    let request = FetchRequest(
      "Book", where: condition, orderedBy: [.descending("author.name"), .ascending("pages")],
      limit: 3, offset: 1)
    #expect(
      titles(try context.fetch(request)) == ["The Dispossessed", "Dune", "Children of Dune"])
    #expect(try context.count(request) == 3)
    #expect(try context.fetchIDs(request) == context.fetch(request).map(\.objectID))
    var rest = request
    rest.offset = 4
    #expect(titles(try context.fetch(rest)) == ["The Dragons of Babel"])
    #expect(try context.count(rest) == 1)
    rest.offset = .max
    #expect(try context.fetch(rest).isEmpty)
    #expect(try context.count(rest) == 0)
    rest.limit = 0
    #expect(try context.fetch(rest).isEmpty)
  }

  @Test func `absent values come first ascending and last descending`() throws {
    let rising = try context.fetch("Book", orderedBy: [.ascending("author.name")])
    #expect(
      titles(rising)
        == [
          "The Dragons of Babel", "a note", "Dune", "Children of Dune", "The Dispossessed",
          "The Lathe of Heaven",
        ])
    let falling = try context.fetch("Book", orderedBy: [.descending("author.name")])
    #expect(titles(falling).suffix(2) == ["The Dragons of Babel", "a note"])
  }

  @Test func `text sorts by its bytes, or without regard to case`() throws {
    let bytes = try context.fetch("Book", orderedBy: [.ascending("title")])
    #expect(titles(bytes).last == "a note")
    let folded = try context.fetch(
      "Book", orderedBy: [.ascending("title", options: .caseInsensitive)])
    #expect(titles(folded).first == "a note")
  }

  @Test func `objects sort by what is computed of them`() throws {
    try shelf.context.insert("Author").name = "Nobody"
    let authors = try context.fetch(
      "Author", orderedBy: [.descending(DynamicQuery().books.count), .descending("name")])
    #expect(
      authors.map { $0.name ?? "" } == ["Ursula K. Le Guin", "Frank Herbert", "Nobody"])
  }

  @Test func `pending changes are found, unless a request asks for what was saved`() throws {
    try context.save()
    let dune = try #require(try context.fetch("Book") { $0.title == "Dune" }.first)
    dune.title = "Dune Messiah"
    dune.author = nil
    try context.delete(try #require(try context.fetch("Book") { $0.title == "a note" }.first))
    _ = try shelf.book("Dune")
    var request = FetchRequest("Book") { $0.title.hasPrefix("Dune") || $0.title == "a note" }
    #expect(titles(try context.fetch(request)) == ["Dune Messiah", "Dune"])
    request.includesPendingChanges = false
    #expect(titles(try context.fetch(request)) == ["Dune Messiah", "a note"])
    #expect(try context.count(request) == 2)
    var byAuthor = FetchRequest("Book") { $0.author.name == "Frank Herbert" }
    #expect(try context.count(byAuthor) == 1)
    byAuthor.includesPendingChanges = false
    #expect(try context.fetch(byAuthor).first === dune)
    var counted = FetchRequest("Author", orderedBy: [.ascending("name")]) { $0.books.count == 2 }
    #expect(try context.fetch(counted).count == 1)
    counted.includesPendingChanges = false
    #expect(try context.fetch(counted).count == 2)
    context.rollback()
    #expect(try context.fetch(FetchRequest("Author") { $0.books.count == 2 }).count == 2)
  }

  @Test func `everything wrong with a request is said at once`() throws {
    let request = FetchRequest(
      "Book",
      where: .and([
        .comparison(.keyPath(["page"]), .greater, 3),
        .comparison(.keyPath(["title"]), .equal, .variable("TITLE")),
      ]),
      orderedBy: [
        .ascending("titel"), .descending("tags"), .ascending("author"), .ascending("tags.name"),
        .ascending("pages", options: .caseInsensitive),
      ], limit: -1, offset: -2)
    let error = try #require(throws: FetchRequestError.self) { try context.fetch(request) }
    #expect(
      error.description.split(separator: "\n").map(String.init) == [
        #"Fetching "Book": The condition reads page, but Book has no property "page". Did you mean "pages"?"#,
        #"Fetching "Book": The condition must have a value for $TITLE, but has none. Give it one with binding(_:)."#,
        #"Fetching "Book": The order by titel: Book has no property "titel". Did you mean "title"?"#,
        #"Fetching "Book": The order by tags descending: It must lead to one value, but "tags" leads to several objects. Sort by an aggregate of them, such as their count."#,
        #"Fetching "Book": The order by author: It must lead to a value with an order, but leads to an object of Author. Sort by one of its properties, such as author.name."#,
        #"Fetching "Book": The order by tags.name: It must lead to one value, but "tags" leads to several objects. Sort by an aggregate of them, such as their count."#,
        #"Fetching "Book": The order by pages[c]: It must lead to text to be sorted with options, but leads to a whole number."#,
        #"Fetching "Book": The limit must be at least 0, but is -1. Use nil for all objects."#,
        #"Fetching "Book": The offset must be at least 0, but is -2."#,
      ])
    let unknown = try #require(throws: FetchRequestError.self) { try context.count("Bok") }
    #expect(
      unknown.description
        == #"Fetching "Bok": The model has no entity "Bok". Did you mean "Book"?"#)
    let deep = (0..<300).reduce(FetchPredicate.constant(true)) { inner, _ in .not(inner) }
    let tooDeep = try #require(throws: FetchRequestError.self) {
      try context.fetch(FetchRequest("Book", where: deep))
    }
    #expect(
      tooDeep.issues == ["A condition must be nested at most 200 deep, but is deeper."])
  }

  @Test func `variables get values when the request is used`() throws {
    let request = FetchRequest("Book") { $0.pages > QueryVariable("LEAST") }
    #expect(try context.count(request.binding(["LEAST": 400])) == 2)
  }

  @Test func `a count in a closure is the property of that name`() throws {
    let model = try ManagedObjectModel("Counts") {
      Entity("Box") {
        Attribute("count", Int.self).default(0)
        Relationship("inner", to: "Box", inverse: "outer")
        Relationship("outer", to: "Box", inverse: "inner")
      }
    }
    let context = ManagedObjectContext(model: model)
    let (box, inner) = (try context.insert("Box"), try context.insert("Box"))
    try box.setValue(inner, forKey: "inner")
    try inner.setValue(3, forKey: "count")
    #expect(try context.fetch("Box") { $0.inner.count == 3 } == [box])
  }
}

/// Orders texts by their number of words.
private struct WordCount: SortComparator {
  var order = SortOrder.forward

  func compare(_ left: String, _ right: String) -> ComparisonResult {
    let (left, right) = (left.split(separator: " ").count, right.split(separator: " ").count)
    if left == right { return .orderedSame }
    return (left < right) == (order == .forward) ? .orderedAscending : .orderedDescending
  }
}
