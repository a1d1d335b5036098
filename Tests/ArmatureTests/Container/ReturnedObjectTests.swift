import TestSupport
import Testing

@testable import Armature

/// Objects restored under their keys by other contexts or by undo.
@Suite struct ReturnedObjectTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let other: ManagedObjectContext
  private let dune: ManagedObject
  private let frank: ManagedObject

  init() throws {
    (container, context) = try Library.stocked()
    other = container.makeContext()
    dune = try context.first("Book", "title", "Dune")
    frank = try context.first("Author", "name", "Frank")
  }

  @Test(arguments: [true, false])
  func `a link to what was deleted here counts as one to what others have made of it`(
    isReadAgain: Bool
  ) throws {
    let left = try context.first("Book", "title", "The Left Hand")
    let theirs = (frank: try other.same(frank), left: try other.same(left))
    // The link comes with the conflict's row, and leads to an object deleted together with it.
    left.author = frank
    try context.save()
    try other.delete(theirs.frank)
    theirs.left.note = "mine"
    other.mergePolicy = .objectTrumps
    try other.save()
    // Another context restores it with the link.
    frank.name = "Frank H."
    context.mergePolicy = .objectTrumps
    try context.save()
    left.author = frank
    try context.save()
    _ = try other.fetch("Author") { $0.name == "Ursula" }
    if isReadAgain { _ = try other.fetch("Author") }
    theirs.left.author = try other.first("Author", "name", "Ursula")
    other.mergePolicy = .error
    #expect(throws: MergeConflicts.self) { try other.save() }
    let fresh = container.makeContext()
    #expect(try fresh.same(left).one("author")?.objectID == frank.objectID)
  }

  @Test func `an object that undo brings back must not lack what it requires`() throws {
    let model = try ManagedObjectModel("Guarded") {
      Entity("Owner") { Relationship("card", to: "Card", inverse: "owner", onDelete: .deny) }
      Entity("Card") { Relationship("owner", to: "Owner", inverse: "card").required() }
    }
    let context = try PersistentContainer(model: model).makeContext()
    context.recordsUndo = true
    let (owner, card) = (try context.insert("Owner"), try context.insert("Card"))
    card.owner = owner
    try context.save()
    try context.delete(owner)
    try context.delete(card)
    try context.save()
    context.undo()
    #expect(card.isInserted && card.one("owner") == nil)
    let report = try #require(throws: ValidationReport.self) { try context.save() }
    #expect(report.map(\.objectID) == [card.objectID])
    context.undo()
    try context.save()
    #expect(card.one("owner") === owner && owner.one("card") === card)
  }

  @Test func `a save to a parent that cannot be read is refused`() throws {
    let store = ShadowedStore()
    let container = try PersistentContainer(model: Library.model(), store: store)
    do {
      let context = container.makeContext()
      try Library.stock(context)
      try context.save()
    }
    let parent = container.makeContext()
    let child = parent.makeChild()
    let book = try #require(try child.fetch("Book").first)
    let tag = try #require(try child.fetch("Tag").first)
    _ = (book.many("tags"), tag.many("books"))
    try parent.refreshAll()
    try book.setValue([] as [ManagedObject], forKey: "tags")
    try book.insert(tag, into: "tags")
    book.title = "New"
    for calls in 0..<20 {
      store.fail(after: calls)
      let isSaved = (try? child.save()) != nil
      store.callsUntilFailure = nil
      if isSaved { break }
      #expect(child.hasChanges && !parent.hasChanges)
    }
    // No further changes are reported.
    _ = try parent.count("Book")
    #expect(!child.hasChanges && parent.hasChanges)
    try parent.save()
    let fresh = container.makeContext()
    #expect(try fresh.same(book).many("tags").map(\.objectID) == [tag.objectID])
  }

  @Test(arguments: [true, false])
  func `what comes back has the members that lead to it here, whether its list was read or not`(
    isRead: Bool
  ) throws {
    let desert = try context.first("Tag", "name", "desert")
    let theirs = (
      author: try other.same(frank), tag: try other.same(desert), book: try other.same(dune)
    )
    #expect(theirs.book.one("author") === theirs.author)
    #expect(theirs.book.many("tags").contains(theirs.tag))
    if isRead { _ = (theirs.author.many("books"), theirs.tag.many("books")) }
    try context.delete(frank)
    try context.delete(desert)
    try context.save()
    theirs.author.name = "Frank H."
    theirs.tag.name = "sand"
    other.mergePolicy = .objectTrumps
    try other.save()
    #expect(theirs.book.one("author") === theirs.author)
    #expect(theirs.author.many("books").contains(theirs.book))
    #expect(theirs.tag.many("books") == [theirs.book])
    #expect(brokenInvariants(of: other) == [])
    let fresh = container.makeContext()
    #expect(try fresh.same(dune).one("author")?.objectID == frank.objectID)
    #expect(try fresh.same(theirs.tag).many("books").map(\.objectID) == [dune.objectID])
  }
}
