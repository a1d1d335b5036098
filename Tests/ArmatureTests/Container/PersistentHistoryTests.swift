import Foundation
import TestSupport
import Testing

@testable import Armature

/// The persistent history of a store.
@Suite struct PersistentHistoryTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  init() throws {
    let clock = Clock()
    container = try PersistentContainer(
      model: Library.model(), store: InMemoryStore(keepsHistory: true), now: { clock.tick() })
    context = container.makeContext()
    context.name = "import"
    context.transactionAuthor = "Anna"
    try Library.stock(context)
    try context.save()
    context.transactionAuthor = "Ben"
    try context.first("Book", "title", "Dune").pages = 500
    try context.save()
    context.transactionAuthor = nil
    try context.delete(context.first("Tag", "name", "desert"))
    try context.save()
  }

  /// A clock that advances by a day on each access.
  private final class Clock: @unchecked Sendable {
    private let lock = NSLock()
    private var day = 0.0

    func tick() -> Date {
      lock.withLock {
        day += 1
        return Date(timeIntervalSinceReferenceDate: day * 86_400)
      }
    }
  }

  @Test func `each save is told with its author, its time and what it has changed`() throws {
    let saves = try container.history()
    #expect(saves.map(\.author) == ["Anna", "Ben", nil])
    #expect(saves.map(\.contextName) == ["import", "import", "import"])
    #expect(saves.map(\.token.number) == [1, 2, 3])
    #expect(zip(saves, saves.dropFirst()).allSatisfy { $0.date < $1.date })
    let dune = try context.first("Book", "title", "Dune").objectID
    #expect(
      saves[1].changes == [PersistentHistoryChange(dune, .update, updatedProperties: ["pages"])])
    #expect(saves[0].changes.allSatisfy { $0.kind == .insert })
    #expect(Set(saves[2].changes.map(\.kind)) == [.update, .delete])
    #expect(saves[2].changes.last?.objectID.entityName == "Tag")
  }

  @Test func `a point is kept as JSON, and what comes after it is told, by author and by entity`()
    throws
  {
    let saves = try container.history()
    let text = try JSONEncoder().encode(saves[0].token)
    let token = try JSONDecoder().decode(PersistentHistoryToken.self, from: text)
    #expect(try container.history(since: token) == Array(saves[1...]))
    #expect(try container.history(author: "Ben") == [saves[1]])
    let tags = try container.history(since: token, entity: "Tag")
    #expect(tags.map(\.token) == [saves[2].token])
    #expect(tags[0].changes.map(\.objectID.entityName) == ["Tag"])
    let current = try #require(try container.currentHistoryToken())
    #expect(current == saves[2].token)
    #expect(try container.history(since: current).isEmpty)
    #expect(
      try JSONDecoder().decode(
        [PersistentHistoryTransaction].self, from: JSONEncoder().encode(saves)) == saves)
  }

  @Test func `the first saves are forgotten by point and by age, and earlier points are told`()
    throws
  {
    let saves = try container.history()
    try container.purgeHistory(upTo: saves[0].token)
    #expect(try container.history() == Array(saves[1...]))
    #expect(try container.history(since: saves[0].token) == Array(saves[1...]))
    try container.purgeHistory(before: saves[2].date)
    #expect(try container.history() == [saves[2]])
    let error = #expect(throws: PersistentStoreError.self) {
      try container.history(since: saves[0].token)
    }
    #expect(
      error?.description
        == "A history must reach back to the save 1, but the history begins after the save 2. "
        + "Read the data again, and continue from currentHistoryToken().")
    try container.purgeHistory(before: .distantFuture)
    #expect(try container.history().isEmpty)
    try container.purgeHistory(upTo: saves[2].token)
    #expect(try container.history(since: saves[2].token).isEmpty)
  }

  @Test func `points of other stores and of the future are refused`() throws {
    for (id, number) in [(UUID(), 1), (container.store.identifier, 4)] {
      let token = PersistentHistoryToken(storeID: id, number: Int64(number))
      #expect(throws: PersistentStoreError.self) { try container.history(since: token) }
      #expect(throws: PersistentStoreError.self) { try container.purgeHistory(upTo: token) }
    }
    #expect(try container.history().count == 3)
  }

  @Test func `a context takes over what the history tells`() throws {
    let other = container.makeContext()
    let dune = try other.same(context.first("Book", "title", "Dune"))
    let tag = try other.same(context.first("Tag", "name", "space"))
    let token = try container.currentHistoryToken()
    try context.first("Book", "title", "Dune").pages = 501
    try context.save()
    try context.delete(context.first("Tag", "name", "space"))
    try context.save()
    #expect(dune["pages"] == 500)
    try other.mergeChanges(from: container.history(since: token))
    #expect(dune["pages"] == 501 && tag.objectState == .detached)
    #expect(brokenInvariants(of: other).isEmpty)
  }

  @Test func `a store without a history says so, and why`() throws {
    let folder = try TemporaryFolder()
    for (store, reason) in [
      (InMemoryStore() as any PersistentStore, "this one was created without one"),
      (JSONFileStore(folder.file("a.json")), "a JSON file has only the current state"),
    ] {
      let container = try PersistentContainer(model: Library.model(), store: store)
      #expect(throws: PersistentStoreError.noHistory(reason: reason)) { try container.history() }
    }
    let plain = try PersistentContainer(model: Library.model())
    #expect(throws: PersistentStoreError.self) { try plain.purgeHistory(before: Date()) }
  }
}
