import TestSupport
import Testing

@testable import Armature

/// The changes that a context picks up from other saves, and the cost.
@Suite struct TakeOverTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let other: ManagedObjectContext

  init() throws {
    (container, context) = try Library.stocked()
    other = container.makeContext()
  }

  @Test(arguments: [true, false])
  func `an object that comes back is there for who merges, with listeners or without`(
    _ listens: Bool
  ) throws {
    let changes = listens ? other.objectChanges : nil
    defer { withExtendedLifetime(changes) {} }
    other.mergesChangesAutomatically = true
    let mine = try context.first("Book", "title", "Dune")
    mine.note = "here"
    try other.delete(try other.same(mine))
    try other.save()
    #expect(other.object(with: mine.objectID) == nil)
    context.mergePolicy = .objectTrumps
    try context.save()
    try other.save()
    #expect(other.object(with: mine.objectID)?["note"] == "here")
    #expect(brokenInvariants(of: other) == [])
  }

  @Test func `an object comes back with one round trip for each entity it leads to`() throws {
    let store = CountingStore()
    let container = try PersistentContainer(model: Library.model(), store: store)
    let (context, other) = (container.makeContext(), container.makeContext())
    try Library.stock(context)
    let dune = try context.first("Book", "title", "Dune")
    for number in 1...500 {
      let chapter = try context.insert("Chapter")
      chapter.title = "\(number)"
      try dune.insert(chapter, into: "chapters")
    }
    try context.save()
    try other.delete(try other.same(dune))
    try other.save()
    dune.pages = 3
    context.mergePolicy = .objectTrumps
    let counts = try store.counting { try context.save() }
    #expect(counts.rows <= 4, "\(counts)")
    #expect(try container.makeContext().same(dune).many("chapters").isEmpty)
  }

  @Test func `what others have saved is taken over with a round trip for each entity`() throws {
    let store = CountingStore()
    let container = try PersistentContainer(model: Library.model(), store: store)
    let (context, other) = (container.makeContext(), container.makeContext())
    try Library.stock(context)
    for number in 1...500 { try context.insert("Tag").name = "\(number)" }
    try context.save()
    other.mergesChangesAutomatically = true
    let tags = try other.fetch("Tag")
    for tag in try context.fetch("Tag") { tag.name = "new \(tag.objectID)" }
    let dune = try context.first("Book", "title", "Dune")
    dune.pages = 3
    let book = try other.same(dune)
    #expect(book["pages"] == 412)
    try context.save()
    let merging = try store.counting { try other.save() }
    #expect(merging.rows == 2, "\(merging)")
    #expect(tags.allSatisfy { ($0.name ?? "").hasPrefix("new") } && book["pages"] == 3)
    for tag in tags { tag.name = "mine \(tag.objectID)" }
    let refreshing = try store.counting { try other.refreshAll() }
    #expect(refreshing.rows == 1, "\(refreshing)")
  }

  @Test(arguments: [true, false])
  func `a unique value that others have given up may be taken`(isDeleted: Bool) throws {
    let desert = try context.first("Tag", "name", "desert")
    let same = try other.same(desert)
    if isDeleted { try other.delete(same) } else { same.name = "dry" }
    try other.save()
    let tag = try context.insert("Tag")
    tag.name = "desert"
    try context.save()
    #expect(!context.hasChanges && desert.objectState == (isDeleted ? .detached : .unchanged))
    #expect(isDeleted || desert["name"] == "dry")
    let names = try container.makeContext().fetch("Tag").map { $0["name"] }
    #expect(Set(names) == (isDeleted ? ["desert", "space"] : ["desert", "space", "dry"]))
    #expect(brokenInvariants(of: context) == [])
  }

  @Test func `a unique value that others have kept is told, and everything stays`() throws {
    let space = try context.first("Tag", "name", "space")
    let desert = try context.first("Tag", "name", "desert")
    try other.same(desert).name = "dry"
    try other.save()
    let tags = try ["desert", "space"].map { name in
      let tag = try context.insert("Tag")
      tag.name = name
      return tag
    }
    let report = try #require(throws: ValidationReport.self) { try context.save() }
    #expect(report.map(\.objectID) == [tags[1].objectID] && tags.allSatisfy(\.isInserted))
    try context.delete(tags[1])
    try context.save()
    #expect(desert["name"] == "dry" && space["name"] == "space")
  }

  @Test(arguments: [true, false])
  func `an object that comes back is there for who could undo its deletion`(isMerged: Bool) throws {
    let mine = try context.first("Book", "title", "Dune")
    mine.note = "here"
    other.recordsUndo = true
    other.mergesChangesAutomatically = isMerged
    try other.delete(try other.same(mine))
    try other.save()
    context.mergePolicy = .objectTrumps
    try context.save()
    try other.undoGroup("in the middle of a step") {
      let count = try other.fetch("Book").count
      #expect(count == 2 && other.canUndo)
    }
    if !isMerged {
      #expect(try other.fetch("Book").count == 3)
    }
    #expect(try other.same(mine)["note"] == "here" && !other.hasChanges && !other.canUndo)
    // Lists that were read before stay unchanged.
    if !isMerged { try other.refreshAll() }
    #expect(brokenInvariants(of: other) == [])
    try other.delete(try other.same(mine))
    other.undo()
    try other.save()
    #expect(try other.same(mine)["note"] == "here")
  }

  @Test func `a write to what a take-over has changed is undone, looked up and told`() throws {
    let model = try ManagedObjectModel("Shelves") {
      Entity("Shelf") {
        Attribute("code", String?.self).unique()
        Relationship("books", to: "Book", .toMany, inverse: "shelf")
      }
      Entity("Book") { Relationship("shelf", to: "Shelf", inverse: "books") }
    }
    for recordsUndo in [true, false] {
      let container = try PersistentContainer(model: model)
      let (here, there) = (container.makeContext(), container.makeContext())
      let (left, right) = (try here.insert("Shelf"), try here.insert("Shelf"))
      (left.code, right.code) = ("left", "right")
      let book = try here.insert("Book")
      try here.save()
      here.recordsUndo = recordsUndo
      try there.existingObject(with: book.objectID).shelf = try there.existingObject(
        with: right.objectID)
      try there.save()
      book.shelf = left
      // In the store the book is on the right shelf; here it was removed from it.
      try here.refreshAll()
      #expect(right.isUpdated && right.hasPersistentChangedValues)
      here.undoGroup("rename") { right.code = "middle" }
      #expect(try here.fetch("Shelf") { $0.code == "middle" } == [right])
      #expect(throws: (any Error).self) {
        left.code = "middle"
        try here.save()
      }
      guard recordsUndo else { continue }
      here.undo()
      here.undo()
      #expect(right.code == "right" && left.code == "left")
    }
  }
}
