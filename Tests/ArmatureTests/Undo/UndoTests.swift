import Testing

@testable import Armature

@Suite struct UndoTests {
  private let shelf: Bookshelf
  private let context: ManagedObjectContext
  private let author: ManagedObject
  private let books: [ManagedObject]

  init() throws {
    shelf = try Bookshelf()
    context = shelf.context
    author = try shelf.author("Ursula")
    let (author, shelf) = (author, shelf)
    books = try ["a", "b", "c"].map { try shelf.book($0, by: author) }
    try context.save()
    context.recordsUndo = true
  }

  /// Makes a change, then undoes and redoes it.
  private func goBackAndForth(_ change: () throws -> Void) throws {
    let start = ContextSnapshot(context)
    try change()
    let end = ContextSnapshot(context)
    #expect(end != start)
    for _ in 0..<3 {
      while context.canUndo { context.undo() }
      #expect(ContextSnapshot(context) == start)
      #expect(brokenInvariants(of: context).isEmpty)
      while context.canRedo { context.redo() }
      #expect(ContextSnapshot(context) == end)
      #expect(brokenInvariants(of: context).isEmpty)
    }
  }

  @Test func `nothing is recorded unless it is asked for`() throws {
    let other = try Bookshelf()
    #expect(!other.context.recordsUndo)
    let book = try other.book("Dune")
    book.title = "Dune Messiah"
    #expect(!other.context.canUndo && other.context.graph.journal.past.isEmpty)
    other.context.undo()
    other.context.redo()
    #expect(book.title == "Dune Messiah")
  }

  @Test func `a value is taken back and set again`() {
    books[0].title = "Dune"
    #expect(context.canUndo && !context.canRedo)
    context.undo()
    #expect(books[0].title == "a" && !context.hasChanges && books[0].changedValues.isEmpty)
    #expect(!context.canUndo && context.canRedo)
    context.redo()
    #expect(books[0].title == "Dune" && context.hasChanges)
    #expect(books[0].changedValues == ["title": "Dune"])
  }

  @Test func `undo and redo do nothing where there is no step`() {
    context.undo()
    context.redo()
    #expect(!context.hasChanges && !context.canUndo && !context.canRedo)
  }

  @Test func `each call is a step, with all that follows from it`() throws {
    books[0].title = "Dune"
    books[0].author = nil
    try context.delete(author)
    #expect(context.undoDepth == 3)
    context.undo()
    #expect(author.many("books") == [books[1], books[2]])
    context.undo()
    #expect(author.many("books") == books)
    context.undo()
    #expect(books[0].title == "a" && !context.hasChanges)
  }

