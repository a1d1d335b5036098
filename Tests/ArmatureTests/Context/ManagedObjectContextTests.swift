import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ManagedObjectContextTests {
  @Test func `one object stands for one identity`() throws {
    let shelf = try Bookshelf()
    let author = try shelf.author()
    let book = try shelf.book("Dune", by: author)
    #expect(book.one("author") === author && author.many("books")[0] === book)
    #expect(shelf.context.registeredObject(for: book.objectID) === book)
    try shelf.context.save()
    #expect(
      shelf.context.objects(of: "Book")[0] === book && book.managedObjectContext === shelf.context)
  }

  @Test func `objects are listed in the order of insertion, those to be deleted left out`() throws {
    let shelf = try Bookshelf()
    let (a, b, author) = (try shelf.book("A"), try shelf.book("B"), try shelf.author())
    #expect(shelf.context.registeredObjects == [a, b, author])
    #expect(shelf.context.objects(of: "Book") == [a, b] && shelf.context.objects(of: "Tag") == [])
    try shelf.context.save()
    a.title = "A2"
    try shelf.context.delete(b)
    let c = try shelf.book("C")
    #expect(shelf.context.registeredObjects == [a, author, c])
    #expect(shelf.context.insertedObjects == [c] && shelf.context.updatedObjects == [a])
    #expect(shelf.context.deletedObjects == [b])
  }

  @Test func `a context keeps its objects alive`() throws {
    let shelf = try Bookshelf()
    weak let book = try shelf.book("Dune")
    #expect(book?.title == "Dune")
    try shelf.context.save()
    #expect(book?.title == "Dune")
    try shelf.context.delete(try #require(book))
    #expect(book != nil)
    try shelf.context.save()
    #expect(book == nil)
  }

  @Test func `objects deleted before they were saved are let go of, also by an empty save`() throws
  {
    let shelf = try Bookshelf()
    weak let book = try shelf.book("Dune")
    try shelf.context.delete(try #require(book))
    #expect(!shelf.context.hasChanges)
    try shelf.context.save()
    #expect(book == nil)
  }

  @Test func `after a reset objects are detached, have no values and lead nowhere`() throws {
    let shelf = try Bookshelf()
    let author = try shelf.author("Frank")
    let book = try shelf.book("Dune", by: author)
    try shelf.context.save()
    book.title = "Messiah"
    let unsaved = try shelf.book("New", by: author)
    shelf.context.reset()
    for object in [author, book, unsaved] {
      #expect(
        object.objectState == .detached && object.managedObjectContext == nil && !object.hasChanges)
      #expect(object.committedValues() == [:])
    }
    #expect(book["title"] == nil && book["author"] == nil && author.many("books") == [])
    #expect(!shelf.context.hasChanges && shelf.context.registeredObjects == [])
    #expect(shelf.context.deletedObjects == [] && shelf.context.updatedObjects == [])
    try shelf.context.delete(book)
    #expect(shelf.context.deletionPlan(for: book).deleted == [book])
    #expect(!shelf.context.hasChanges)
    try shelf.context.save()
    let other = try shelf.book("Other")
    #expect(shelf.context.registeredObjects == [other])
  }

  @Test func `objects outlive their context`() throws {
    var objects: [ManagedObject] = []
    do {
      let shelf = try Bookshelf()
      let author = try shelf.author("Frank")
      let (a, b) = (try shelf.book("A", by: author), try shelf.book("B", by: author))
      try shelf.context.save()
      a.title = "A2"
      try shelf.context.delete(b)
      objects = [author, a, b, try shelf.book("C", by: author)]
    }
    #expect(objects.allSatisfy { $0.managedObjectContext == nil && $0.objectState == .detached })
    #expect(objects[1].title == "A2" && objects[2].title == "B")
    objects[1].title = "A3"
    let lost = objects[1].objectID
    #expect(throws: ManagedObjectError.contextDeallocated(lost, property: "title")) {
      try objects[1].setValue("A4", forKey: "title")
    }
    #expect(objects[1].description.hasSuffix("{title: \"A3\", pages: 1}"))
  }

  @Test func `an object made without a context is inserted as it is`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.context.model.makeObject("Book")
    book.title = "Dune"
    #expect(book.validate().isValid && book.isValid)
    try shelf.context.insert(book)
    #expect(book.isInserted && book.title == "Dune")
    #expect(shelf.context.registeredObjects == [book])
    shelf.context.rollback()
    #expect(throws: ManagedObjectError.invalidated(book.objectID, property: nil)) {
      try shelf.context.insert(book)
    }
  }

  @Test func `contexts of one model share nothing`() throws {
    let model = try ManagedObjectModel.bookshelf()
    let contexts = (0..<20).map { _ in ManagedObjectContext(model: model) }
    for (index, context) in contexts.enumerated() {
      for _ in 0..<index { try context.insert("Book") }
    }
    #expect(contexts.map(\.registeredObjects.count) == Array(0..<20))
    try contexts[5].save()
    #expect(contexts.filter(\.hasChanges).count == 18)
  }

  @Test func `100,000 objects come and go`() throws {
    let shelf = try Bookshelf()
    let author = try shelf.author()
    weak var last: ManagedObject?
    for _ in 0..<100_000 { last = try shelf.book("Dune", by: author) }
    #expect(author.many("books").count == 100_000 && last?.one("author") === author)
    shelf.context.reset()
    #expect(last == nil && author.many("books") == [])
  }
}

