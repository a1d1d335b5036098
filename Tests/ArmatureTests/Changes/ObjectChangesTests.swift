import Testing

@testable import Armature

@Suite struct ObjectChangesTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let dune: ManagedObject

  init() throws {
    (container, context) = try Library.stocked()
    dune = try context.first("Book", "title", "Dune")
    context.tracksPendingChanges = true
  }

  @Test func `what changed between two times is told, and with which properties`() throws {
    let tag = try context.insert("Tag")
    tag.name = "noted"
    try dune.insert(tag, into: "tags")
    dune.title = "Arrakis"
    dune.title = "Dune Messiah"
    let chapter = try #require(dune.many("chapters").first)
    try context.delete(chapter)
    let changes = context.processPendingChanges()
    #expect(changes.inserted == [tag.objectID] && changes.deleted == [chapter.objectID])
    #expect(changes.updated == [dune.objectID: ["title", "tags", "chapters"]])
    #expect(changes.refreshed.isEmpty && !changes.isReset)
    #expect(context.processPendingChanges().isEmpty)
    dune.pages = 2
    #expect(context.processPendingChanges().updated == [dune.objectID: ["pages"]])
    tag.name = "again"
    #expect(context.processPendingChanges().updated == [tag.objectID: ["name"]])
  }

  @Test func `what came to nothing is not told`() throws {
    let tag = try context.insert("Tag")
    try context.delete(tag)
    dune.title = "Arrakis"
    dune.title = "Dune"
    let chapter = try #require(dune.many("chapters").last)
    try dune.remove(chapter, from: "chapters")
    try dune.insert(chapter, into: "chapters")
    #expect(context.processPendingChanges().isEmpty)
  }

  @Test func `a deletion is told once, and not again by the save`() throws {
    let tag = try context.first("Tag", "name", "desert")
    try context.delete(tag)
    #expect(context.processPendingChanges().deleted == [tag.objectID])
    try context.save()
    #expect(context.processPendingChanges().isEmpty)
  }

  @Test func `nothing is noted when nobody wants to know`() throws {
    context.tracksPendingChanges = false
    dune.title = "Arrakis"
    #expect(context.processPendingChanges().isEmpty)
    #expect(dune.changedValuesForCurrentEvent.isEmpty)
    context.tracksPendingChanges = true
    dune.pages = 3
    #expect(context.processPendingChanges().updated == [dune.objectID: ["pages"]])
  }

  @Test func `undo, redo and rollback are told as what they do`() throws {
    context.recordsUndo = true
    let chapter = try #require(dune.many("chapters").first)
    dune.title = "Arrakis"
    try context.delete(chapter)
    context.processPendingChanges()
    context.undo()
    var changes = context.processPendingChanges()
    #expect(changes.inserted == [chapter.objectID])
    #expect(changes.updated == [dune.objectID: ["chapters"]])
    context.undo()
    #expect(context.processPendingChanges().updated == [dune.objectID: ["title"]])
    context.redo()
    context.redo()
    changes = context.processPendingChanges()
    #expect(changes.updated == [dune.objectID: ["title", "chapters"]])
    #expect(changes.deleted == [chapter.objectID])
    let tag = try context.insert("Tag")
    context.processPendingChanges()
    context.rollback()
    changes = context.processPendingChanges()
    #expect(changes.updated == [dune.objectID: ["title", "chapters"]])
    #expect(changes.inserted == [chapter.objectID] && changes.deleted == [tag.objectID])
  }

  @Test func `a failed save is told as nothing, a save as what it changed`() throws {
    dune.pages = -1
    context.processPendingChanges()
    #expect(throws: ValidationReport.self) { try context.save() }
    #expect(context.processPendingChanges().isEmpty)
    dune.pages = 7
    try context.save()
    #expect(context.processPendingChanges().isEmpty)
  }

  @Test func `what others have saved is told as refreshed`() async throws {
    let other = container.makeContext()
    var saves = other.changes.makeAsyncIterator()
    let theirs = try other.same(dune)
    let gone = try context.first("Tag", "name", "desert")
    theirs.title = "Theirs"
    try other.delete(try other.same(gone))
    let made = try other.insert("Author")
    made.name = "New"
    try other.save()
    try context.mergeChanges(from: try #require(await saves.next()))
    let changes = context.processPendingChanges()
    #expect(changes.refreshed.contains(dune.objectID) && changes.updated.isEmpty)
    #expect(changes.deleted == [gone.objectID] && changes.inserted == [made.objectID])
    #expect(dune["title"] == "Theirs")
  }

  @Test func `an object that is read again is refreshed`() throws {
    dune.title = "Arrakis"
    try context.refresh(dune, mergeChanges: false)
    let changes = context.processPendingChanges()
    #expect(changes.refreshed == [dune.objectID] && changes.updated.isEmpty)
    try context.refreshAll()
    #expect(!context.processPendingChanges().refreshed.isEmpty)
  }

  @Test func `a reset is told without the objects, and what comes behind it with them`() throws {
    dune.title = "Arrakis"
    context.reset()
    let tag = try context.insert("Tag")
    let changes = context.processPendingChanges()
    #expect(changes.isReset && changes.inserted == [tag.objectID] && changes.updated.isEmpty)
  }

  @Test func `the former values of an event are at hand until it is processed`() throws {
    let frank: ManagedObject? = dune.author
    let chapters = dune.many("chapters").map(\.objectID)
    dune.title = "Arrakis"
    dune.title = "Rakis"
    dune.author = nil as ManagedObject?
    dune.pages = 412
    dune.draft = "transient"
    try dune.remove(dune.many("chapters")[0], from: "chapters")
    #expect(
      dune.changedValuesForCurrentEvent == [
        "title": "Dune", "author": .object(try #require(frank).objectID),
        "chapters": .objects(chapters),
      ])
    context.processPendingChanges()
    #expect(dune.changedValuesForCurrentEvent.isEmpty)
    dune.note = "n"
    #expect(dune.changedValuesForCurrentEvent == ["note": .null])
    let tag = try context.insert("Tag")
    tag.name = "x"
    #expect(tag.changedValuesForCurrentEvent.isEmpty)
  }

  @Test func `a sequence has a value for each time that changes were processed`() async throws {
    context.tracksPendingChanges = false
    var stream: AsyncStream<ObjectChanges>.Iterator? = context.objectChanges.makeAsyncIterator()
    #expect(context.tracksPendingChanges)
    dune.title = "Arrakis"
    context.processPendingChanges()
    context.processPendingChanges()
    // Saves and fetches process pending changes.
    dune.pages = 5
    _ = try context.count("Book")
    dune.note = "n"
    try context.save()
    for names: Set in [["title"], ["pages"], ["note"]] {
      #expect(await stream?.next()?.updated == [dune.objectID: names])
    }
    // The listeners are gone.
    stream = nil
    dune.pages = 6
    context.processPendingChanges()
    #expect(!context.tracksPendingChanges)
  }

  @Test func `a task of its own processes its changes at its end`() async throws {
    let changes = try await container.perform { context in
      let changes = context.objectChanges
      try context.insert("Tag").name = "task"
      return changes
    }
    var count = 0
    for await change in changes { count += change.inserted.count }
    #expect(count == 1)
  }

  @Test func `saves of a child are told in its parent`() throws {
    let child = context.makeChild()
    try child.same(dune).title = "By the child"
    let tag = try child.insert("Tag")
    tag.name = "child"
    try child.save()
    let changes = context.processPendingChanges()
    #expect(changes.updated == [dune.objectID: ["title"]] && changes.inserted == [tag.objectID])
  }
}