  @Test func `every kind of change goes back and forth`() throws {
    let fresh = try shelf.book("fresh", by: author)
    context.removeAllUndo()
    try goBackAndForth {
      try shelf.changeAll(author, books, fresh)
      try books[0].setValuesForKeys(["title": "several", "pages": 7])
      try context.load(.text(#"[{"title": "loaded"}]"#, as: "Book"))
    }
  }

  @Test func `what was deleted comes back as the same object at its old place`() throws {
    let id = books[1].objectID
    try context.delete(books[1])
    #expect(author.many("books") == [books[0], books[2]])
    context.undo()
    #expect(author.many("books") == books && books[1].objectID == id)
    #expect(context.registeredObject(for: id) === books[1] && books[1].objectState == .unchanged)
    #expect(!context.hasChanges)
  }

  @Test func `an insertion that is undone is gone, and comes back as the same object`() throws {
    let tag = try shelf.tag("new")
    let id = tag.objectID
    context.undo()
    context.undo()
    #expect(context.registeredObject(for: id) == nil && context.objects(of: "Tag").isEmpty)
    #expect(tag.managedObjectContext == nil && tag.objectState == .detached && !context.hasChanges)
    context.redo()
    #expect(context.registeredObject(for: id) === tag && tag.name == "tag" && tag.isInserted)
    context.redo()
    #expect(tag.name == "new" && tag.objectID == id && context.insertedObjects == [tag])
  }

  @Test func `an object that was inserted, deleted and brought back is saved with its values`()
    throws
  {
    let book = try shelf.book("new", by: author)
    try context.delete(book)
    context.undo()
    #expect(book.title == "new" && author.many("books") == books + [book])
    try context.save()
    #expect(book.objectState == .unchanged && book.title == "new")
  }

  @Test func `a new change forgets what could be redone`() throws {
    let tag = try shelf.tag("new")
    context.undo()
    context.undo()
    #expect(context.canRedo)
    books[0].title = "Dune"
    #expect(!context.canRedo)
    try shelf.context.save()
    context.undo()
    #expect(books[0].title == "a" && tag.managedObjectContext == nil)
  }

  @Test func `a change that is refused is no step`() throws {
    let other = try Bookshelf().author()
    #expect(throws: ManagedObjectError.self) { try books[0].setValue(other, forKey: "author") }
    #expect(throws: ManagedObjectError.self) {
      try books[0].setValuesForKeys(["title": "x", "pages": "y"])
    }
    #expect(throws: (any Error).self) { try context.load(.text(#"[{"title": 3}]"#, as: "Book")) }
    #expect(!context.canUndo && !context.hasChanges)
  }

  @Test func `a failed load or save leaves both stacks as they were`() throws {
    books[0].title = "one"
    books[0].title = "two"
    context.undo()
    #expect(throws: (any Error).self) { try context.load(.text(#"[{"title": 3}]"#, as: "Book")) }
    #expect(context.undoDepth == 1 && context.canRedo)
    _ = Changeset(books[0], casting: ["pages": 3], allowing: ["pages"])
    #expect(context.undoDepth == 1 && context.canRedo)
    context.redo()
    #expect(books[0].title == "two")
  }

  @Test func `a primitive value is no step`() throws {
    try books[0].setPrimitiveValue(9, forKey: "pages")
    #expect(!context.canUndo)
  }

  // MARK: Groups

  @Test func `a group is one step with a name`() throws {
    context.undoGroup("Rename") {
      books[0].title = "one"
      books[1].title = "two"
    }
    books[2].title = "three"
    #expect(context.undoDepth == 2 && context.undoActionName == "Change Book")
    context.undo()
    #expect(context.undoActionName == "Rename" && context.redoActionName == "Change Book")
    context.undo()
    #expect(books.map { $0.title } == ["a", "b", "c"] && context.redoActionName == "Rename")
    context.redo()
    #expect(books.map { $0.title } == ["one", "two", "c"] && context.undoActionName == "Rename")
  }

  @Test func `groups nest, and the first name counts`() throws {
    context.beginUndoGroup()
    context.undoGroup("inner") { books[0].title = "one" }
    context.undoGroup("other") { books[1].title = "two" }
    context.endUndoGroup()
    #expect(context.undoActionName == "inner" && context.undoDepth == 1)
    context.undo()
    #expect(!context.hasChanges)
  }

  @Test func `only a write right after one to the same attribute takes no entry`() throws {
    let tag = try shelf.tag()
    context.removeAllUndo()
    let start = ContextSnapshot(context)
    context.undoGroup {
      books[0].pages = 2
      books[0].pages = 3
      books[0].title = "x"
      books[0].pages = 4
    }
    books[0].pages = 5
    context.undo()
    #expect(books[0].pages == 4)
    try context.undoGroup {
      try tag.insert(books[0], into: "books")
      books[0].pages = 6
    }
    context.undo()
    #expect(books[0].pages == 4)
    context.undo()
    #expect(ContextSnapshot(context) == start)
  }

  @Test func `an empty group is no step`() {
    context.undoGroup("nothing") {}
    #expect(!context.canUndo && context.undoActionName == nil)
    books[0].title = "one"
    #expect(context.undoDepth == 1 && context.undoActionName == "Change Book")
  }

  @Test func `what a group did that throws stays as one step`() throws {
    struct Oops: Error {}
    #expect(throws: Oops.self) {
      try context.undoGroup("half") {
        books[0].title = "one"
        books[1].title = "two"
        throw Oops()
      }
    }
    #expect(books[1].title == "two" && context.undoActionName == "half")
    context.undo()
    #expect(!context.hasChanges)
  }

  @Test func `writing one attribute again and again takes one entry of a group`() {
    context.undoGroup { for number in 0..<100 { books[0].pages = number } }
    #expect(context.graph.journal.past.count == 1)
    context.undo()
    #expect(books[0].pages == 1 && !context.hasChanges)
  }

  // MARK: Saving

