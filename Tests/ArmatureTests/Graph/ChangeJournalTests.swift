import Testing

@testable import Armature

@Suite struct ChangeJournalTests {
  private let shelf: Bookshelf
  private let author: ManagedObject
  private let books: [ManagedObject]

  init() throws {
    shelf = try Bookshelf()
    author = try shelf.author("Ursula")
    let (author, shelf) = (author, shelf)
    books = try ["a", "b", "c"].map { try shelf.book($0, by: author) }
    try shelf.context.save()
  }

  private var graph: ObjectGraph { shelf.context.graph }

  /// Makes every kind of change, on saved objects and on new ones.
  private func changeAll(_ fresh: ManagedObject?) throws {
    try shelf.changeAll(author, books, fresh)
  }

  @Test func `a list that changed within a later mark, and after it, goes back with the first`()
    throws
  {
    let before = ContextSnapshot(shelf.context)
    let outer = graph.mark()
    let newcomer = try shelf.author("Newcomer")
    let inner = graph.mark()
    books[0].author = newcomer
    graph.keepChanges(since: inner)
    books[0].author = author
    graph.goBack(to: outer)
    #expect(ContextSnapshot(shelf.context, only: before.ids) == before)
    #expect(brokenInvariants(of: shelf.context).isEmpty)
  }

  @Test func `an entry takes thirty-two bytes`() {
    #expect(MemoryLayout<JournalEntry>.stride == 32)
  }

  @Test func `going back takes back every kind of change`() throws {
    let fresh = try shelf.book("unsaved", by: author)
    let before = ContextSnapshot(shelf.context)
    for _ in 0..<3 {
      let mark = graph.mark()
      try changeAll(fresh)
      #expect(ContextSnapshot(shelf.context) != before)
      graph.goBack(to: mark)
      #expect(ContextSnapshot(shelf.context) == before)
      #expect(brokenInvariants(of: shelf.context).isEmpty && !graph.journal.isRecording)
    }
    #expect(graph.journal.past.isEmpty)
    shelf.context.rollback()
    #expect(author.many("books") == books && fresh.managedObjectContext == nil)
  }

  @Test func `marks within marks go back on their own, and with those around them`() throws {
    let before = ContextSnapshot(shelf.context)
    let outer = graph.mark()
    books[0].title = "outer"
    let inserted = try shelf.book("between", by: author)
    let between = ContextSnapshot(shelf.context)
    let inner = graph.mark()
    try changeAll(inserted)
    graph.goBack(to: inner)
    #expect(ContextSnapshot(shelf.context) == between && graph.journal.isRecording)
    let kept = graph.mark()
    try changeAll(inserted)
    graph.keepChanges(since: kept)
    #expect(graph.journal.isRecording)
    graph.goBack(to: outer)
    #expect(ContextSnapshot(shelf.context) == before && !shelf.context.hasChanges)
    #expect(inserted.managedObjectContext == nil && brokenInvariants(of: shelf.context).isEmpty)
  }

  @Test func `going back over an outer mark overtakes the inner one`() throws {
    let before = ContextSnapshot(shelf.context)
    let outer = graph.mark()
    books[0].title = "outer"
    let inner = graph.mark()
    books[0].title = "inner"
    graph.goBack(to: outer)
    #expect(ContextSnapshot(shelf.context) == before)
    books[0].title = "later"
    graph.goBack(to: inner)
    graph.keepChanges(since: outer)
    #expect(books[0]["title"] == "later" && !graph.journal.isRecording)
  }

  @Test func `what is kept can be rolled back and saved`() throws {
    let saved = ContextSnapshot(shelf.context)
    let fresh = try shelf.book("unsaved", by: author)
    let mark = graph.mark()
    try changeAll(fresh)
    let changed = ContextSnapshot(shelf.context)
    graph.keepChanges(since: mark)
    #expect(ContextSnapshot(shelf.context) == changed && fresh.managedObjectContext == nil)
    shelf.context.rollback()
    #expect(ContextSnapshot(shelf.context) == saved)
    let again = graph.mark()
    try changeAll(nil)
    graph.keepChanges(since: again)
    try shelf.context.save()
    #expect(!shelf.context.hasChanges && author.many("books") == [books[0]])
  }

  @Test func `lists of unsaved objects are settled by a save under a mark`() throws {
    let unsaved = try shelf.author("Unsaved")
    let first = try shelf.book("first", by: unsaved)
    let gone = try shelf.book("gone", by: unsaved)
    let mark = graph.mark()
    let second = try shelf.book("second", by: unsaved)
    try shelf.context.delete(gone)
    try shelf.context.save()
    #expect(!graph.journal.contains(mark) && gone.managedObjectContext == nil)
    graph.goBack(to: mark)
    #expect(unsaved.many("books") == [first, second] && !shelf.context.hasChanges)
    unsaved.books = [second]
    shelf.context.rollback()
    #expect(unsaved.many("books") == [first, second])
    #expect(shelf.context.objects(of: "Book").count == 5 && graph.danglingCountIsRight)
  }

  @Test func `rollback and reset end all marks`() throws {
    let mark = graph.mark()
    books[0].title = "changed"
    shelf.context.rollback()
    books[0].title = "later"
    graph.goBack(to: mark)
    #expect(books[0]["title"] == "later")
    let second = graph.mark()
    shelf.context.reset()
    let book = try shelf.book("new")
    graph.goBack(to: second)
    graph.keepChanges(since: second)
    #expect(book["title"] == "new" && shelf.context.insertedObjects == [book])
  }

  @Test func `keys of objects that were taken back are not given out again`() throws {
    let mark = graph.mark()
    let gone = try shelf.book()
    let id = gone.objectID
    graph.goBack(to: mark)
    let next = try shelf.book()
    #expect(next.objectID != id && gone.objectID == id && gone.managedObjectContext == nil)
    #expect(shelf.context.registeredObject(for: id) == nil)
    #expect(shelf.context.registeredObject(for: next.objectID) === next)
  }
}

extension ObjectGraph {
  /// Whether the count of dangling objects does not exceed the number of empty slots.
  fileprivate var danglingCountIsRight: Bool {
    let empty = (1..<slots.count).count {
      !slots[Handle(rawValue: UInt32($0))].isThere
    }
    return slots.danglingCount >= 0 && slots.danglingCount <= empty
  }
}
