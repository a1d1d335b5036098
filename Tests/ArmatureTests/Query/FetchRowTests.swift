import Armature
import Testing

@Suite struct FetchRowTests {
  private let shelf: Bookshelf
  private var context: ManagedObjectContext { shelf.context }

  init() throws {
    shelf = try Bookshelf()
    let frank = try shelf.author("Frank")
    let ursula = try shelf.author("Ursula")
    for (title, pages, rating, author) in [
      ("Dune", 400, 4.5, frank), ("Lathe", 200, nil, ursula), ("Messiah", 300, 3.5, frank),
      ("Planet", 200, nil, nil), ("Rocannon", 100, 4, ursula),
    ] as [(String, Int, Double?, ManagedObject?)] {
      let book = try shelf.book(title, by: author)
      book.pages = pages
      book.rating = rating
    }
  }

  private func rows(_ request: FetchRowRequest) throws -> [String] {
    try context.fetch(request).map(\.description)
  }

  @Test func `a row has the values of an object`() throws {
    let request = FetchRowRequest(
      "Book",
      [
        .property("title"), .property("author.name", as: "author"),
        .computed("half") { $0.pages / 2 },
      ],
      where: .comparison(.keyPath(["pages"]), .greater, 100),
      orderedBy: [.descending("half"), .ascending("rating"), .descending("title")], limit: 3,
      offset: 1)
    #expect(
      try rows(request) == [
        #"title: "Messiah", author: "Frank", half: 150"#,
        #"title: "Planet", author: no value, half: 100"#,
        #"title: "Lathe", author: "Ursula", half: 100"#,
      ])
    let first = try #require(try context.fetch(request).first)
    #expect(first["half"] == 150)
    #expect(try first.value("title", as: String.self) == "Messiah")
  }

  @Test func `a value is read as its type, as a number of another, or not at all`() throws {
    let columns: [FetchColumn] = [
      .property("title"), .property("pages"), .property("rating"), .property("price"),
    ]
    let row = try #require(
      try context.fetch(
        FetchRowRequest("Book", columns, orderedBy: [.descending("pages")], limit: 1)
      ).first)
    let pages = try #require(try row.value("pages", as: Int.self))
    #expect(try row.value("pages", as: Double.self) == Double(pages))
    #expect(try row.value("pages", as: Decimal.self) == Decimal(pages))
    #expect(try row.value("pages", as: Int16.self) == Int16(pages))
    #expect(try row.value("price", as: Decimal.self) == nil)
    #expect(throws: ManagedObjectError.self) { try row.value("rating", as: Int.self) }
    let error = #expect(throws: ManagedObjectError.self) {
      try row.value("pages", as: String.self)
    }
    #expect(
      error?.description == "Book.pages must be read as Int, but is read as String.")
    let unknown = #expect(throws: ManagedObjectError.self) {
      try row.value("paegs", as: Int.self)
    }
    #expect(
      unknown?.description == #"The row of Book has no column "paegs". Did you mean "pages"?"#)
  }

  @Test func `a sum of nothing is the 0 of every type of numbers`() throws {
    let request = FetchRowRequest(
      "Book", [.sum("rating", as: "sum"), .average("rating", as: "mean")], where: .constant(false))
    let row = try #require(try context.fetch(request).first)
    #expect(try row.value("sum", as: Double.self) == 0)
    #expect(try row.value("sum", as: Decimal.self) == 0)
    #expect(try row.value("sum", as: Int.self) == 0)
    #expect(try row.value("mean", as: Double.self) == nil)
  }

  @Test func `aggregates make a row of all objects, also of none`() throws {
    let columns: [FetchColumn] = [
      .count(), .count("rating", as: "rated"), .sum("pages", as: "pages"),
      .average("rating", as: "mean"), .minimum("title", as: "first"),
      .maximum("rating", as: "best"),
    ]
    #expect(
      try rows(FetchRowRequest("Book", columns)) == [
        #"count: 5, rated: 3, pages: 1200, mean: 4, first: "Dune", best: 4.5"#
      ])
    #expect(
      try rows(FetchRowRequest("Book", columns, where: .constant(false))) == [
        "count: 0, rated: 0, pages: 0, mean: no value, first: no value, best: no value"
      ])
  }

  @Test func `the columns that are no aggregates make groups`() throws {
    let columns: [FetchColumn] = [
      .property("author.name"), .count(as: "books"), .sum("pages", as: "pages"),
    ]
    #expect(
      try rows(FetchRowRequest("Book", columns, orderedBy: [.descending("author.name")])) == [
        #"author.name: "Ursula", books: 2, pages: 300"#,
        #"author.name: "Frank", books: 2, pages: 700"#,
        "author.name: no value, books: 1, pages: 200",
      ])
    #expect(
      try rows(
        FetchRowRequest(
          "Book", columns, having: { $0.books > 1 && $0.pages < 500 }))
        == [#"author.name: "Ursula", books: 2, pages: 300"#])
    #expect(
      try rows(
        FetchRowRequest("Book", columns, orderedBy: [.ascending("pages")], limit: 1, offset: 1))
        == [#"author.name: "Ursula", books: 2, pages: 300"#])
    #expect(try rows(FetchRowRequest("Book", columns, where: .constant(false))).isEmpty)
    #expect(
      try rows(
        FetchRowRequest("Author", [.property("name"), .sum("books.pages", as: "pages")]))
        == [#"name: "Frank", pages: 700"#, #"name: "Ursula", pages: 300"#])
  }

  @Test func `distinct rows are found once, and pending changes on request`() throws {
    var request = FetchRowRequest("Book", [.property("pages")], distinct: true)
    #expect(try rows(request) == ["pages: 400", "pages: 200", "pages: 300", "pages: 100"])
    request.orderedBy = [.ascending("pages")]
    request.limit = 2
    #expect(try rows(request) == ["pages: 100", "pages: 200"])
    try context.save()
    for book in try context.fetch("Book") { book.pages = 7 }
    try context.delete(try context.fetch("Book")[0])
    #expect(try rows(request) == ["pages: 7"])
    request.source.includesPendingChanges = false
    #expect(try rows(request) == ["pages: 100", "pages: 200"])
    var counted = FetchRowRequest("Book", [.count(), .sum("pages", as: "pages")])
    #expect(try rows(counted) == ["count: 4, pages: 28"])
    counted.source.includesPendingChanges = false
    #expect(try rows(counted) == ["count: 5, pages: 1200"])
  }

  @Test func `everything wrong with rows is said at once`() throws {
    let request = FetchRowRequest(
      "Book",
      [
        .property("titel"), .property("tags.name", as: "tag"), .sum("title", as: "sum"),
        .minimum("author", as: "least"), .count(as: "tag"),
        FetchColumn("all", .keyPath(["pages"]), aggregate: .distinct),
      ], where: .comparison(.keyPath(["page"]), .equal, 1), having: { $0.coont > 1 },
      orderedBy: [.ascending("pages"), .ascending("leest")], limit: -1)
    let error = try #require(throws: FetchRequestError.self) { try context.fetch(request) }
    #expect(
      error.issues == [
        #"The condition reads page, but Book has no property "page". Did you mean "pages"?"#,
        "The limit must be at least 0, but is -1. Use nil for all objects.",
        #"The column "titel": Book has no property "titel". Did you mean "title"?"#,
        #"The column "tag": It must lead to one value, but "tags" leads to several objects. Use an aggregate."#,
        #"The column "sum": It must lead to numbers, but leads to text."#,
        #"The column "least": It must lead to values with an order, but leads to an object of Author."#,
        #"Columns must have different names, but two are called "tag"."#,
        #"The column "all": It must be one value, but distinct ones are several. Leave the aggregate out."#,
        "The having condition reads coont, but no column has that name.",
        "The order by pages: It must name a column if rows represent several objects.",
        #"The order by leest: It must name a column if rows represent several objects. Did you "#
          + #"mean "least"?"#,
      ])
    let having = try #require(throws: FetchRequestError.self) {
      try context.fetch(FetchRowRequest("Book", [.property("title")], having: { $0.title == "a" }))
    }
    #expect(
      having.issues == [
        "The having condition must be about aggregates, but no column is one. Put it into where."
      ])
    let none = try #require(throws: FetchRequestError.self) {
      try context.fetch(FetchRowRequest("Book", []))
    }
    #expect(none.issues == ["The request must have at least one column, but has none."])
  }
}