  @Test func `undo goes back over a save, and the next save saves that`() throws {
    let tag = try shelf.tag("new")
    try context.delete(books[1])
    books[0].title = "Dune"
    try context.save()
    #expect(context.canUndo && !context.hasChanges)
    context.undo()
    #expect(books[0].title == "a" && books[0].changedValues == ["title": "a"])
    context.undo()
    #expect(books[1].isInserted && books[1].title == "b" && author.many("books") == books)
    context.undo()
    context.undo()
    #expect(tag.isDeleted && context.objects(of: "Tag").isEmpty)
    #expect(context.deletedObjects == [tag] && context.insertedObjects == [books[1]])
    try context.save()
    #expect(!context.hasChanges && books[1].objectState == .unchanged)
    for _ in 0..<4 { context.redo() }
    #expect(books[0].title == "Dune" && tag.isInserted && tag.name == "new")
    #expect(books[1].isDeleted && !context.canRedo)
    try context.save()
    #expect(context.objects(of: "Book") == [books[0], books[2]])
  }

  @Test func `undo and redo over a save lead back to what was saved`() throws {
    let tag = try shelf.tag("new")
    try books[0].insert(tag, into: "tags")
    try context.delete(books[2])
    try context.save()
    let saved = ContextSnapshot(context)
    while context.canUndo { context.undo() }
    #expect(context.hasChanges)
    while context.canRedo { context.redo() }
    #expect(ContextSnapshot(context) == saved && !context.hasChanges)
  }

  @Test func `lists are gone back over though a save has closed their holes`() throws {
    let many = try (0..<40).map { try shelf.book("\($0)", by: author) }
    try context.save()
    context.removeAllUndo()
    for book in many where book !== many[20] { book.author = nil }
    context.undo()
    try context.save()
    let saved = ContextSnapshot(context)
    while context.canUndo { context.undo() }
    #expect(author.many("books") == books + many)
    while context.canRedo { context.redo() }
    #expect(author.many("books") == books + [many[20]])
    context.undo()
    #expect(ContextSnapshot(context) == saved && brokenInvariants(of: context).isEmpty)
  }

  @Test func `rollback and reset forget the steps`() throws {
    let tag = try shelf.tag("new")
    try context.save()
    try context.delete(tag)
    books[0].title = "Dune"
    context.undo()
    context.rollback()
    #expect(!context.canUndo && !context.canRedo && tag.objectState == .unchanged)
    books[0].title = "Dune"
    #expect(context.canUndo)
    context.reset()
    #expect(!context.canUndo && !context.canRedo)
    let fresh = try shelf.tag("fresh")
    context.undo()
    #expect(fresh.name == "tag")
  }

  // MARK: Memory

  @Test func `a limit drops the oldest steps`() throws {
    context.undoLimit = 3
    for number in 0..<10 { books[0].pages = number }
    var undone = 0
    while context.canUndo {
      context.undo()
      undone += 1
    }
    #expect(undone == 3 && books[0].pages == 6)
    while context.canRedo { context.redo() }
    #expect(books[0].pages == 9)
  }

  @Test func `a limit bounds what is kept, deleted objects included`() throws {
    context.undoLimit = 10
    weak var first: ManagedObject?
    for number in 0..<10_000 {
      let tag = try context.insert("Tag")
      if number == 0 { first = tag }
      try context.delete(tag)
    }
    #expect(first == nil && context.graph.journal.past.count < 100)
    #expect(
      context.graph.changes.inserted.count < 1000 && context.graph.indexes.touched.count < 1000)
  }

  @Test func `what only the history keeps goes with it`() throws {
    weak var tag: ManagedObject?
    weak var book: ManagedObject?
    do {
      tag = try shelf.tag("new")
      book = try shelf.book("other")
      try context.save()
      if let book { try context.delete(book) }
      try context.save()
      context.undoGroup {}
    }
    #expect(tag != nil && book != nil)
    context.removeAllUndo()
    #expect(tag != nil && book == nil && !context.hasChanges)
    context.recordsUndo = false
    #expect(!context.canUndo)
    books[0].title = "Dune"
    #expect(!context.canUndo)
  }

  @Test func `a context that ends lets go of what its history keeps`() throws {
    weak var book: ManagedObject?
    do {
      let other = try Bookshelf()
      other.context.recordsUndo = true
      book = try other.book("x")
      other.context.undo()
      other.context.undo()
      #expect(book != nil)
    }
    #expect(book == nil)
  }
}
