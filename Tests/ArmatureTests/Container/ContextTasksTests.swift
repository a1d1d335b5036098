import Testing

@testable import Armature

/// Contexts in many concurrent tasks, for runs with the thread sanitizer.
@Suite struct ContextTasksTests {
  private static let taskCount = 8
  private static let rounds = 40

  @Test func `contexts are made, saved and released on eight tasks over one store`() async throws {
    let container = try PersistentContainer(model: Library.model())
    let stock = container.makeContext()
    let shared = try stock.insert("Tag")
    shared.name = "shared"
    try stock.save()
    let id = shared.objectID
    let inserted = try await withThrowingTaskGroup(of: [ManagedObjectID].self) { group in
      for task in 0..<Self.taskCount {
        group.addTask { try Self.work(task, container, id) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(inserted.map(\.key)).count == Self.taskCount * Self.rounds)
    let context = container.makeContext()
    #expect(try context.count("Book") == Self.taskCount * Self.rounds / 2)
    #expect(try context.count("Loan") == Self.taskCount * Self.rounds / 2)
    let tag = try context.existingObject(with: id)
    #expect(tag.many("books").count == Self.taskCount * Self.rounds / 2)
    #expect(brokenInvariants(of: context).isEmpty)
  }

  /// Creates a context for each of several units of work and releases its objects.
  private static func work(
    _ task: Int, _ container: PersistentContainer, _ tag: ManagedObjectID
  ) throws -> [ManagedObjectID] {
    var ids: [ManagedObjectID] = []
    // One context stays and receives all other saves.
    let listener = container.makeContext()
    listener.mergesChangesAutomatically = task.isMultiple(of: 2)
    for round in 0..<rounds {
      let context = container.makeContext()
      if round.isMultiple(of: 2) {
        let book = try context.insert("Book")
        book.title = "book \(task) \(round)"
        try book.insert(context.existingObject(with: tag), into: "tags")
        ids.append(book.objectID)
      } else {
        let loan = try context.insert(Loan.self)
        loan.days = round
        ids.append(loan.objectID)
      }
      try context.save()
      // A child is released with unsaved changes, and an object outlives its context.
      let child = context.makeChild()
      try child.insert("Tag").name = "never \(task) \(round)"
      let kept = try listener.existingObject(with: ids[round / 2])
      _ = kept["title"]
      if round % 8 == 7 { _ = try listener.count("Book") }
    }
    return ids
  }

  @Test func `listeners come and go while other tasks save`() async throws {
    let (container, context) = try Library.stocked()
    let id = try context.first("Book", "title", "Dune").objectID
    let told = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<Self.taskCount {
        group.addTask {
          let context = container.makeContext()
          let book = try context.existingObject(with: id)
          context.mergePolicy = .objectTrumps
          var listeners: [AsyncStream<ContextChange>] = []
          for round in 0..<Self.rounds {
            if round % 4 == 0 { listeners.append(context.changes) }
            if round % 16 == 15 { listeners.removeFirst() }
            context.mergesChangesAutomatically = round % 6 < 3
            book.pages = task * 1_000 + round
            try context.save()
          }
          return listeners.count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(told == Self.taskCount * 8)
    try context.refreshAll()
    let pages: Int = try context.existingObject(with: id).pages ?? 0
    #expect(pages % 1_000 == Self.rounds - 1)
  }

  @Test func `the last reference to an object goes in another task than its context`() async throws
  {
    let container = try PersistentContainer(model: Library.model())
    for round in 0..<Self.rounds {
      let box = try Self.box(container, round)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { box.release() } }
      }
      #expect(box.isEmpty)
    }
    #expect(try container.makeContext().count("Tag") == Self.rounds)
  }

  private static func box(_ container: PersistentContainer, _ round: Int) throws -> Box {
    let context = container.makeContext()
    let tag = try context.insert("Tag")
    tag.name = "tag \(round)"
    try context.save()
    return Box(context, tag)
  }

  /// Passes an object and its context to the next task.
  ///
  /// `@unchecked Sendable`: the lock protects its state.
  private final class Box: @unchecked Sendable {
    private let lock = Lock()
    private var context: ManagedObjectContext?
    private var object: ManagedObject?

    init(_ context: ManagedObjectContext, _ object: ManagedObject) {
      self.context = context
      self.object = object
    }

    /// Releases the context first, then the object.
    func release() {
      lock.lock()
      defer { lock.unlock() }
      if context != nil { context = nil } else { object = nil }
    }

    var isEmpty: Bool {
      lock.lock()
      defer { lock.unlock() }
      return context == nil && object == nil
    }
  }
}