@Suite struct DefaultValueTests {
  @Test func `defaults of the moment are made for each object, from clock and source`() throws {
    let model = try ManagedObjectModel("Defaults") {
      Entity("Item") {
        Attribute("added", Date.self).default(.now)
        Attribute("checked", Date?.self).default(.now)
        Attribute("identifier", UUID.self).default(.uuid)
        Attribute("constant", Int.self).default(7)
        Attribute("computed", String.self).default { "made" }
        Attribute("absent", Int?.self)
        Attribute("nothing", Int?.self).default { nil }
      }
    }
    nonisolated(unsafe) var seconds = 0.0
    nonisolated(unsafe) var byte: UInt8 = 0
    let context = ManagedObjectContext(
      model: model,
      now: {
        seconds += 1
        return Date(seconds)
      },
      makeUUID: {
        byte += 1
        return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, byte))
      })
    let (a, b) = (try context.insert("Item"), try context.insert("Item"))
    #expect(a.added == Date(1) && a.checked == Date(2) && b.added == Date(3))
    let identifiers = [a, b].compactMap { (item: ManagedObject) -> UUID? in item.identifier }
    #expect(identifiers.map(\.uuid.15) == [1, 2])
    #expect(a.constant == 7 && a.computed == "made" && a.absent == nil && a.nothing == nil)
    #expect(a.changedValues == [:])
    let loose = try model.makeObject("Item", now: { Date(99) })
    #expect(loose.added == Date(99) && loose["identifier"] != nil)
    try context.save()
    a.added = Date(50)
    context.rollback()
    #expect(a.added == Date(1))
  }

  @Test func `identifiers of version 7 come in the order of creation, whatever the clock says`()
    throws
  {
    let model = try ManagedObjectModel("Order") {
      Entity("Item") { Attribute("id", UUID.self).default(.uuidv7) }
    }
    nonisolated(unsafe) var times = [1_000.5, 1_000.5, 900, 1_000.75]
    let context = ManagedObjectContext(
      model: model, now: { Date(timeIntervalSince1970: times.removeFirst()) },
      makeUUID: { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 0xF9, 10, 11, 12, 13, 14, 15, 16)) })
    let ids = try (0..<4).map { _ in "\(try context.insert("Item")["id"] ?? nil)" }
    // 1,000,500 ms are F4434 in hexadecimal digits, and 1,000,750 ms are F452E.
    let starts = ["4434-7000", "4434-7001", "4434-7002", "452E-7000"]
    #expect(ids == starts.map { "0000000F-\($0)-B90A-0B0C0D0E0F10" })
    let own = ManagedObjectContext(model: model)
    let many = try (0..<1000).map { _ in "\(try own.insert("Item")["id"] ?? nil)" }
    #expect(many == many.sorted() && Set(many).count == 1000)
  }

  @Test func `a closure makes a value of its own for each object`() throws {
    let counter = Counter()
    let model = try ManagedObjectModel("Defaults") {
      Entity("Item") { Attribute("number", Int.self).default { counter.next() } }
    }
    let context = ManagedObjectContext(model: model)
    let numbers = try (0..<5).map { _ in try context.insert("Item")["number"] }
    #expect(numbers == [1, 2, 3, 4, 5])
  }

  /// `@unchecked Sendable`: a test uses it from one task.
  private final class Counter: @unchecked Sendable {
    private var count = 0

    func next() -> Int {
      count += 1
      return count
    }
  }
}
