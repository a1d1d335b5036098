import ArmatureModel
import TestSupport
import Testing

@testable import Armature

/// Stores that answer a part of a request, and readers with a constant state.
@Suite struct PreparedRequestTests {
  private let store = SnapshotStore()
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  init() throws {
    container = try PersistentContainer(model: Library.model(), store: store)
    let writer = container.makeContext()
    for (title, pages) in [("Dune", 412), ("Emma", 400), ("Persuasion", 250), ("Kim", 300)] {
      let book = try writer.insert("Book")
      book.title = title
      book.pages = pages
    }
    try writer.save()
    context = container.makeContext()
  }

  private func titles(_ request: FetchRequest) throws -> [AttributeValue] {
    try context.fetch(request).map { $0["title"] ?? .null }
  }

  private static let request = FetchRequest(
    "Book", orderedBy: [.descending("title")], limit: 1, offset: 1
  ) { $0.pages > 250 && $0.title != "Kim" }

  @Test(arguments: 0..<64) func `what a store leaves of a request is done here`(_ kept: Int) throws
  {
    var questions = 0
    store.part = { request in
      request.part {
        questions += 1
        return kept >> (questions % 6) & 1 == 1
      }
    }
    #expect(try titles(Self.request) == ["Dune"])
    #expect(try context.count(Self.request) == 1)
    #expect(try context.fetchIDs(Self.request).count == 1)
    var walked: [AttributeValue] = []
    try context.forEachBatch(of: Self.request) { walked += $0.map { $0["title"] ?? .null } }
    #expect(walked == ["Dune"])
    let added = try context.insert("Book")
    added.title = "Emil"
    added.pages = 300
    #expect(try titles(Self.request) == ["Emil"])
    #expect(try context.count(FetchRequest("Book") { $0.pages == 300 || $0.pages == 412 }) == 3)
    #expect(store.openCount == 0)
  }

  @Test func `the explanation says what the store answers, and what is done here`() throws {
    #expect(
      "\(try context.explain(Self.request))"
        == "Book: asks the store for Book where pages > 250 AND title != \"Kim\""
        + " ordered by title descending limit 1 offset 1, 1 object")
    store.part = { request in
      FetchRequest(request.entity) { $0.pages > 250 }
    }
    let explanation = try context.explain(Self.request)
    #expect(
      "\(explanation)" == """
        Book: asks the store for Book where pages > 250, 3 objects
        tests each of them here: title != "Kim"
        sorts by title descending
        """)
    #expect(explanation.access == .store("Book where pages > 250"))
  }

  private static let lies: [@Sendable (inout FetchRequest) -> Void] = [
    { $0.entity = "Novel" },
    { $0.includesSubentities = false },
    { $0.predicate = .constant(false) },
    { $0.predicate = $0.predicate && .constant(false) },
    { $0.predicate = .constant(true) },
    { $0.orderedBy = [] },
    { $0.orderedBy = [.ascending("title")] },
    { $0.orderedBy = $0.orderedBy + [.ascending("pages")] },
    { $0.limit = 3 },
    { $0.limit = nil },
    { ($0.limit, $0.offset, $0.orderedBy) = (nil, 0, [.ascending("pages")]) },
    { ($0.limit, $0.offset, $0.predicate) = (nil, 0, !$0.predicate) },
  ]

  @Test(arguments: lies.indices) func `a part that could miss objects is a wrong answer`(
    _ lie: Int
  ) throws {
    store.part = { request in
      var request = request
      Self.lies[lie](&request)
      return request
    }
    let error = #expect(throws: PersistentStoreError.self) { try context.fetch(Self.request) }
    #expect(error?.description.contains("A store's prepare(_:) must keep parts of the") == true)
    #expect(throws: PersistentStoreError.self) {
      try context.forEachBatch(of: Self.request) { _ in }
    }
    store.part = { $0 }
    #expect(try titles(Self.request) == ["Dune"] && store.openCount == 0)
  }

  @Test func `a fetch with what it loads reads one state, and later faults the present one`() throws
  {
    var request = FetchRequest("Book")
    request.prefetching = ["author", "tags"]
    let before = store.readerCount
    let books = try context.fetch(request)
    #expect(store.readerCount == before + 1 && store.openCount == 0)
    _ = books.map { $0.memberCount(of: "chapters") }
    #expect(store.readerCount > before + 1 && store.openCount == 0)
  }

  @Test func `a walk over batches sees one state while others save`() throws {
    var request = FetchRequest("Book", orderedBy: [.ascending("title")])
    request.batchSize = 1
    let other = container.makeContext()
    var seen: [AttributeValue] = []
    try context.forEachBatch(of: request) { batch in
      #expect(store.openCount == 1)
      for book in batch { seen.append(book["pages"] ?? .null) }
      for book in try other.fetch("Book") { book.pages = 1 }
      try other.save()
    }
    #expect(seen == [412, 400, 300, 250])
    #expect(store.openCount == 0)
    #expect(try context.fetch("Book").map { $0["pages"] } == [1, 1, 1, 1])
  }

  @Test func `a walk over batches sees what it has saved itself`() throws {
    var request = FetchRequest("Book", orderedBy: [.ascending("title")])
    request.batchSize = 1
    var seen: [AttributeValue] = []
    try context.forEachBatch(of: request) { batch in
      for book in batch { seen.append(book["pages"] ?? .null) }
      for book in try context.fetch("Book") { book.pages = (book.pages ?? 0) + 1 }
      try context.save()
      context.evictUnusedObjects()
    }
    #expect(seen == [412, 401, 302, 253])
  }
}
