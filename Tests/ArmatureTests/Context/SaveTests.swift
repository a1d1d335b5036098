import Armature
import Testing

@Suite struct SaveTests {
  /// Counts its saves, and saves again each time, up to a limit.
  final class Counter: ManagedObject {
    @Property("saves") var saves: Int
    @Property("limit") var limit: Int
    var errors: [String] = []

    override func didSave() {
      guard saves < limit, let context = managedObjectContext else { return }
      saves += 1
      do { try context.save() } catch { errors.append("\(error)") }
    }
  }

  private func counters(_ count: Int, limit: Int) throws -> (ManagedObjectContext, [Counter]) {
    let model = try ManagedObjectModel("Counters") {
      Entity("Counter", class: Counter.self) {
        Attribute("saves", Int.self).default(0)
        Attribute("limit", Int.self).default(0)
      }
    }
    let context = ManagedObjectContext(model: model)
    return (
      context,
      try (0..<count).map { _ in
        let counter = try context.insert(Counter.self)
        counter.limit = limit
        return counter
      }
    )
  }

  @Test func `a hook after a save may change and save again`() throws {
    let (context, counters) = try counters(2, limit: 5)
    try context.save()
    #expect(counters.map(\.saves) == [5, 5] && !context.hasChanges)
    #expect(counters.allSatisfy { $0.errors.isEmpty })
  }

