import Dispatch
import Foundation
import Testing

@testable import Armature

@Suite struct PersistentContainerTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  init() throws { (container, context) = try Library.stocked() }

  private func dune(_ context: ManagedObjectContext) throws -> ManagedObject {
    try context.same(self.context.first("Book", "title", "Dune"))
  }

  @Test func `another context reads what was saved, with all links and their order`() throws {
    let other = container.makeContext()
    let (mine, theirs) = (try dune(context), try dune(other))
    #expect(mine !== theirs && mine.objectID == theirs.objectID && !theirs.objectID.isTemporary)
    #expect(theirs["title"] == "Dune" && theirs["pages"] == 412 && theirs["note"] == nil)
    #expect(theirs.one("author")?["name"] == "Frank")
    #expect(theirs.one("author")?.one("best") === theirs)
    #expect(Set(theirs.many("tags").map { $0["name"] }) == ["desert", "space"])
    #expect(theirs.many("chapters").map { $0["title"] } == ["One", "Two", "Three"])
    #expect(theirs.one("next")?.entity.name == "Novel" && theirs.one("next")?["genre"] == "saga")
    #expect(
      Set(theirs.one("author")?.many("books").map { $0["title"] } ?? []) == ["Dune", "Children"])
    #expect(!other.hasChanges && brokenInvariants(of: other).isEmpty)
  }

  @Test func `a change saved in one context is read by a new one`() throws {
    let other = container.makeContext()
    let theirs = try dune(other)
    theirs.pages = 500
    theirs.note = "long"
    theirs.draft = "never stored"
    theirs.author = try other.same(try context.first("Author", "name", "Ursula"))
    let tag = try other.insert("Tag")
    tag.name = "worms"
    try theirs.insert(tag, into: "tags")
    try theirs.remove(try #require(theirs.many("chapters").first), from: "chapters")
    try other.save()
    #expect(!other.hasChanges && theirs["draft"] == "never stored")
    let third = container.makeContext()
    let again = try dune(third)
    #expect(again["pages"] == 500 && again["note"] == "long" && again["draft"] == nil)
    #expect(again.one("author")?["name"] == "Ursula")
    #expect(Set(again.many("tags").map { $0["name"] }) == ["desert", "space", "worms"])
    #expect(again.many("chapters").map { $0["title"] } == ["Two", "Three"])
    let frank = try third.same(try context.first("Author", "name", "Frank"))
    #expect(frank.many("books").map { $0["title"] } == ["Children"])
    #expect(frank.one("best") === again && brokenInvariants(of: third).isEmpty)
  }

  @Test func `orders that a list is brought into last`() throws {
    let mine = try dune(context)
    let chapters = mine.many("chapters")
    try mine.insert(chapters[2], into: "chapters", at: 0)
    let fourth = try context.insert("Chapter")
    fourth.title = "Four"
    let fifth = try context.insert("Chapter")
    fifth.title = "Five"
    try mine.insert(fifth, into: "chapters")
    try mine.insert(fourth, into: "chapters")
    try context.save()
    let other = container.makeContext()
    #expect(
      try dune(other).many("chapters").map { $0["title"] }
        == ["Three", "One", "Two", "Five", "Four"])
  }

  @Test func `what is deleted is gone for others, with what the rules delete`() throws {
    let other = container.makeContext()
    let theirs = try dune(other)
    let chapter = try #require(theirs.many("chapters").first)
    let mine = try dune(context)
    try context.delete(mine)
    try context.save()
    #expect(throws: ManagedObjectError.noSuchObject(mine.objectID)) {
      try container.makeContext().existingObject(with: mine.objectID)
    }
    // The other context keeps the values it has read until it refreshes.
    #expect(theirs["title"] == "Dune")
    try other.refresh(theirs)
    #expect(theirs["title"] == nil && theirs.objectState == .detached)
    #expect(chapter["title"] == nil && chapter.objectState == .detached)
    let frank = try other.same(try context.first("Author", "name", "Frank"))
    #expect(frank.one("best") == nil && brokenInvariants(of: other).isEmpty)
  }

  @Test func `an object of another store is none of this one`() throws {
    let (_, stranger) = try Library.stocked()
    let foreign = try #require(stranger.objects(of: "Book").first)
    #expect(context.object(with: foreign.objectID) == nil)
    #expect(throws: ManagedObjectError.noSuchObject(foreign.objectID)) {
      try context.existingObject(with: foreign.objectID)
    }
  }

  @Test func `keys are unique over contexts, and final from the insertion on`() throws {
    var keys: Set<Int64> = []
    for _ in 0..<4 {
      let other = container.makeContext()
      let tags = try (0..<100).map { number in
        let tag = try other.insert("Tag")
        tag.name = "\(other.graph.keys.blocks.next) \(number)"
        return tag
      }
      let before = tags.map(\.objectID)
      try other.save()
      #expect(before == tags.map(\.objectID) && tags.allSatisfy { !$0.objectID.isTemporary })
      keys.formUnion(before.map(\.key))
    }
    #expect(keys.count == 400)
  }

  @Test func `objects of a class are filled when they are made, and wake up once`() throws {
    let other = container.makeContext()
    let mine = try #require(context.objects(of: Loan.self).first)
    #expect(mine.events == ["insert"])
    let theirs = try #require(try other.same(mine) as? Loan)
    #expect(theirs.events == ["fetch"] && theirs.caption == "3 days" && !theirs.hasChanges)
    theirs.days = 5
    try other.refresh(theirs, mergeChanges: false)
    #expect(theirs.events == ["fetch", "will fault 3", "did fault", "fetch"])
    #expect(theirs.days == 3 && theirs.caption == "3 days" && !other.hasChanges)
  }

  @Test func `what is unique in the store is told by the save, and nothing is saved`() throws {
    let other = container.makeContext()
    let (first, second) = (try other.insert("Tag"), try other.insert("Tag"))
    first.name = "new"
    second.name = "space"
    let report = try #require(throws: ValidationReport.self) { try other.save() }
    #expect(report.count == 1 && report.first?.objectID == second.objectID)
    #expect(report.first?.coreDataCode == 133021)
    #expect(other.insertedObjects.count == 2)
    #expect(throws: ManagedObjectError.self) {
      try container.makeContext().existingObject(with: first.objectID)
    }
    second.name = "newer"
    try other.save()
    #expect(try container.makeContext().same(second)["name"] == "newer")
  }

  @Test func `what a store has refused twice is not there, and can be saved at last`() throws {
    let other = container.makeContext()
    let tag = try other.insert("Tag")
    tag.name = "space"
    for _ in 0..<2 {
      #expect(throws: ValidationReport.self) { try other.save() }
      #expect(try container.makeContext().fetchIDs(FetchRequest("Tag")).count == 2)
    }
    tag.name = "third"
    try other.save()
    #expect(try container.makeContext().same(tag)["name"] == "third")
  }

  @Test func `two unique values swap in one save`() throws {
    let (desert, space) = (
      try context.first("Tag", "name", "desert"), try context.first("Tag", "name", "space")
    )
    desert.name = "space"
    space.name = "desert"
    try context.save()
    #expect(try container.makeContext().same(desert)["name"] == "space")
  }

  @Test func `closures that change one object have a conflict, and may try again`() async throws {
    let id = try dune(context).objectID
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask { [container] in
          try await container.perform { context in
            let book = try context.existingObject(with: id)
            while true {
              let pages: Int = book.pages ?? 0
              book.pages = pages + 1
              do {
                try context.save()
                return pages + 1
              } catch is MergeConflicts {
                context.rollback()
                try context.refreshAll()
              }
            }
          }
        }
      }
      var seen: Set<Int> = []
      for try await pages in group { seen.insert(pages) }
      #expect(seen == Set(413...432))
    }
    try context.refreshAll()
    #expect(try dune(context)["pages"] == 432)
  }

  @Test func `closures that wait let others begin, and hold up no task`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let hasBegun = AsyncStream.makeStream(of: Void.self)
    // More than the threads that tasks share.
    let count = ProcessInfo.processInfo.activeProcessorCount + 1
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count * 3 {
        group.addTask { [container] in
          try await container.perform { _ in
            hasBegun.continuation.yield()
            // The gate opens once the maximum number of tasks is inside. The test hangs if the limit is broken.
            gate.wait()
          }
        }
      }
      var begun = hasBegun.stream.makeAsyncIterator()
      for _ in 0..<max(4, count - 1) { await begun.next() }
      for _ in 0..<count * 3 { gate.signal() }
      try await group.waitForAll()
    }
  }

  @Test func `a closure does not run whose task is cancelled while it waits`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let hasBegun = AsyncStream.makeStream(of: Void.self)
    let count = ContextWorkers.count
    let busy = (0..<count).map { _ in
      Task { [container] in
        try await container.perform { _ in
          hasBegun.continuation.yield()
          gate.wait()
        }
      }
    }
    var begun = hasBegun.stream.makeAsyncIterator()
    for _ in busy { await begun.next() }
    let waiting = (0..<3).map { number in
      Task { [container] in try await container.perform { _ in number } }
    }
    for _ in 0..<100 { await Task.yield() }
    waiting[1].cancel()
    // It need not wait for a worker to know.
    await #expect(throws: CancellationError.self) { try await waiting[1].value }
    let late = Task { [container] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await container.perform { _ in 4 }
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    for _ in busy { gate.signal() }
    for task in busy { try await task.value }
    #expect(try await waiting[0].value == 0)
    #expect(try await waiting[2].value == 2)
    // All workers are free again.
    for _ in 0..<count * 2 { #expect(try await container.perform { _ in 5 } == 5) }
  }

  @Test func `a failed save changes neither the store nor the context`() throws {
    let mine = try dune(context)
    mine.pages = -1
    mine.title = "Dune II"
    #expect(throws: ValidationReport.self) { try context.save() }
    #expect(mine.isUpdated && mine["pages"] == -1)
    let other = container.makeContext()
    let theirs = try other.same(mine)
    #expect(theirs["title"] == "Dune")
    mine.pages = 7
    try context.save()
    try other.refresh(theirs)
    #expect(theirs["title"] == "Dune II" && theirs["pages"] == 7)
  }
}
