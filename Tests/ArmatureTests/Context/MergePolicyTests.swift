import Testing

@testable import Armature

/// The result of a policy for an object changed by two contexts, which had 412 pages and no note.
struct MergeCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let policy: MergePolicy
  /// The pages, title and note stored in the end.
  let stored: [AttributeValue]
  /// The stored title if another context has deleted the object; `nil` if it stays deleted.
  let revived: AttributeValue?
  /// Whether an object stays that this context deletes and another one has changed.
  let keepsDeleted: Bool

  static let all = [
    // Both change the pages; this context also changes the title, the other one the note.
    MergeCase(
      testDescription: "store trumps", policy: .storeTrumps, stored: [500, "Mine", "theirs"],
      revived: nil, keepsDeleted: false),
    MergeCase(
      testDescription: "object trumps", policy: .objectTrumps, stored: [600, "Mine", "theirs"],
      revived: "Mine", keepsDeleted: false),
    MergeCase(
      testDescription: "overwrite", policy: .overwrite, stored: [600, "Mine", .null],
      revived: "Mine", keepsDeleted: false),
    MergeCase(
      testDescription: "rollback", policy: .rollback, stored: [500, "Dune", "theirs"],
      revived: nil, keepsDeleted: true),
    MergeCase(
      testDescription: "a closure",
      policy: .resolve { conflict in
        conflict.name == "pages" && conflict.base == 412 && conflict.mine == 600
          && conflict.theirs == 500 ? 550 : .null
      }, stored: [550, "Mine", "theirs"], revived: nil, keepsDeleted: false),
  ]
}

