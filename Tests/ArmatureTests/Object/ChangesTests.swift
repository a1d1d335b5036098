import Armature
import Testing

@Suite struct ChangesTests {
  @Test func `the state follows an object through its life`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.context.model.makeObject("Book")
    #expect(book.objectState == .detached && !book.hasChanges && book.managedObjectContext == nil)
    book.title = "Dune"
    #expect(!book.hasChanges && book.changedValues == ["title": "Dune"])
    #expect(book.committedValues() == [:])

    try shelf.context.insert(book)
    #expect(book.objectState == .inserted && book.isInserted && book.hasChanges)
    #expect(book.managedObjectContext === shelf.context)
    #expect(book.changedValues == ["title": "Dune"] && book.committedValues() == [:])
    #expect(shelf.context.insertedObjects == [book] && shelf.context.updatedObjects == [])

    try shelf.context.save()
    #expect(book.objectState == .unchanged && !book.hasChanges && !book.isInserted)
    #expect(book.changedValues == [:])
    #expect(book.committedValues(forKeys: ["title", "pages"]) == ["title": "Dune", "pages": 1])

    book.title = "Messiah"
    #expect(book.objectState == .updated && book.isUpdated && book.hasChanges)
    #expect(book.changedValues == ["title": "Messiah"])
    #expect(book.committedValues(forKeys: ["title"]) == ["title": "Dune"])
    #expect(shelf.context.updatedObjects == [book])

    try shelf.context.delete(book)
    #expect(book.objectState == .deleted && book.isDeleted && !book.isUpdated && book.hasChanges)
    #expect(shelf.context.deletedObjects == [book] && shelf.context.updatedObjects == [])
    #expect(shelf.context.registeredObjects == [])
    #expect(book.managedObjectContext === shelf.context)

    try shelf.context.save()
    #expect(
      book.objectState == .detached && !book.isDeleted && !book.hasChanges
        && book.managedObjectContext == nil)
    #expect(book["title"] == nil)
  }

  @Test func `committed values are all persistent ones, absent ones null`() throws {
    let shelf = try Bookshelf()
    let author = try shelf.author()
    let book = try shelf.book("Dune", by: author)
    try shelf.context.save()
    book.author = nil as ManagedObject?
    book.rating = 5.0
    book.note = "x"
    #expect(
      book.committedValues() == [
        "title": "Dune", "pages": 1, "price": .null, "rating": .null,
        "author": .object(author.objectID), "tags": .objects([]), "cover": .null,
      ])
    #expect(
      author.committedValues(forKeys: ["books", "nothing"]) == [
        "books": .objects([book.objectID])
      ])
    #expect(book.changedValues == ["author": .null, "rating": 5.0])
    #expect(author.changedValues == ["books": .objects([])])
  }

  @Test func `a write of the same value is a change, but no difference`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book("Dune", by: try shelf.author())
    try shelf.context.save()
    book.title = "Dune"
    #expect(book.hasChanges && book.isUpdated && book.changedValues == [:])
    #expect(!book.hasPersistentChangedValues)
    book.title = "Messiah"
    #expect(book.hasPersistentChangedValues && book.changedValues == ["title": "Messiah"])
    book.title = "Dune"
    #expect(!book.hasPersistentChangedValues && book.changedValues == [:])
    book.author = book.author
    #expect(!book.hasPersistentChangedValues)
    book.rating = nil as Double?
    #expect(!book.hasPersistentChangedValues && book.hasChanges && book.changedValues == [:])
    #expect(shelf.context.updatedObjects.contains(book))
  }

  @Test func `a new object has changed in what was set, absent values left out`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.context.insert("Book")
    book.title = "Dune"
    book.pages = 1
    book.rating = nil as Double?
    book.tags = [] as [ManagedObject]
    #expect(book.changedValues == ["title": "Dune", "pages": 1])
    #expect(book.hasPersistentChangedValues)
  }

  @Test func `changes of transient values are no persistent changes`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book("Dune")
    try shelf.context.save()
    book.note = "borrowed"
    #expect(book.hasChanges && shelf.context.hasChanges)
    #expect(!book.hasPersistentChangedValues && book.changedValues == [:])
    shelf.context.rollback()
    #expect(book.note == nil && !book.hasChanges)
  }

  @Test func `the order counts only where a relationship has one`() throws {
    let shelf = try Bookshelf()
    let author = try shelf.author()
    let (a, b) = (try shelf.book("A", by: author), try shelf.book("B", by: author))
    let (x, y) = (try shelf.tag("x"), try shelf.tag("y"))
    a.tags = [x, y]
    try shelf.context.save()
    a.tags = [y, x]
    #expect(!a.hasPersistentChangedValues)
    author.books = [b, a]
    #expect(author.hasPersistentChangedValues)
    author.books = [a, b]
    #expect(!author.hasPersistentChangedValues)
    a.tags = [x]
    #expect(a.hasPersistentChangedValues && y.hasPersistentChangedValues)
  }

  @Test func `an entity with more properties than a word has bits keeps them apart`() throws {
    let names = (0..<150).map { "p\($0)" }
    let model = try ManagedObjectModel("Wide") {
      Entity("Wide") {
        for name in names { Attribute(name, Int?.self) }
        Attribute("last", String.self)
      }
    }
    let context = ManagedObjectContext(model: model)
    let wide = try context.insert("Wide")
    #expect(!wide.isValid)
    wide.last = "set"
    #expect(wide.isValid)
    try context.save()
    for (index, name) in names.enumerated() where index % 3 == 0 {
      try wide.setValue(index, forKey: name)
    }
    #expect(
      Set(wide.changedValues.keys) == Set(names.enumerated().filter { $0.0 % 3 == 0 }.map(\.1)))
    #expect(wide.p63 == 63 && wide.p64 == nil && wide.p129 == 129 && wide.p149 == nil)
    context.rollback()
    #expect(wide.properties.values.filter { !$0.isNull } == ["set"] && !wide.hasChanges)
  }
}
