import Testing

@testable import Armature

/// Chapters that two contexts move to different books: links and lists agree, whichever context wins.
@Suite struct MergedLinkTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let other: ManagedObjectContext
  /// A chapter of Dune at first.
  private let chapter: ManagedObject
  private let dune: ManagedObject
  private let left: ManagedObject
  private let children: ManagedObject

  init() throws {
    (container, context) = try Library.stocked()
    other = container.makeContext()
    dune = try context.first("Book", "title", "Dune")
    left = try context.first("Book", "title", "The Left Hand")
    children = try context.first("Book", "title", "Children")
    chapter = try #require(dune.many("chapters").first)
  }

  /// Moves the chapter to a book in the other context.
  private func move(to book: ManagedObject?) throws {
    try other.same(chapter).setValue(book.map { try other.same($0) }, forKey: "book")
    try other.save()
  }

  private func storedBook() throws -> ManagedObjectID? {
    let third = container.makeContext()
    #expect(brokenInvariants(of: context).isEmpty && brokenInvariants(of: third).isEmpty)
    return try third.same(chapter).one("book")?.objectID
  }

  @Test func `a link to what others have deleted is cut, which is a change to be saved`() throws {
    // No rule applies to either end of this link.
    dune.next = nil as ManagedObject?
    try context.save()
    chapter.book = children
    try other.delete(try other.same(children))
    try other.save()
    try context.refresh(children)
    #expect(chapter.one("book") == nil)
    #expect(
      chapter.committedValues(forKeys: ["book"]) == ["book": .object(dune.objectID)])
    try context.save()
    #expect(try storedBook() == nil)
    #expect(dune.many("chapters").count == 2)
  }

  @Test func `a closure may decide for what is new to the context`() throws {
    let book = try other.insert("Book")
    book.title = "New"
    try other.same(chapter).setValue(book, forKey: "book")
    try other.save()
    chapter.book = left
    context.mergePolicy = .resolve { $0.theirs }
    try context.save()
    #expect(try storedBook() == book.objectID)
    #expect(chapter.one("book")?.objectID == book.objectID && left.many("chapters").isEmpty)
  }

  @Test func `a closure that decides for what is deleted here decides for nothing`() throws {
    try move(to: left)
    chapter.book = children
    try context.delete(left)
    context.mergePolicy = .resolve { $0.theirs }
    try context.save()
    #expect(try storedBook() == nil)
    #expect(chapter.one("book") == nil && children.many("chapters").isEmpty)
  }

  @Test func `rolling back a book leaves the chapters in it that were put there`() throws {
    left.title = "Mine"
    chapter.book = left
    let theirs = try other.same(left)
    theirs.title = "Theirs"
    try other.save()
    context.mergePolicy = .rollback
    try context.save()
    #expect(try storedBook() == left.objectID)
    #expect(left["title"] == "Theirs" && left.many("chapters") == [chapter])
  }

  @Test func `reading a book again without its changes leaves the chapters in it`() throws {
    left.title = "Mine"
    chapter.book = left
    try context.refresh(left, mergeChanges: false)
    #expect(left["title"] == "The Left Hand" && left.many("chapters") == [chapter])
    #expect(chapter.one("book") === left && dune.many("chapters").count == 2)
    try context.save()
    #expect(try storedBook() == left.objectID)
  }

  @Test(arguments: [true, false])
  func `a list that is read again lacks what leads elsewhere here`(_ saves: Bool) throws {
    try move(to: left)
    chapter.book = children
    try context.refresh(chapter)
    #expect(left.many("chapters").isEmpty && dune.many("chapters").count == 2)
    #expect(children.many("chapters") == [chapter])
    if saves { try context.save() } else { context.rollback() }
    let book = saves ? children : left
    #expect(try storedBook() == book.objectID)
    #expect(chapter.one("book") === book && book.many("chapters") == [chapter])
  }

  @Test func `undoing that a member moves which others have put there leaves the other members`()
    throws
  {
    context.recordsUndo = true
    let second = try #require(dune.many("chapters").last)
    chapter.book = left
    #expect(left.many("chapters") == [chapter])
    try other.same(second).setValue(try other.same(left), forKey: "book")
    try other.save()
    try context.refresh(second, mergeChanges: false)
    #expect(second.one("book") === left)
    try left.insert(second, into: "chapters", at: 0)
    #expect(left.many("chapters") == [second, chapter])
    context.undo()
    #expect(left.many("chapters").contains(chapter) && chapter.one("book") === left)
  }
}
