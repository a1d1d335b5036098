import Armature
import Testing

@Suite struct ManagedObjectErrorTests {
  private static let id = ManagedObjectID(
    entityName: "Book", key: 7, storeID: .none, isTemporary: false)

  static let messages: [(error: ManagedObjectError, message: String)] = [
    (
      .unknownKey(entity: "Book", key: "titel", suggestion: "title"),
      "Book has no property \"titel\". Did you mean \"title\"?"
    ),
    (
      .unknownKey(entity: "Book", key: "a\n\"b\"", suggestion: nil),
      #"Book has no property "a\n\"b\""."#
    ),
    (
      .unknownEntity(name: "Bok", suggestion: "Book"),
      "The model has no entity \"Bok\". Did you mean \"Book\"?"
    ),
    (
      .abstractEntity(name: "Item", concrete: ["Book", "Film"]),
      "Item is abstract and has no objects of its own. Use one of its sub-entities: Book, Film."
    ),
    (
      .wrongType(entity: "Book", property: "pages", expected: "Int", found: "the text \"x\""),
      "Book.pages must be Int, but is set to the text \"x\"."
    ),
    (
      .wrongRead(entity: "Book", property: "pages", type: "Int", readAs: "String"),
      "Book.pages must be read as Int, but is read as String."
    ),
    (
      .notToMany(entity: "Book", property: "author"),
      "Book.author must be a to-many relationship to insert into or remove from, but is not. "
        + "Set it instead."
    ),
    (
      .wrongEntity(entity: "Book", property: "author", expected: "Author", found: "Tag"),
      "Book.author must lead to Author, but is set to an object of Tag."
    ),
    (
      .otherContext(entity: "Book", property: "author"),
      "Book.author must lead to an object of the same context, but leads to another. "
        + "Insert both objects into one context first."
    ),
    (
      .unknownObject(entity: "Book", property: "author", id: id),
      "Book.author must lead to an object of the context, but it has no Book#7."
    ),
    (
      .invalidated(id, property: nil),
      "Book#7 must be in a context, but was deleted or reset. Look it up or insert another."
    ),
    (
      .invalidated(id, property: "title"),
      "Book#7 must be in a context before its title is accessed, but was deleted or reset. Look it "
        + "up or insert another."
    ),
    (
      .missing(id, property: "title"),
      "Book#7 must be in the store before its title is accessed, but another save has deleted it. "
        + "Discard the changes, or insert another object."
    ),
    (
      .contextDeallocated(id, property: "author"),
      "Book#7 must be in a context before its author is accessed, but its context was released. "
        + "Keep the context while its objects are in use."
    ),
    (
      .alreadyInserted(id), "An object must be inserted once, but Book#7 is already in a context."
    ),
    (
      .foreignModel(entity: "Book"),
      "An object must be of the context's model, but its Book is of another model."
    ),
    (
      .toManyPath(entity: "Author", path: "books.title"),
      "Author.books.title leads to several values. Use values(forKeyPath:), or an aggregate such as "
        + "@count."
    ),
    (
      .brokenPath(entity: "Author", path: "name.x", component: "name"),
      "Author.name.x must lead to an object at each step, but \"name\" leads to none."
    ),
    (
      .unstableSave(rounds: 100),
      "willSave must stop changing objects, but still changed some after 100 rounds. Set a "
        + "value there "
        + "only if it differs, or with setPrimitiveValue(_:forKey:)."
    ),
    (
      .unstableDerivation(entity: "Node", property: "total", rounds: 100),
      "Node.total must settle when it is derived, but still changed after 100 rounds. Do not "
        + "derive it from values that depend on it, not even over relationships."
    ),
    (
      .nestedSave,
      "A context must not be saved while it is saving or loading. Save after that call has returned."
    ),
    (
      .unknownRule(entity: "Book", name: "is log", suggestion: "is long"),
      "Book has no closure rule \"is log\". Did you mean \"is long\"?"
    ),
  ]

  @Test(arguments: messages.indices)
  func `a message says what must be, what is, and what to do`(_ index: Int) {
    #expect(Self.messages[index].error.description == Self.messages[index].message)
  }

  @Test func `an unknown entity throws with the near miss`() throws {
    let shelf = try Bookshelf()
    let error = ManagedObjectError.unknownEntity(name: "Auther", suggestion: "Author")
    #expect(throws: error) { try shelf.context.insert("Auther") }
    #expect(throws: error) { try shelf.context.model.makeObject("Auther") }
    #expect(throws: ManagedObjectError.unknownEntity(name: "", suggestion: nil)) {
      try shelf.context.insert("")
    }
  }

  @Test func `an object of another context or model, or one that is inserted, is refused`() throws {
    let (here, there) = (try Bookshelf(), try Bookshelf())
    let (book, stranger) = (try here.book(), try there.author())
    #expect(throws: ManagedObjectError.otherContext(entity: "Book", property: "author")) {
      try book.setValue(stranger, forKey: "author")
    }
    #expect(throws: ManagedObjectError.alreadyInserted(book.objectID)) {
      try here.context.insert(book)
    }
    #expect(throws: ManagedObjectError.alreadyInserted(stranger.objectID)) {
      try here.context.insert(stranger)
    }
    let loose = try there.context.model.makeObject("Author")
    #expect(throws: ManagedObjectError.foreignModel(entity: "Author")) {
      try here.context.insert(loose)
    }
    #expect(throws: ManagedObjectError.otherContext(entity: "Book", property: "author")) {
      try book.setValue(loose, forKey: "author")
    }
    #expect(throws: ManagedObjectError.otherContext(entity: "Author", property: "books")) {
      try loose.setValue([book], forKey: "books")
    }
    #expect(book.one("author") == nil && !stranger.many("books").contains(book))
  }

  @Test func `an object that is gone refuses to be set by key`() throws {
    let shelf = try Bookshelf()
    let (book, author) = (try shelf.book("Dune"), try shelf.author())
    try shelf.context.save()
    try shelf.context.delete(book)
    // Before the save, the deletion can be reverted and values can be set.
    try book.setValue("Messiah", forKey: "title")
    #expect(throws: ManagedObjectError.invalidated(book.objectID, property: "author")) {
      try book.setValue(author, forKey: "author")
    }
    #expect(throws: ManagedObjectError.invalidated(book.objectID, property: nil)) {
      try author.insert(book, into: "books")
    }
    try shelf.context.save()
    #expect(throws: ManagedObjectError.invalidated(book.objectID, property: "title")) {
      try book.setValue("Dune", forKey: "title")
    }
    #expect(throws: ManagedObjectError.invalidated(book.objectID, property: nil)) {
      try author.setValue([book], forKey: "books")
    }
    #expect(throws: ManagedObjectError.invalidated(book.objectID, property: nil)) {
      try shelf.context.insert(book)
    }
    #expect(book["title"] == nil)
  }
}
