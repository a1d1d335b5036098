import TestSupport
import Testing

@testable import Armature

@Suite struct StoreFetchTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  init() throws {
    container = try Library.stocked().container
    context = container.makeContext()
  }

  private func titles(_ request: FetchRequest) throws -> [AttributeValue] {
    try context.fetch(request).map { $0["title"] ?? .null }
  }

  @Test func `a fetch reads what the store has, sub-entities as well`() throws {
    let request = FetchRequest("Book", orderedBy: [.ascending("title")])
    #expect(try titles(request) == ["Children", "Dune", "The Left Hand"])
    #expect(try context.count(request) == 3 && !context.hasChanges)
    #expect(try context.fetch("Novel").map { $0["genre"] } == ["saga"])
    #expect(
      try titles(FetchRequest("Book", orderedBy: [.descending("pages")], limit: 1, offset: 1))
        == ["Children"])
    #expect(try context.fetch("Book") { $0.author.name == "Frank" }.count == 2)
    #expect(try context.fetch("Author") { $0.books.any { $0.pages < 300 } }.count == 1)
    #expect(try context.fetchIDs(request).count == 3)
  }

  @Test func `what leads to an object whose saved deletion is undone is found by its values again`()
    throws
  {
    context.recordsUndo = true
    let dune = try #require(try context.fetch("Book") { $0.title == "Dune" }.first)
    let left = try #require(try context.fetch("Book") { $0.title == "The Left Hand" }.first)
    left.next = dune
    try context.save()
    try context.delete(dune)
    try context.save()
    context.undo()
    let request = FetchRequest("Book", orderedBy: [.ascending("next.title")])
    #expect(try titles(request).last == "The Left Hand")
    let condition = try FetchPredicate("next.title == 'Dune'")
    #expect(try context.fetch("Book", where: condition) == [left])
    #expect(try context.count("Book", where: condition) == 1)
  }

  @Test func `what is not loaded can be asked for without loading it`() throws {
    let left = try #require(try context.fetch("Book") { $0.title == "The Left Hand" }.first)
    #expect(try !context.isFault(left) && left.hasFault(forRelationshipNamed: "tags"))
    #expect(try left.hasFault(forRelationshipNamed: "author"))
    let ids = try left.objectIDs(forRelationshipNamed: "tags")
    #expect(ids.count == 1 && context.registeredObject(for: ids[0]) == nil)
    #expect(try !left.hasFault(forRelationshipNamed: "tags"))
    #expect(try left.objectIDs(forRelationshipNamed: "author").map(\.entityName) == ["Author"])
    let author = try #require(left.one("author"))
    #expect(context.isFault(author) && author["name"] == "Ursula" && !context.isFault(author))
    #expect(try !left.hasFault(forRelationshipNamed: "author"))
    #expect(try !left.hasFault(forRelationshipNamed: "next"))
    #expect(throws: ManagedObjectError.self) { try left.hasFault(forRelationshipNamed: "tag") }
    #expect(throws: ManagedObjectError.self) { try left.objectIDs(forRelationshipNamed: "title") }
  }

  @Test func `an object is found by its identity, loaded or not`() throws {
    let tag = try #require(context.object(of: "Tag", identifiedBy: "space"))
    #expect(tag["name"] == "space" && context.object(of: "Tag", identifiedBy: "space") === tag)
    #expect(context.object(of: "Tag", identifiedBy: "none") == nil)
  }

  @Test func `two fetches find one object`() throws {
    let first = try context.fetch("Book") { $0.title == "Dune" }
    let second = try context.fetch("Book") { $0.pages == 412 }
    #expect(first.count == 1 && first.first === second.first)
  }

  @Test func `unsaved changes count, by the objects' own properties`() throws {
    let dune = try #require(try context.fetch("Book") { $0.title == "Dune" }.first)
    dune.title = "Arrakis"
    let new = try context.insert("Book")
    new.title = "New"
    new.pages = 300
    try context.delete(try #require(try context.fetch("Book") { $0.title == "Children" }.first))
    let request = FetchRequest("Book", orderedBy: [.ascending("title")])
    #expect(try titles(request) == ["Arrakis", "New", "The Left Hand"])
    #expect(
      try titles(FetchRequest("Book", orderedBy: [.ascending("title")], limit: 1)) == ["Arrakis"])
    #expect(
      try titles(FetchRequest("Book", orderedBy: [.ascending("title")], limit: 2, offset: 1))
        == ["New", "The Left Hand"])
    #expect(try context.fetch("Book") { $0.title == "Dune" }.isEmpty)
    #expect(try context.fetch("Book") { $0.title == "Arrakis" } == [dune])
    #expect(try context.count("Book") { $0.pages >= 300 } == 2)
    var saved = request
    saved.includesPendingChanges = false
    #expect(try context.count(saved) == 3)
  }

  @Test func `unsaved changes count along relationships`() throws {
    let frank = try #require(try context.fetch("Author") { $0.name == "Frank" }.first)
    frank.name = "Franklin"
    #expect(try context.fetch("Book") { $0.author.name == "Frank" }.isEmpty)
    #expect(try context.fetch("Book") { $0.author.name == "Franklin" }.count == 2)
    let request = FetchRequest(
      "Book", orderedBy: [.descending("author.name"), .ascending("title")])
    #expect(try titles(request) == ["The Left Hand", "Children", "Dune"])
  }

  /// After a change, the rows returned for a request are its results and the changed objects only.
  @Test(
    arguments: [
      ("nothing that it reads", 6), ("a value at the end of the path", 20),
      ("a link on the way", 6),
      ("an object that it finds", 7), ("a new object", 7), ("an end that is deleted", 25),
    ])
  func `a pending change does not have the store asked for all`(_ change: String, _ most: Int)
    throws
  {
    let model = try ManagedObjectModel("Shelf") {
      Entity("Book") {
        Attribute("title", String?.self)
        Attribute("pages", Int?.self)
        Relationship("author", to: "Author", inverse: "books")
      }
      Entity("Author") {
        Attribute("name", String?.self)
        Attribute("born", Int?.self)
        Relationship("books", to: "Book", .toMany, inverse: "author")
      }
    }
    let store = CountingStore()
    let container = try PersistentContainer(model: model, store: store)
    let stock = container.makeContext()
    for number in 0..<20 {
      let author = try stock.insert("Author")
      author.name = "\(number)"
      for page in 0..<10 {
        let book = try stock.insert("Book")
        book.pages = page
        book.author = author
      }
    }
    try stock.save()
    let context = container.makeContext()
    let authors = try context.fetch("Author", orderedBy: [.ascending("born")])
    let books = try context.fetch("Book") { $0.author.name == "3" }
    switch change {
    case "nothing that it reads": authors[3].born = 1
    case "a value at the end of the path": authors[3].name = "4"
    case "a link on the way": books[0].author = authors[4]
    case "an object that it finds": books[7].pages = 70
    case "a new object": try context.insert("Book").author = authors[4]
    default: try context.delete(authors[5])
    }
    let request = FetchRequest("Book", orderedBy: [.descending("pages")], limit: 5) {
      $0.author.name == "4"
    }
    var found: [ManagedObject] = []
    _ = try store.counting { found = try context.fetch(request) }
    #expect(store.foundCount <= most, "\(store.foundCount) rows for \(change)")
    let all = try context.fetch("Book").filter { ($0.one("author")?.name as String?) == "4" }
    let sorted = all.sorted { left, right in
      let (a, b) = (left.pages as Int? ?? -1, right.pages as Int? ?? -1)
      return a > b || a == b && left.objectID.key < right.objectID.key
    }
    #expect(found == Array(sorted.prefix(5)))
    #expect(try context.count("Book") { $0.author.name == "4" } == all.count)
    _ = try store.counting { _ = try context.count("Book") { $0.author.name == "4" } }
    #expect(store.foundCount <= most, "\(store.foundCount) rows to count for \(change)")
  }

  @Test func `objects without changes are read again where others have saved new values`() throws {
    let dune = try #require(try context.fetch("Book") { $0.title == "Dune" }.first)
    let other = container.makeContext()
    let theirs = try other.same(dune)
    theirs.title = "Theirs"
    let ursula = try other.fetch("Author") { $0.name == "Ursula" }.first
    theirs.author = ursula
    try other.save()
    #expect(dune["title"] == "Dune")
    #expect(try context.fetch("Book") { $0.title == "Theirs" } == [dune])
    #expect(dune["title"] == "Theirs" && dune.one("author")?["name"] == "Ursula")
    #expect(!context.hasChanges && brokenInvariants(of: context).isEmpty)
  }

  @Test func `objects that agree stand in the order of their keys, whoever saved first`() throws {
    let (early, late) = (container.makeContext(), container.makeContext())
    let first = try early.insert("Tag")
    let second = try late.insert("Tag")
    first.name = "1"
    second.name = "2"
    try late.save()
    try early.save()
    let found = try context.fetchIDs(FetchRequest("Tag"))
    #expect(found.map(\.key) == found.map(\.key).sorted() && found.count == 4)
    #expect(try context.fetch("Tag").map(\.objectID) == found)
  }

  @Test func `what nobody holds is let go of, and made again by links`() throws {
    let dune = try #require(try context.fetch("Book") { $0.title == "Dune" }.first)
    #expect(dune.one("author")?["name"] == "Frank" && dune.many("chapters").count == 3)
    let before = context.registeredObjects.count
    #expect(context.evictUnusedObjects() > 0 && context.registeredObjects.count < before)
    #expect(dune.one("author")?["name"] == "Frank")
    #expect(dune.many("chapters").map { $0["title"] } == ["One", "Two", "Three"])
    #expect(brokenInvariants(of: context).isEmpty)
    dune.pages = 3
    #expect(dune.isUpdated && context.evictUnusedObjects() > 0 && dune["pages"] == 3)
  }

  @Test func `a walk over many objects keeps few of them`() throws {
    let stock = container.makeContext()
    for number in 0..<20_000 { try stock.insert("Tag").name = "tag \(number)" }
    try stock.save()
    for offset in stride(from: 0, to: 20_000, by: 500) {
      let page = try context.fetch(FetchRequest("Tag", limit: 500, offset: offset))
      #expect(page.count == 500)
    }
    #expect(context.graph.slots.slots[1].object == nil)
    #expect(context.registeredObjects.count <= RowSource.leastMadeLimit * 2)
  }
}
