import Armature
import Testing

/// Changing to-many relationships one object at a time.
@Suite struct CollectionTests {
  private let shelf: Bookshelf
  private let author: ManagedObject
  private let books: [ManagedObject]

  init() throws {
    shelf = try Bookshelf()
    author = try shelf.author()
    books = try ["A", "B", "C", "D"].map { [shelf] in try shelf.book($0) }
    author.books = books
    try shelf.context.save()
  }

  private var order: String {
    author.many("books").compactMap { (book: ManagedObject) -> String? in book.title }.joined()
  }

  @Test(
    arguments: [
      (0, 0, "ABCD"), (0, 3, "BCDA"), (3, 0, "DABC"), (1, 2, "ACBD"), (2, 99, "ABDC"),
      (2, -5, "CABD"),
      (2, nil, "ABCD"),
    ] as [(Int, Int?, String)])
  func `an object is moved to a position, and stays without one`(
    _ book: Int, _ position: Int?, _ expected: String
  ) throws {
    try author.insert(books[book], into: "books", at: position)
    #expect(order == expected)
    #expect(author.hasChanges == (position != nil))
    shelf.context.rollback()
    #expect(order == "ABCD")
  }

  @Test(arguments: [(0, "EABCD"), (2, "ABECD"), (4, "ABCDE"), (nil, "ABCDE")] as [(Int?, String)])
  func `a new object comes to a position, else to the end`(
    _ position: Int?, _ expected: String
  ) throws {
    let other = try shelf.author()
    let book = try shelf.book("E", by: other)
    try author.insert(book, into: "books", at: position)
    #expect(order == expected && book.one("author") === author && other.many("books") == [])
    try shelf.context.save()
    #expect(order == expected)
  }

  @Test func `an object is removed once, with its inverse, and only from there`() throws {
    let other = try shelf.author()
    try author.remove(books[1], from: "books")
    #expect(order == "ACD" && books[1].one("author") == nil)
    try author.remove(books[1], from: "books")
    try other.remove(books[0], from: "books")
    #expect(order == "ACD" && books[0].one("author") === author)
    let tag = try shelf.tag()
    try tag.insert(books[0], into: "books")
    #expect(books[0].many("tags") == [tag])
    try books[0].remove(tag, from: "tags")
    #expect(tag.many("books") == [])
  }

  @Test func `only to-many relationships have members`() throws {
    for (object, key) in [(books[0], "author"), (books[0], "title")] {
      let error = ManagedObjectError.notToMany(entity: "Book", property: key)
      #expect(throws: error) { try object.insert(author, into: key) }
      #expect(throws: error) { try object.remove(author, from: key) }
    }
  }

  @Test func `a position counts only objects that are there`() throws {
    let model = try ManagedObjectModel("Dangling") {
      Entity("List") { Relationship("items", to: "Item", .ordered, inverse: "list") }
      Entity("Item") {
        Attribute("name", String.self)
        Relationship("list", to: "List", inverse: "items", onDelete: .noAction)
      }
    }
    let context = ManagedObjectContext(model: model)
    let list = try context.insert("List")
    let items = try ["a", "b", "c", "d"].map { name in
      let item = try context.insert("Item")
      item.name = name
      return item
    }
    list.items = Array(items[0..<3])
    try context.save()
    try context.delete(items[0])
    #expect(list.many("items") == [items[1], items[2]])
    try list.insert(items[3], into: "items", at: 1)
    #expect(list.many("items") == [items[1], items[3], items[2]])
    context.rollback()
    #expect(list.many("items") == Array(items[0..<3]))
  }

  @Test func `100,000 insertions and removals take place in order`() throws {
    let tag = try shelf.tag()
    let many = try (0..<100_000).map { _ in try shelf.context.insert("Book") }
    for book in many { try tag.insert(book, into: "books") }
    #expect(tag.many("books") == many)
    for (index, book) in many.enumerated() where index % 10 != 0 {
      try tag.remove(book, from: "books")
    }
    #expect(tag.many("books") == many.enumerated().filter { $0.offset % 10 == 0 }.map(\.element))
  }

  @Test(arguments: [-1, Int.min, 0, 7, Int.max])
  func `any position is one in a list that is empty, or has only what is moved`(
    position: Int
  ) throws {
    let other = try shelf.author()
    try other.insert(books[0], into: "books", at: position)
    #expect(other.many("books") == [books[0]])
    try other.insert(books[0], into: "books", at: position)
    #expect(other.many("books") == [books[0]] && books[0].one("author") === other)
    try shelf.context.save()
    try other.insert(books[0], into: "books", at: position)
    #expect(other.many("books") == [books[0]] && order == "BCD")
  }
}
