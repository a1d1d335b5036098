import Foundation
import TestSupport
import Testing

@testable import Armature

@Suite struct PrefetchTests {
  private typealias Counts = CountingStore.Counts

  private let store = CountingStore()
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  /// Creates six hundred books by sixty authors, each with its own tag and two chapters; half are novels.
  init() throws {
    container = try PersistentContainer(model: Library.model(), store: store)
    context = container.makeContext()
    let stock = container.makeContext()
    let authors = try (0..<60).map { number in
      let author = try stock.insert("Author")
      author.name = "author \(number)"
      return author
    }
    for number in 0..<600 {
      let book = try stock.insert(number % 2 == 0 ? "Book" : "Novel")
      book.title = "book \(number)"
      book.pages = number + 1
      book.author = authors[number % 60]
      let tag = try stock.insert("Tag")
      tag.name = "tag \(number)"
      try book.insert(tag, into: "tags")
      for part in ["a", "b"] {
        let chapter = try stock.insert("Chapter")
        chapter.title = part
        try book.insert(chapter, into: "chapters")
      }
    }
    try stock.save()
  }

  private func request(_ prefetching: [String], _ entity: String = "Book") -> FetchRequest {
    var request = FetchRequest(entity)
    request.prefetching = prefetching
    return request
  }

  // MARK: Prefetching

