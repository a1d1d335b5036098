import Testing

@testable import Armature

@Suite struct ContextChangeTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  init() throws { (container, context) = try Library.stocked() }

  @Test func `each save that changes something is told once, with what it changed`() async throws {
    var changes = context.changes.makeAsyncIterator()
    let dune = try context.first("Book", "title", "Dune")
    dune.pages = 1
    dune.note = "n"
    dune.title = "Dune"
    let tag = try context.insert("Tag")
    tag.name = "told"
    try dune.insert(tag, into: "tags")
    let chapter = try #require(dune.many("chapters").first)
    try context.delete(chapter)
    try context.save()
    // Nothing, a failure, and unchanged values are not reported.
    try context.save()
    dune.pages = -1
    #expect(throws: ValidationReport.self) { try context.save() }
    dune.pages = 1
    try context.save()
    dune.pages = 2
    try context.save()
    let first = try #require(await changes.next())
    #expect(first.inserted == [tag.objectID] && first.deleted == [chapter.objectID])
    #expect(first.updated == [dune.objectID: ["pages", "note", "tags", "chapters"]])
    #expect(await changes.next()?.updated == [dune.objectID: ["pages"]])
  }

  @Test func `a context without a store tells its saves, too, and ends the sequence`() async throws
  {
    var stream: AsyncStream<ContextChange>?
    do {
      let context = ManagedObjectContext(model: try Library.model())
      stream = context.changes
      try context.insert("Tag").name = "x"
      try context.save()
    }
    var count = 0
    for await change in try #require(stream) { count += change.inserted.count }
    #expect(count == 1)
  }

  @Test func `a context without a store reports what an update changes`() async throws {
    let context = ManagedObjectContext(model: try Library.model())
    let (book, tag) = (try context.insert("Book"), try context.insert("Tag"))
    (book.title, tag.name) = ("Dune", "x")
    try context.save()
    var changes = context.changes.makeAsyncIterator()
    book.title = "Emma"
    try context.save()
    try book.insert(tag, into: "tags")
    try context.save()
    try context.delete(tag)
    try context.save()
    let (first, second) = (await changes.next(), await changes.next())
    #expect(first?.inserted == [] && first?.updated == [book.objectID: ["title"]])
    #expect(second?.updated == [book.objectID: ["tags"], tag.objectID: ["books"]])
    #expect(await changes.next()?.deleted == [tag.objectID])
  }

  @Test func `what others have saved is merged on request`() async throws {
    let other = container.makeContext()
    let (dune, theirs) = (
      try context.first("Book", "title", "Dune"),
      try other.same(context.first("Book", "title", "Dune"))
    )
    let left = try context.first("Book", "title", "The Left Hand")
    #expect(dune.many("chapters").count == 3 && left.many("tags").count == 1)
    var changes = other.changes.makeAsyncIterator()
    theirs.title = "Theirs"
    theirs.note = "theirs"
    let chapter = try other.insert("Chapter")
    chapter.title = "Four"
    chapter.book = theirs
    try other.delete(try other.same(left))
    try other.save()
    dune.note = "mine"
    try context.mergeChanges(from: try #require(await changes.next()))
    #expect(dune["title"] == "Theirs" && dune["note"] == "mine" && left.objectState == .detached)
    #expect(dune.many("chapters").map { $0["title"] } == ["One", "Two", "Three", "Four"])
    #expect(brokenInvariants(of: context).isEmpty)
    // Pending changes are based on other saves.
    try context.save()
    try other.refresh(theirs)
    #expect(theirs["note"] == "mine" && theirs["title"] == "Theirs")
  }

  @Test func `a context merges by itself before it fetches and saves`() throws {
    context.mergesChangesAutomatically = true
    let other = container.makeContext()
    let dune = try context.first("Book", "title", "Dune")
    let theirs = try other.same(dune)
    theirs.pages = 77
    try other.save()
    #expect(dune["pages"] == 412)
    _ = try context.count("Tag")
    #expect(dune["pages"] == 77)
    theirs.pages = 78
    try other.save()
    dune.note = "no conflict"
    try context.save()
    #expect(dune["pages"] == 78)
    // A context does not merge its own saves.
    context.mergesChangesAutomatically = false
    theirs.title = "Unseen"
    try other.refresh(theirs)
    try other.save()
    _ = try context.count("Tag")
    #expect(dune["title"] == "Dune")
  }

  @Test func `a deletion that both have saved takes no change away from what undo keeps`() throws {
    let (container, context) = try Library.stocked()
    let other = container.makeContext()
    context.recordsUndo = true
    context.mergesChangesAutomatically = true
    let (tag, book) = (
      try context.first("Tag", "name", "desert"), try context.first("Book", "title", "Dune")
    )
    other.mergePolicy = .objectTrumps
    try other.delete(try other.same(tag))
    try context.delete(tag)
    try context.save()
    try other.save()
    book.pages = 500
    #expect(try context.count("Tag") == 1)
    #expect(context.hasChanges)
    try context.save()
    #expect(try container.makeContext().same(book)["pages"] == 500)
  }
}