  @Test func `a hook that saves for ever is stopped, and loses nothing`() throws {
    let (context, counters) = try counters(3, limit: .max)
    let error = #expect(throws: ManagedObjectError.endlessSave(rounds: 100)) { try context.save() }
    #expect(
      error?.description
        == "didSave must stop changing and saving objects, but still did after 100 rounds. Set "
        + "a value there only if it differs. All saves have succeeded; only the last changes "
        + "are pending.")
    let saves = counters.map(\.saves)
    #expect(saves[0] >= 100 && saves.allSatisfy { $0 > 0 && $0 < 1000 })
    #expect(context.hasChanges && !counters[0].errors.isEmpty)
    // The context is not stuck: with a limit, the remaining changes are saved.
    for counter in counters { counter.limit = 0 }
    try context.save()
    #expect(!context.hasChanges)
    #expect(zip(counters, saves).allSatisfy { $0.saves == $1 })
  }

  @Test func `a failed save leaves everything pending, and succeeds once repaired`() throws {
    let model = try ManagedObjectModel("Strict") {
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("pages", Int.self).default(1).range(1...)
      }
    }
    let context = ManagedObjectContext(model: model)
    let kept = try context.insert("Book")
    kept.title = "Kept"
    try context.save()
    let (bad, good) = (try context.insert("Book"), try context.insert("Book"))
    good.title = "Good"
    kept.pages = 0
    for _ in 0..<3 {
      let report = #expect(throws: ValidationReport.self) { try context.save() }
      #expect(
        report?.map(\.description) == [
          "Book#1: Book.pages must be at least 1, but is 0.",
          "Book#2*: Book.title must have a value, but has none.",
        ])
    }
    #expect(bad.isInserted && good.isInserted && kept.isUpdated && context.hasChanges)
    #expect(kept.committedValues(forKeys: ["pages"]) == ["pages": 1])
    bad.title = "Repaired"
    kept.pages = 2
    try context.save()
    #expect(context.registeredObjects.allSatisfy { $0.objectState == .unchanged })
  }

  @Test func `a save without changes calls nothing`() throws {
    let graph = try NotedGraph()
    try graph.context.save()
    _ = try graph.node("a")
    try graph.context.save()
    _ = graph.takeLog()
    try graph.context.save()
    #expect(graph.takeLog() == [] && !graph.context.hasChanges)
  }

  @Test func `warnings do not stop a save`() throws {
    let model = try ManagedObjectModel("Lenient") {
      Entity("Book") { Attribute("title", String?.self).length(3..., severity: .warning) }
    }
    let context = ManagedObjectContext(model: model)
    let book = try context.insert("Book")
    book.title = "X"
    #expect(book.validate().warnings.count == 1 && book.validate().isValid && !book.isValid)
    try context.save()
    #expect(book.objectState == .unchanged)
  }

  @Test func `what hooks did is taken back with a save that fails`() throws {
    let graph = try NotedGraph()
    let a = try graph.node("a")
    try graph.context.save()
    struct Refusal: Error {}
    a.actions["willSave"] = { a in if a.total == 1 { a.total = 2 } }
    a.actions["forUpdate"] = { _ in throw Refusal() }
    a.total = 1
    #expect(throws: ValidationReport.self) { try graph.context.save() }
    #expect(a.total == 1 && a.isUpdated)
    graph.context.rollback()
    #expect(a.total == 0 && !graph.context.hasChanges)
  }

  @Test(arguments: ["forInsert", "forUpdate"])
  func `a validation method that stores a value past all checks stops the save`(
    hook: String
  ) throws {
    let graph = try NotedGraph()
    let a = try graph.node("a")
    if hook == "forUpdate" {
      try graph.context.save()
      a.total = 1
    }
    a.actions[hook] = { try $0.setPrimitiveValue(nil, forKey: "name") }
    let report = #expect(throws: ValidationReport.self) { try graph.context.save() }
    #expect(report?.map(\.code) == ["object.changed"])
    a.actions = [:]
    a["name"] = "a"
    try graph.context.save()
    #expect(!graph.context.hasChanges)
  }

  @Test(arguments: [true, false])
  func `validation methods that reset or roll back fail the save`(isReset: Bool) throws {
    let graph = try NotedGraph()
    let (a, b) = (try graph.node("a"), try graph.node("b"))
    a.actions["forInsert"] = { [context = graph.context] _ in
      if isReset { context.reset() } else { context.rollback() }
    }
    let report = #expect(throws: ValidationReport.self) { try graph.context.save() }
    #expect(report?.map(\.code) == ["object.changed", "object.changed"])
    #expect(a.objectState == .detached && b.objectState == .detached)
    #expect(!graph.context.hasChanges && graph.context.registeredObjects == [])
    let next = try graph.node("next")
    try graph.context.save()
    #expect(next.objectState == .unchanged)
  }

  @Test func `a willSave that resets or rolls back ends the program`() async {
    let reset = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { try Self.save { $0.reset() } }
    expect(
      reset,
      says: "A context must not be reset while it is saving. Do it after save() has returned.",
      of: #fileID)
    let rollback = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { try Self.save { $0.rollback() } }
    expect(
      rollback,
      says: "A context must not be rolled back while it is saving. "
        + "Do it after save() has returned.",
      of: #fileID)
  }

  @Test(arguments: [true, false])
  func `a didSave may reset and roll back: all is saved`(isReset: Bool) throws {
    let graph = try NotedGraph()
    let (a, b) = (try graph.node("a"), try graph.node("b"))
    a.actions["didSave"] = { [context = graph.context] _ in
      b.total = 1
      if isReset { context.reset() } else { context.rollback() }
    }
    try graph.context.save()
    #expect(graph.context.registeredObjects == (isReset ? [] : [a, b]))
    #expect(b.objectState == (isReset ? .detached : .unchanged) && !graph.context.hasChanges)
    a.actions = [:]
  }

  private static func save(_ hook: @escaping (ManagedObjectContext) -> Void) throws {
    let graph = try NotedGraph()
    try graph.node("a").actions["willSave"] = { _ in hook(graph.context) }
    try graph.context.save()
  }
}

@Suite struct RollbackTests {
  @Test func `every change is taken back: values, links, orders, deletions, insertions`() throws {
    let shelf = try Bookshelf()
    let (frank, jane) = (try shelf.author("Frank"), try shelf.author("Jane"))
    let books = try (0..<4).map { try shelf.book("\($0)", by: frank) }
    let tag = try shelf.tag()
    tag.books = [books[0], books[1]]
    try shelf.context.save()
    let saved = GraphSnapshot(shelf.context)

    books[0].title = "changed"
    books[0].rating = 5.0
    frank.books = [books[3], books[1]]
    books[2].author = jane
    try shelf.context.delete(books[1])
    try shelf.context.delete(frank)
    let new = try shelf.book("new", by: jane)
    tag.books = [new]
    #expect(GraphSnapshot(shelf.context) != saved)
    shelf.context.rollback()
    #expect(GraphSnapshot(shelf.context) == saved)
    #expect(!shelf.context.hasChanges && new.objectState == .detached)
    #expect(frank.many("books") == books && books.allSatisfy { $0.objectState == .unchanged })
    shelf.context.rollback()
    #expect(GraphSnapshot(shelf.context) == saved)
    try shelf.context.save()
    #expect(GraphSnapshot(shelf.context) == saved)
  }

  @Test func `a roll back after a failed save starts from the last good one`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book("Dune")
    try shelf.context.save()
    book.title = "Messiah"
    try shelf.context.save()
    book.title = nil as String?
    #expect(throws: ValidationReport.self) { try shelf.context.save() }
    shelf.context.rollback()
    #expect(book.title == "Messiah")
  }

  @Test func `a context without changes rolls back to itself`() throws {
    let shelf = try Bookshelf()
    shelf.context.rollback()
    _ = try shelf.book("Dune")
    shelf.context.rollback()
    #expect(shelf.context.registeredObjects == [] && !shelf.context.hasChanges)
  }

  @Test func `a hook that fails does not hide what else is wrong`() throws {
    final class Post: ManagedObject {
      @Property("title") var title: String
      override func willSave() { if title.hasPrefix(" ") { title = "" } }
    }
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Blog") {
        Entity("Post", class: Post.self) {
          Attribute("title", String.self)
          Attribute("stars", Int.self).range(1...5)
        }
        Entity("Tag") { Attribute("text", String.self) }
      })
    try context.insert(Post.self)
    try context.insert("Tag")
    let report = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(report?.contains { $0.message.contains("willSave") } == true)
    let missing = report?.filter { $0.code == "required" }.map(\.message) ?? []
    #expect(missing.count == 3 && missing == context.validate().map(\.message))
  }
}
