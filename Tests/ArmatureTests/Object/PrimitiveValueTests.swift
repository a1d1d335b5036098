import Testing

@testable import Armature

/// Primitive values are set without recording a change.
@Suite struct PrimitiveValueTests {
  @Test func `a stored value leaves the committed one as it is`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book("Dune")
    try shelf.context.save()
    try book.setPrimitiveValue("Messiah", forKey: "title")
    #expect(book.title == "Messiah" && !book.hasChanges && book.changedValues.isEmpty)
    #expect(book.committedValues(forKeys: ["title"]) == ["title": "Dune"])
    book.pages = 3
    #expect(book.committedValues(forKeys: ["title", "pages"]) == ["title": "Dune", "pages": 1])
    try shelf.context.save()
    #expect(book.committedValues(forKeys: ["title"]) == ["title": "Messiah"])
    try book.setPrimitiveValue("Children", forKey: "title")
    book.pages = 4
    shelf.context.rollback()
    #expect(book.title == "Messiah" && book.pages == 3)
  }

  @Test func `a stored value survives a change that is undone`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book("Dune")
    try shelf.context.save()
    try book.setPrimitiveValue("Messiah", forKey: "title")
    for _ in 0..<2 {
      let outer = shelf.context.graph.mark()
      let mark = shelf.context.graph.mark()
      book.pages = 3
      try book.setPrimitiveValue("Children", forKey: "title")
      shelf.context.graph.goBack(to: mark)
      #expect(book.title == "Messiah" && book.pages == 1 && book.objectState == .unchanged)
      #expect(book.committedValues(forKeys: ["title"]) == ["title": "Dune"])
      book.title = "God Emperor"
      shelf.context.graph.goBack(to: outer)
      #expect(book.title == "Messiah" && book.objectState == .unchanged)
    }
    try book.setPrimitiveValue("Chapterhouse", forKey: "title")
    shelf.context.reset()
  }

  @Test func `untyped values are stored and validated as they are`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book("Dune")
    let (title, pages): (AttributeValue, AttributeValue) = ("Messiah", 3.0)
    try book.setPrimitiveValue(title, forKey: "title")
    #expect(try book.primitiveValue(forKey: "title") == title)
    #expect(try book.validateValue(pages, forKey: "pages") == 3)
    #expect(try book.validateValue(AttributeValue.null, forKey: "rating") == .null)
    try book.setPrimitiveValue(AttributeValue.null, forKey: "rating")
    #expect(throws: ValidationReport.self) { try book.validateValue(title, forKey: "pages") }
    #expect(throws: ManagedObjectError.self) { try book.setPrimitiveValue(title, forKey: "pages") }
    #expect(throws: ManagedObjectError.self) { try book.setPrimitiveValue(book, forKey: "title") }
    #expect(throws: ManagedObjectError.self) { try book.validateValue(book, forKey: "author") }
  }

  @Test func `a relationship is neither stored nor validated alone`() throws {
    let shelf = try Bookshelf()
    let (book, author) = (try shelf.book("Dune"), try shelf.author("Frank"))
    let error = ManagedObjectError.notAttribute(entity: "Book", property: "author")
    #expect(throws: error) { try book.setPrimitiveValue(author, forKey: "author") }
    #expect(throws: error) { try book.validateValue(author, forKey: "author") }
    #expect(
      "\(error)" == """
        Book.author must be an attribute to be stored or validated alone, but is a relationship, \
        which has another side. Call setValue(_:forKey:), and validate() for the object.
        """)
    #expect(book.author as ManagedObject? == nil)
  }
}