@Suite struct MergePolicyTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let other: ManagedObjectContext
  private let mine: ManagedObject
  private let theirs: ManagedObject

  init() throws {
    (container, context) = try Library.stocked()
    other = container.makeContext()
    mine = try context.first("Book", "title", "Dune")
    theirs = try other.same(mine)
  }

  private func change() throws {
    theirs.pages = 500
    theirs.note = "theirs"
    try other.save()
    mine.pages = 600
    mine.title = "Mine"
  }

  private func values() throws -> [AttributeValue] {
    let third = container.makeContext()
    let book = try third.same(mine)
    return ["pages", "title", "note"].map { book[$0] ?? .null }
  }

  @Test func `without a policy both changes are told, and nothing is saved`() throws {
    try change()
    let error = try #require(throws: MergeConflicts.self) { try context.save() }
    #expect(error.conflicts.count == 1 && error.conflicts.first?.kind == .changed)
    let pages = try #require(error.conflicts.first?.properties.first { $0.name == "pages" })
    #expect(pages.base == 412 && pages.mine == 600 && pages.theirs == 500)
    #expect(
      "\(error)" == """
        \(mine.objectID) must be unchanged in the store to be saved, but another save has \
        changed it: pages was \
        412, is 600 here and 500 in the store; note was no value, is no value here and "theirs" in \
        the store. \
        Refresh it, or set a merge policy.
        """)
    #expect(mine["pages"] == 600 && mine.isUpdated && mine.committedValues()["pages"] == 412)
    #expect(try values() == [500, "Dune", "theirs"])
  }

  @Test(arguments: MergeCase.all) func `a row that is as it was read is no conflict`(
    _ test: MergeCase
  ) throws {
    theirs.pages = 500
    try other.save()
    theirs.pages = 412
    try other.save()
    mine.title = "Mine"
    try context.save()
    #expect(try values() == [412, "Mine", .null])
    context.mergePolicy = test.policy
    try other.refresh(theirs)
    for pages in [1, 412] {
      theirs.pages = pages
      try other.save()
    }
    try context.delete(mine)
    try context.save()
    #expect(!context.hasChanges)
    #expect(throws: ManagedObjectError.noSuchObject(mine.objectID)) {
      try container.makeContext().same(mine)
    }
  }

  @Test func `a save after a refresh succeeds`() throws {
    try change()
    #expect(throws: MergeConflicts.self) { try context.save() }
    try context.refresh(mine)
    #expect(mine["pages"] == 600 && mine["note"] == "theirs" && mine["title"] == "Mine")
    #expect(mine.committedValues()["pages"] == 500)
    try context.save()
    #expect(try values() == [600, "Mine", "theirs"])
  }

  @Test(arguments: MergeCase.all) func `a policy decides for each property`(_ test: MergeCase)
    throws
  {
    try change()
    context.mergePolicy = test.policy
    try context.save()
    #expect(try values() == test.stored && !context.hasChanges)
    #expect(["pages", "title", "note"].map { mine[$0] ?? .null } == test.stored)
    // Later saves are based on the current state of the store.
    mine.pages = 7
    try context.save()
    #expect(try values()[0] == 7)
  }

  @Test(arguments: MergeCase.all) func `a policy decides about what others have deleted`(
    _ test: MergeCase
  ) throws {
    try other.delete(theirs)
    try other.save()
    mine.title = "Mine"
    let error = try #require(throws: MergeConflicts.self) { try context.save() }
    #expect(error.conflicts.map(\.kind) == [.deletedInStore])
    context.mergePolicy = test.policy
    try context.save()
    #expect(!context.hasChanges && brokenInvariants(of: context).isEmpty)
    let third = container.makeContext()
    let found = try? third.same(mine)
    #expect(found?["title"] == test.revived)
    #expect(found?["pages"] == (test.revived == nil ? nil : 412))
    #expect((mine.managedObjectContext == nil) == (test.revived == nil))
  }

  @Test(arguments: MergeCase.all) func `a policy decides about what is deleted here`(
    _ test: MergeCase
  ) throws {
    theirs.pages = 500
    try other.save()
    try context.delete(mine)
    let error = try #require(throws: MergeConflicts.self) { try context.save() }
    #expect(error.conflicts.contains { $0.kind == .deletedInContext && $0.id == mine.objectID })
    context.mergePolicy = test.policy
    try context.save()
    let third = container.makeContext()
    let found = try? third.same(mine)
    #expect((found != nil) == test.keepsDeleted)
    if let found {
      #expect(found["pages"] == 500 && found.one("author")?["name"] == "Frank")
      #expect(mine["pages"] == 500 && mine.objectState == .unchanged)
      #expect(mine.one("author")?.one("best") === mine)
    }
    #expect(brokenInvariants(of: context).isEmpty && brokenInvariants(of: third).isEmpty)
  }

  @Test func `members that come in two contexts are no conflict`() throws {
    for (context, name) in [(context, "a"), (other, "b"), (context, "c")] {
      let book = try context.same(mine)
      let tag = try context.insert("Tag")
      tag.name = name
      try book.insert(tag, into: "tags")
      let chapter = try context.insert("Chapter")
      chapter.title = name
      try book.insert(chapter, into: "chapters")
      try context.save()
    }
    let third = container.makeContext()
    let book = try third.same(mine)
    #expect(
      Set(book.many("tags").compactMap { $0["name"] }) == ["desert", "space", "a", "b", "c"])
    #expect(
      book.many("chapters").map { $0["title"] } == ["One", "Two", "Three", "a", "b", "c"])
  }

  @Test(arguments: [true, false])
  func `objects that others have deleted together come back together`(_ isChapterFirst: Bool)
    throws
  {
    let chapter = try #require(mine.many("chapters").first)
    let changes = [{ mine.note = "here" }, { chapter.title = "here" }] as [() -> Void]
    for change in isChapterFirst ? changes.reversed() : changes { change() }
    // The chapters are deleted with their book.
    try other.delete(theirs)
    try other.save()
    context.mergePolicy = .objectTrumps
    try context.save()
    let third = container.makeContext()
    #expect(try third.same(mine)["note"] == "here" && third.same(chapter)["title"] == "here")
    #expect(try third.same(chapter).one("book")?.objectID == mine.objectID)
    #expect(brokenInvariants(of: context).isEmpty && brokenInvariants(of: third).isEmpty)
  }

  @Test(arguments: [true, false])
  func `a link that others' wins over leaves nothing in the lists of either side`(_ isNew: Bool)
    throws
  {
    let chapter = try #require(mine.many("chapters").first)
    let here = try isNew ? context.insert("Book") : context.first("Book", "title", "The Left Hand")
    if isNew { here.title = "New" }
    let there = try other.same(context.first("Book", "title", "Children"))
    try other.same(chapter).setValue(there, forKey: "book")
    try other.save()
    chapter.book = here
    context.mergePolicy = .storeTrumps
    try context.save()
    let third = container.makeContext()
    #expect(try third.same(chapter).one("book")?.objectID == there.objectID)
    #expect(try third.same(here).many("chapters").isEmpty)
    #expect(chapter.one("book")?.objectID == there.objectID && here.many("chapters").isEmpty)
    #expect(brokenInvariants(of: context).isEmpty && brokenInvariants(of: third).isEmpty)
  }

  @Test func `a member that comes where it was put by others is there once`() throws {
    let left = try context.first("Book", "title", "The Left Hand")
    let tag = try context.first("Tag", "name", "desert")
    #expect(left.many("tags").count == 1)
    let theirs = try other.same(left)
    try theirs.insert(try other.same(tag), into: "tags")
    try other.save()
    // One side is read before the other context saves, and one after.
    try context.refresh(tag, mergeChanges: false)
    #expect(tag.many("books").contains(left) && left.many("tags").count == 1)
    try left.insert(tag, into: "tags")
    #expect(tag.many("books").filter { $0 === left }.count == 1)
    try context.save()
    let third = container.makeContext()
    #expect(try third.same(left).many("tags").count == 2 && !context.hasChanges)
    #expect(brokenInvariants(of: context).isEmpty && brokenInvariants(of: third).isEmpty)
  }

  @Test func `a member that is saved does not hide what others have changed before`() throws {
    theirs.pages = 500
    try other.save()
    let tag = try context.insert("Tag")
    tag.name = "new"
    try mine.insert(tag, into: "tags")
    try context.save()
    #expect(mine["pages"] == 412)
    mine.pages = 600
    let error = try #require(throws: MergeConflicts.self) { try context.save() }
    #expect(error.conflicts.map(\.id) == [mine.objectID])
    #expect(try values() == [500, "Dune", .null])
  }

  @Test(arguments: [true, false])
  func `an object that comes back is found by those who deleted it`(_ fetches: Bool) throws {
    mine.note = "here"
    try other.delete(theirs)
    try other.save()
    #expect(throws: ManagedObjectError.noSuchObject(mine.objectID)) { try other.same(mine) }
    context.mergePolicy = .objectTrumps
    try context.save()
    if fetches { #expect(try other.fetch("Book").count == 3) }
    #expect(try other.same(mine)["note"] == "here")
    try other.refreshAll()
    #expect(brokenInvariants(of: other) == [])
  }

  @Test func `deleting what others have deleted is done already`() throws {
    let chapter = try #require(mine.many("chapters").first)
    try other.delete(try other.same(chapter))
    try other.save()
    try context.delete(chapter)
    try context.save()
    #expect(!context.hasChanges && mine.many("chapters").count == 2)
  }

  @Test func `a link to what others have deleted is told, and nothing is saved`() throws {
    let left = try context.first("Book", "title", "The Left Hand")
    left.next = mine
    left.pages = 3
    try other.delete(theirs)
    try other.save()
    let report = try #require(throws: ValidationReport.self) { try context.save() }
    #expect(report.map(\.code) == ["reference.dangling"] && report.first?.coreDataCode == 1550)
    #expect(left.isUpdated && left["pages"] == 3)
    try context.refresh(mine)
    #expect(mine.objectState == .detached && left.one("next") == nil)
    left.next = nil as ManagedObject?
    try context.save()
    #expect(!context.hasChanges)
  }

  @Test func `eight tasks count up together and lose nothing`() async throws {
    let id = mine.objectID
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { [container] in
          let context = container.makeContext()
          let book = try context.existingObject(with: id)
          for _ in 0..<50 {
            while true {
              book.pages = (book.pages ?? 0) + 1
              do {
                try context.save()
                break
              } catch is MergeConflicts {
                try context.refresh(book, mergeChanges: false)
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try values()[0] == 812)
  }

  @Test func `a closure may choose an object that is deleted here, which is none`() throws {
    let ursula = try context.first("Author", "name", "Ursula")
    let id = ursula.objectID
    theirs.author = nil as ManagedObject?
    try other.save()
    mine.author = try context.insert("Author")
    mine.author?.name = "New"
    try context.delete(ursula)
    context.mergePolicy = .resolve { $0.name == "author" ? .object(id) : $0.mine }
    try context.save()
    #expect(mine["author"] == nil && ursula.objectState == .detached)
    let reader = container.makeContext()
    #expect(try reader.existingObject(with: mine.objectID)["author"] == nil)
  }
}