  @Test func `a to-one relationship takes one round trip for all objects`() throws {
    var books: [ManagedObject] = []
    #expect(
      try store.counting { books = try context.fetch(request(["author"])) }
        == Counts(fetches: 1, rows: 1))
    #expect(books.count == 600)
    let counts = store.counting {
      for (number, book) in books.enumerated() {
        #expect(book.one("author")?["name"] == .string("author \(number % 60)"))
      }
    }
    #expect(counts == Counts())
  }

  @Test func `a to-many relationship takes one round trip for its lists, for each entity`() throws {
    var books: [ManagedObject] = []
    // The lists of books and of novels, and the tags.
    #expect(
      try store.counting { books = try context.fetch(request(["tags"])) }
        == Counts(fetches: 1, rows: 1, links: 2))
    let counts = store.counting {
      for (number, book) in books.enumerated() {
        #expect(book.many("tags").map { $0["name"] } == [.string("tag \(number)")])
      }
    }
    #expect(counts == Counts())
  }

  @Test func `each step of a path is a level, and paths share what is loaded`() throws {
    var authors: [ManagedObject] = []
    let counts = try store.counting {
      authors = try context.fetch(request(["books.chapters", "books.tags"], "Author"))
    }
    // Books and novels, chapters, tags; the books of authors; then chapters and tags of two entities.
    #expect(counts == Counts(fetches: 1, rows: 4, links: 5))
    var titles = 0
    let walk = store.counting {
      for book in authors.flatMap({ $0.many("books") }) {
        titles += book.many("chapters").filter { $0["title"] != nil }.count
        titles += book.many("tags").filter { $0["name"] != nil }.count
      }
    }
    #expect(walk == Counts() && titles == 1_800)
  }

  @Test func `what is loaded already is not asked for again`() throws {
    _ = try context.fetch(request(["author"]))
    let authors = try context.fetch("Author")
    #expect(
      try store.counting { _ = try context.fetch(request(["author"])) } == Counts(fetches: 1))
    withExtendedLifetime(authors) {}
  }

  @Test func `prefetching follows changes that are not saved`() throws {
    let books = try context.fetch("Book")
    let new = try context.insert("Author")
    new.name = "new"
    books[0].author = new
    books[1].author = nil
    _ = try context.fetch(request(["author"]))
    let names = store.counting {
      #expect(books[0].one("author")?["name"] == "new" && books[1].one("author") == nil)
      #expect(books[2].one("author")?["name"] == "author 2")
    }
    #expect(names == Counts())
  }

  @Test func `prefetching changes nothing that is found, also without a store`() throws {
    let plain = ManagedObjectContext(model: try Library.model())
    try Library.stock(plain)
    let found = try plain.fetch(FetchRequest("Book"))
    #expect(try plain.fetch(request(["author.books", "chapters"])) == found)
  }

  @Test func `a child context loads with its parent`() throws {
    let child = context.makeChild()
    let books = try child.fetch(request(["author"]))
    let counts = store.counting {
      for book in books { #expect(book.one("author")?["name"] != nil) }
    }
    #expect(books.count == 600 && counts == Counts())
  }

  @Test(arguments: [
    ("titel", "Book has no property \"titel\". Did you mean \"title\"?"),
    ("author.nme", "Author has no property \"nme\". Did you mean \"name\"?"),
    ("title", "It must lead to objects, but leads to text."),
    ("author.name", "It must lead to objects, but leads to text."),
    ("", "Book has no property \"\"."),
    ("author.", "Author has no property \"\"."),
  ]) func `a path that leads to no objects is refused`(_ path: String, _ message: String) {
    let error = #expect(throws: FetchRequestError.self) { try context.fetch(request([path])) }
    #expect(error?.issues == ["Prefetching \(path): \(message)"])
  }

  // MARK: Faults and batches

  @Test func `a request may ask the store for no values`() throws {
    var request = FetchRequest("Book")
    request.returnsObjectsAsFaults = true
    let books = try context.fetch(request)
    #expect(books.count == 600 && books.allSatisfy(context.isFault))
    let counts = store.counting { #expect(books.map { $0["pages"] } == (1...600).map { .int($0) }) }
    // Three hundred of each of two entities.
    #expect(counts == Counts(rows: 4))
  }

  @Test(arguments: [(1, 600), (50, 12), (100, 6), (600, 2), (Int.max, 2)])
  func `faults get their values in batches of the size`(_ size: Int, _ trips: Int) throws {
    var request = FetchRequest("Book")
    request.batchSize = size
    let books = try context.fetch(request)
    #expect(books.allSatisfy(context.isFault))
    let counts = store.counting { for book in books { #expect(book["pages"] != nil) } }
    #expect(counts == Counts(rows: trips))
  }

  @Test func `a batch size below zero is refused`() {
    var request = FetchRequest("Book")
    request.batchSize = -1
    let error = #expect(throws: FetchRequestError.self) { try context.fetch(request) }
    #expect(
      error?.issues == [
        "The batch size must be at least 0, but is -1. Use 0 for all objects at once."
      ])
  }

  @Test func `a hundred thousand faults and a relationship of each take a round trip per batch`()
    throws
  {
    let stock = container.makeContext()
    for _ in 0..<100_000 { (try stock.insert("Chapter")).title = "x" }
    try stock.save()
    var request = FetchRequest("Chapter") { $0.title == "x" }
    request.batchSize = 1_000
    let chapters = try context.fetch(request)
    #expect(chapters.count == 100_000)
    var found = 0
    let counts = store.counting {
      for chapter in chapters where chapter.one("book") == nil { found += 1 }
    }
    #expect(found == 100_000 && counts == Counts(rows: 100))
  }

  @Test func `faults and a to-many relationship of each take two round trips per batch`() throws {
    var request = FetchRequest("Author")
    request.batchSize = 20
    let authors = try context.fetch(request)
    var count = 0
    let counts = store.counting {
      for author in authors { count += author.memberCount(of: "books") }
    }
    #expect(count == 600 && counts == Counts(rows: 3, links: 3))
  }

  // MARK: Walks

  @Test(arguments: [0, 1, 7, 100, 600, 601, Int.max])
  func `a walk meets each object once, in the order of the request`(_ size: Int) throws {
    var request = FetchRequest("Book", orderedBy: [.descending("pages")])
    request.batchSize = size
    var met: [AttributeValue?] = []
    var sizes: [Int] = []
    try context.forEachBatch(of: request) { books in
      met += books.map { $0["pages"] }
      sizes.append(books.count)
    }
    #expect(met == (1...600).reversed().map { .int($0) })
    #expect(
      sizes.dropLast().allSatisfy { $0 == size }
        && sizes.count == (size == 0 ? 1 : (599 / size) + 1))
  }

  @Test func `a walk takes a round trip per batch, entity and prefetched relationship`() throws {
    var request = request(["author"])
    request.batchSize = 100
    let counts = try store.counting {
      try context.forEachBatch(of: request) { books in
        for book in books { #expect(book.one("author")?["name"] != nil) }
      }
    }
    // Books and novels in each of six batches; authors once, or again after eviction.
    #expect(counts.fetches == 1 && counts.links == 0 && (13...18).contains(counts.rows))
  }

  @Test func `a walk keeps the page and the condition`() throws {
    var numbers: [AttributeValue?] = []
    let request = FetchRequest(
      "Book", orderedBy: [.ascending("pages")], limit: 5, offset: 2
    ) { $0.pages > 10 }
    try context.forEachBatch(of: request) { numbers += $0.map { $0["pages"] } }
    #expect(numbers == [13, 14, 15, 16, 17])
  }

  @Test func `a walk lets go of what it has shown, and keeps what is held or changed`() throws {
    var request = FetchRequest("Chapter")
    request.batchSize = 100
    var held: [ManagedObject] = []
    var most = 0
    try context.forEachBatch(of: request) { chapters in
      held.append(chapters[0])
      chapters[1].title = "changed"
      most = max(most, context.registeredObjects.count)
    }
    #expect(held.count == 12 && most <= 100 + 2 * 12)
    #expect(context.registeredObjects.count == 24 && context.updatedObjects.count == 12)
    #expect(held.allSatisfy { $0["title"] == "a" })
  }

  @Test func `a walk may delete and save what it is shown`() throws {
    var request = FetchRequest("Book")
    request.batchSize = 64
    var count = 0
    try context.forEachBatch(of: request) { books in
      count += books.count
      for book in books { try context.delete(book) }
      try context.save()
    }
    #expect(try count == 600 && context.count("Book") == 0 && context.count("Chapter") == 0)
  }

  @Test func `objects that are deleted during a walk are left out`() throws {
    var request = FetchRequest("Tag")
    request.batchSize = 200
    let other = container.makeContext()
    var count = 0
    try context.forEachBatch(of: request) { tags in
      if count == 0 {
        for tag in try other.fetch("Tag", offset: 300, where: { _ in .constant(true) }) {
          try other.delete(tag)
        }
        try other.save()
      }
      count += tags.count
    }
    #expect(count == 300)
  }

  @Test func `a walk sees changes that are not saved`() throws {
    let books = try context.fetch("Book")
    books[0].pages = 5_000
    try context.delete(books[1])
    (try context.insert("Book")).pages = 6_000
    var pages: [AttributeValue?] = []
    try context.forEachBatch(of: FetchRequest("Book") { $0.pages < 5 || $0.pages > 4_000 }) {
      pages += $0.map { $0["pages"] }
    }
    #expect(pages == [5_000, 3, 4, 6_000])
  }

  @Test func `a walk ends with the first error`() throws {
    struct Stop: Error {}
    var calls = 0
    var request = FetchRequest("Book")
    request.batchSize = 10
    #expect(throws: Stop.self) {
      try context.forEachBatch(of: request) { _ in
        calls += 1
        throw Stop()
      }
    }
    #expect(calls == 1)
    #expect(throws: CountingStore.Failure.self) {
      try context.forEachBatch(of: request) { _ in store.fails = true }
    }
  }

  @Test func `a walk in a context without a store meets all objects`() throws {
    let plain = ManagedObjectContext(model: try Library.model())
    try Library.stock(plain)
    var request = FetchRequest("Book")
    request.batchSize = 2
    var sizes: [Int] = []
    try plain.forEachBatch(of: request) { sizes.append($0.count) }
    #expect(sizes == [2, 1])
  }

  @Test func `what a request wants loaded is encoded, and absent by default`() throws {
    var request = FetchRequest("Book")
    let plain = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
    #expect(plain == #"{"entity":"Book"}"#)
    request.prefetching = ["author.books"]
    request.returnsObjectsAsFaults = true
    request.batchSize = 20
    let data = try JSONEncoder().encode(request)
    #expect(try JSONDecoder().decode(FetchRequest.self, from: data) == request)
    #expect(try JSONDecoder().decode(FetchRequest.self, from: Data(plain.utf8)) != request)
  }
}
