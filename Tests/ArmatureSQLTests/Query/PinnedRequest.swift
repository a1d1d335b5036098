import Armature
import ArmatureModel

/// A request whose SQL is pinned for each dialect.
struct PinnedRequest {
  let request: FetchRequest

  /// - Parameter orders: Names of properties, with a minus sign for descending order.
  init(
    _ entity: String, _ condition: String = "TRUEPREDICATE", by orders: String...,
    limit: Int? = nil, offset: Int = 0, alone: Bool = false
  ) throws {
    var request = FetchRequest(
      entity, where: try FetchPredicate(condition),
      orderedBy: orders.map { order in
        order.hasPrefix("-") ? .descending(String(order.dropFirst())) : .ascending(order)
      }, limit: limit, offset: offset)
    request.includesSubentities = !alone
    self.request = request
  }

  /// A model with all kinds of columns, links and pairs.
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Library") {
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("pages", Int?.self)
        Attribute("price", Decimal?.self)
        Attribute("weight", Double?.self)
        Attribute("inPrint", Bool.self)
        Attribute("added", Date?.self)
        Attribute("number", UUID?.self)
        Attribute("cover", Data?.self)
        Attribute("words", [String]?.self)
        Composite("size") {
          Attribute("height", Double?.self)
          Attribute("width", Double?.self)
        }
        Relationship("author", to: "Author", inverse: "books")
        Relationship("chapters", to: "Chapter", .ordered, inverse: "book")
        Relationship("tags", to: "Tag", .toMany, inverse: "books")
        Relationship("cousins", to: "Book", .toMany, inverse: "cousins")
      }
      Entity("Atlas", parent: "Book") { Attribute("scale", Int?.self) }
      Entity("Author") {
        Attribute("name", String.self)
        Attribute("born", Int?.self)
        Relationship("books", to: "Book", .toMany, inverse: "author")
        Relationship("teacher", to: "Author", inverse: "students")
        Relationship("students", to: "Author", .toMany, inverse: "teacher")
      }
      Entity("Chapter") {
        Attribute("title", String?.self)
        Attribute("length", Int?.self)
        Relationship("book", to: "Book", inverse: "chapters")
      }
      Entity("Tag") {
        Attribute("name", String.self)
        Relationship("books", to: "Book", .toMany, inverse: "tags")
      }
    }
  }

  /// The requests, by the part of SQL that they are about.
  static func all() throws -> [PinnedRequest] {
    try comparisons() + texts() + numbers() + links() + members() + pages()
  }

  private static func comparisons() throws -> [PinnedRequest] {
    [
      try PinnedRequest("Book"),
      try PinnedRequest("Book", alone: true),
      try PinnedRequest("Atlas"),
      try PinnedRequest("Tag"),
      try PinnedRequest("Book", "FALSEPREDICATE"),
      try PinnedRequest("Book", "title == 'Emma'"),
      try PinnedRequest("Book", "title != 'Emma'"),
      try PinnedRequest("Book", "pages == nil"),
      try PinnedRequest("Book", "pages != nil"),
      try PinnedRequest("Book", "pages != 3"),
      try PinnedRequest("Book", "pages > 250"),
      try PinnedRequest("Book", "pages <= 250 AND pages >= 100"),
      try PinnedRequest("Book", "pages BETWEEN {100, 250}"),
      try PinnedRequest("Book", "pages IN {1, 2, 3}"),
      try PinnedRequest("Book", "pages IN {1, nil}"),
      try PinnedRequest("Book", "title IN {}"),
      try PinnedRequest("Book", "NOT pages > 250"),
      try PinnedRequest("Book", "pages > 1 OR inPrint == TRUE"),
      try PinnedRequest("Book", "NOT (pages > 1 AND title == 'Kim')"),
      try PinnedRequest("Book", "inPrint == TRUE"),
      try PinnedRequest("Book", "inPrint == FALSE"),
      try PinnedRequest("Book", "size.height > 20"),
      try PinnedRequest("Atlas", "scale == 5 AND pages > 10"),
    ]
  }

  private static func texts() throws -> [PinnedRequest] {
    [
      try PinnedRequest("Book", "title CONTAINS 'mm'"),
      try PinnedRequest("Book", "title BEGINSWITH 'Em'"),
      try PinnedRequest("Book", "title ENDSWITH 'ma'"),
      try PinnedRequest("Book", "title LIKE 'E?m*'"),
      try PinnedRequest("Book", "title MATCHES '[A-Z]+'"),
      try PinnedRequest("Book", "title ==[c] 'emma'"),
      try PinnedRequest("Book", "title CONTAINS[cd] 'é'"),
      try PinnedRequest("Book", "title > 'M'"),
      try PinnedRequest("Book", "length:(title) > 4"),
      try PinnedRequest("Book", "uppercase:(title) == 'EMMA'"),
      try PinnedRequest("Book", "title CONTAINS author.name"),
    ]
  }

  private static func numbers() throws -> [PinnedRequest] {
    [
      try PinnedRequest("Book", "price > 9.95"),
      try PinnedRequest("Book", "price == 10"),
      try PinnedRequest("Book", "weight < 1.5"),
      try PinnedRequest("Book", "weight == pages"),
      try PinnedRequest("Book", "pages + 1 > 250"),
      try PinnedRequest("Book", "pages * 2 == 500"),
      try PinnedRequest("Book", "pages / 2 == 125"),
      try PinnedRequest("Book", "abs:(pages - 300) < 10"),
      try PinnedRequest("Book", "weight * 2 > 3"),
      try PinnedRequest("Book", "price * pages > 1000"),
    ]
  }

  private static func links() throws -> [PinnedRequest] {
    [
      try PinnedRequest("Book", "author == nil"),
      try PinnedRequest("Book", "author != nil"),
      try PinnedRequest("Book", "author.name == 'Jane Austen'"),
      try PinnedRequest("Book", "author.teacher.name == 'Anna'"),
      try PinnedRequest("Book", "author.born < 1800 AND author.name != 'Anna'"),
      try PinnedRequest("Book", "author.name == title"),
      try PinnedRequest("Chapter", "book.author.born > 1800"),
      try PinnedRequest("Chapter", "book.size.height > length"),
      try PinnedRequest("Author", "teacher.born == born"),
    ]
  }

  private static func members() throws -> [PinnedRequest] {
    [
      try PinnedRequest("Author", "books.@count > 2"),
      try PinnedRequest("Author", "books.@count == 0"),
      try PinnedRequest("Author", "ANY books.pages > 250"),
      try PinnedRequest("Author", "ALL books.pages > 250"),
      try PinnedRequest("Author", "NONE books.pages > 250"),
      try PinnedRequest("Author", "SUBQUERY(books, $b, $b.pages > born).@count > 1"),
      try PinnedRequest(
        "Author", "SUBQUERY(books, $b, $b.pages > 9 AND $b.inPrint == TRUE).@count > 0"),
      try PinnedRequest("Author", "books.@sum.pages > 1000"),
      try PinnedRequest("Author", "books.@avg.pages > 100"),
      try PinnedRequest("Author", "books.@max.pages == 412"),
      try PinnedRequest("Author", "books.@min.title == 'Emma'"),
      try PinnedRequest("Author", "ANY books.tags.name == 'novel'"),
      try PinnedRequest("Author", "books.tags.@count > 3"),
      try PinnedRequest("Book", "ANY tags.name == 'novel'"),
      try PinnedRequest("Book", "tags.@count == 0"),
      try PinnedRequest("Book", "ANY cousins.pages > pages"),
      try PinnedRequest("Book", "chapters.@sum.length > 100"),
      try PinnedRequest("Book", "ANY author.books.title == 'Emma'"),
      try PinnedRequest("Tag", "ANY books.author.name == 'Anna'"),
    ]
  }

  private static func pages() throws -> [PinnedRequest] {
    [
      try PinnedRequest("Book", by: "title"),
      try PinnedRequest("Book", by: "-pages", "title"),
      try PinnedRequest("Book", by: "price"),
      try PinnedRequest("Book", by: "author.name", "-added"),
      try PinnedRequest("Author", by: "teacher.born"),
      try PinnedRequest("Book", limit: 10),
      try PinnedRequest("Book", offset: 5),
      try PinnedRequest("Book", "pages > 1", by: "title", limit: 10, offset: 20),
      try PinnedRequest("Book", "title MATCHES 'E.*' AND pages > 1", by: "title", limit: 10),
    ]
  }
}
