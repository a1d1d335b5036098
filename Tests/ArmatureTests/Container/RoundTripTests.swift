import TestSupport
import Testing

@testable import Armature

@Suite struct RoundTripTests {
  private typealias Counts = CountingStore.Counts

  private let store = CountingStore()
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  /// Creates a thousand books, each with its own author and tag.
  init() throws {
    container = try PersistentContainer(model: Library.model(), store: store)
    context = container.makeContext()
    let stock = container.makeContext()
    for number in 0..<1_000 {
      let author = try stock.insert("Author")
      author.name = "author \(number)"
      let tag = try stock.insert("Tag")
      tag.name = "tag \(number)"
      let book = try stock.insert("Book")
      book.title = "book \(number)"
      book.author = author
      try book.insert(tag, into: "tags")
    }
    try stock.save()
  }

  @Test func `a fetch takes one round trip, and what it found is loaded`() throws {
    var books: [ManagedObject] = []
    #expect(try store.counting { books = try context.fetch("Book") } == Counts(fetches: 1))
    #expect(books.count == 1_000)
    let counts = store.counting {
      for book in books { #expect(book["pages"] == 1) }
    }
    #expect(counts == Counts())
    #expect(try store.counting { _ = try context.fetch("Book") } == Counts(fetches: 1))
    #expect(try store.counting { _ = try context.count("Book") } == Counts(fetches: 1))
  }

  @Test func `a walk over faults takes a round trip per batch`() throws {
    let ids = try context.fetchIDs(FetchRequest("Book"))
    let books = ids.compactMap(context.object(with:))
    #expect(books.count == 1_000 && books.allSatisfy(context.isFault))
    let counts = store.counting {
      for book in books { #expect(book["pages"] == 1) }
    }
    #expect(counts == Counts(rows: 4))
  }

  @Test func `a walk along to-one relationships takes a round trip per batch`() throws {
    let books = try context.fetch("Book")
    let counts = store.counting {
      for (number, book) in books.enumerated() {
        #expect(book.one("author")?["name"] == .string("author \(number)"))
      }
    }
    #expect(counts.rows <= 5 && counts.links == 0 && counts.fetches == 0)
  }

  @Test func `a walk along to-many relationships takes two round trips per batch`() throws {
    let books = try context.fetch("Book")
    let counts = store.counting {
      for (number, book) in books.enumerated() {
        #expect(book.many("tags").map { $0["name"] } == [.string("tag \(number)")])
      }
    }
    #expect(counts.links <= 5 && counts.rows <= 5)
  }

  @Test func `counting members loads none of them`() throws {
    let book = try #require(try context.fetch("Book", limit: 1).first)
    for counts in [Counts(links: 1), Counts()] {
      var count = 0
      #expect(store.counting { count = book.memberCount(of: "tags") } == counts && count == 1)
    }
  }

  @Test func `adding to a relationship that is not loaded loads none of its members`() throws {
    let author = try #require(try context.fetch("Author", limit: 1).first)
    let new = try context.insert("Book")
    new.title = "new"
    #expect(store.counting { new.author = author } == Counts())
    #expect(try author.hasFault(forRelationshipNamed: "books") && author.isUpdated)
    #expect(try store.counting { try context.save() } == Counts(commits: 1))
    #expect(try author.hasFault(forRelationshipNamed: "books"))
    #expect(author.many("books").map { $0["title"] } == ["book 0", "new"])
  }

  @Test func `a save that changes nothing asks the store for nothing`() throws {
    let book = try #require(try context.fetch("Book", limit: 1).first)
    book.title = "book 0"
    #expect(context.hasChanges)
    #expect(try store.counting { try context.save() } == Counts() && !context.hasChanges)
  }

  @Test func `what could not be merged since the store failed is merged later`() throws {
    context.mergesChangesAutomatically = true
    let books = try context.fetch("Book", limit: 2)
    let other = container.makeContext()
    for book in books {
      try other.existingObject(with: book.objectID).setValue(7, forKey: "pages")
      try other.save()
    }
    store.fails = true
    #expect(throws: CountingStore.Failure.self) { try context.count("Book") }
    store.fails = false
    _ = try context.count("Book")
    #expect(books.map { $0["pages"] } == [7, 7])
  }

  @Test func `a store that fails takes nothing away, and can be asked again`() throws {
    let id = try #require(try context.fetchIDs(FetchRequest("Book")).first)
    let book = try #require(context.object(with: id))
    store.fails = true
    #expect(book["title"] == nil && context.isFault(book) && (book.title as String?) == nil)
    #expect(throws: CountingStore.Failure.self) { try context.existingObject(with: id) }
    #expect(throws: CountingStore.Failure.self) { try context.fetch("Book") }
    #expect(throws: CountingStore.Failure.self) { try context.count("Book") }
    #expect(throws: CountingStore.Failure.self) { try context.insert("Book") }
    store.fails = false
    #expect(book["title"] == "book 0")
    book.title = "changed"
    store.fails = true
    #expect(throws: CountingStore.Failure.self) { try context.save() }
    #expect(throws: CountingStore.Failure.self) { try context.refresh(book) }
    #expect(book.isUpdated && book["title"] == "changed")
    store.fails = false
    try context.save()
    #expect(try container.makeContext().existingObject(with: id).objectID == id)
    #expect(!context.hasChanges)
  }
}
