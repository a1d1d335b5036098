import Observation
import Testing

@testable import Armature

/// Actions in an object's `deinit` while its context is releasing it.
@Suite struct ResetInDeinitTests {
  /// Runs a closure in `deinit`.
  private final class LastObject: ManagedObject {
    var action: () -> Void = {}

    deinit { action() }
  }

  private let container: PersistentContainer
  private let context: ManagedObjectContext

  /// Creates three objects with a class and one without, all saved.
  init() throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Last") {
        Entity("Leaf") { Attribute("name", String?.self) }
        Entity("Label") {
          Attribute("name", String?.self).unique()
          Index("name")
        }
        Entity("Node", class: LastObject.self) { Attribute("name", String.self).default("?") }
      })
    context = container.makeContext()
    for _ in 0..<3 { try context.insert(LastObject.self) }
    try context.insert("Leaf")
    try context.save()
  }

  @Test func `what a deinit reads again while its context is reset is there, each once`() throws {
    do {
      let node = try #require(context.objects(of: LastObject.self).last)
      node.action = { [context] in _ = try? context.fetch("Node") }
    }
    context.reset()
    let nodes = context.objects(of: LastObject.self)
    #expect(Set(nodes.map(\.objectID.key)) == [1, 2, 3] && nodes.count == 3)
    #expect(nodes.allSatisfy { context.registeredObject(for: $0.objectID) === $0 })
    #expect(brokenInvariants(of: context) == [])
    #expect(try context.fetch("Node") == nodes)
  }

  @Test func `a deinit may reset the context that forgets what nobody uses`() throws {
    do {
      let node = try #require(context.objects(of: LastObject.self).first)
      node.action = { [context] in
        context.reset()
        _ = try? context.insert("Leaf")
      }
    }
    context.evictUnusedObjects()
    #expect(context.insertedObjects.count == 1 && context.registeredObjects.count == 1)
    #expect(brokenInvariants(of: context) == [])
  }

  @Test func `a deinit may insert in a reset of a context that has let go of objects`() throws {
    do {
      let node = try #require(context.objects(of: LastObject.self).first)
      node.action = { [context] in _ = try? context.insert("Leaf") }
      // Afterwards, only the ID of the leaf is known.
      withExtendedLifetime(node) { _ = context.evictUnusedObjects() }
    }
    context.reset()
    #expect(context.insertedObjects.count == 1 && context.registeredObjects.count == 1)
    #expect(brokenInvariants(of: context) == [])
    #expect(try context.count("Leaf") == 2)
  }

  @Test func `a deinit may reset the context that finds what undo could have brought back`() throws
  {
    let other = container.makeContext()
    let theirs = try #require(try other.fetch("Node").first)
    context.recordsUndo = true
    do {
      let node = try #require(context.object(with: theirs.objectID) as? LastObject)
      node.action = { [context] in
        context.reset()
        _ = try? context.insert("Leaf")
      }
      try context.delete(node)
      try context.save()
    }
    theirs.name = "back"
    other.mergePolicy = .objectTrumps
    try other.save()
    _ = try context.fetch("Node")
    #expect(context.insertedObjects.count == 1 && context.registeredObjects.count == 1)
    #expect(try context.fetch("Node").count == 3)
    #expect(brokenInvariants(of: context) == [])
  }

  private func insert(_ entity: String, _ name: String) throws -> ManagedObject {
    let object = try context.insert(entity)
    object.name = name
    return object
  }

  /// The ways to record writes in addition to saving.
  enum Noting: CaseIterable { case nothing, undo, changes, reads }

  private func note(_ noting: Noting) {
    switch noting {
    case .nothing: break
    case .undo: context.recordsUndo = true
    case .changes: context.tracksPendingChanges = true
    case .reads: context.tracksReads = true
    }
  }

  @Test(arguments: Noting.allCases, ["Leaf", "Label"])
  func `what a deinit writes to what a reset has still to let go of is noted nowhere`(
    _ noting: Noting, entity: String
  ) throws {
    note(noting)
    let kept = try (0..<3).map { try insert(entity, "\($0)") }
    try context.save()
    context.processPendingChanges()
    do {
      let node = try #require(context.objects(of: LastObject.self).first)
      node.action = { [context, insert] in
        kept[0]["name"] = "written"
        withObservationTracking {
          _ = kept[1]["name"]
        } onChange: {
        }
        // Objects inserted meanwhile stay, and only they are in the indexes.
        _ = try? insert(entity, "2")
        // A request processes changes and uses the indexes.
        if noting != .changes {
          _ = try? context.count(entity, where: FetchPredicate("name == 'written'"))
        }
        kept[2]["name"] = "2"
      }
    }
    context.reset()
    #expect(brokenInvariants(of: context) == [])
    let new = try #require(context.insertedObjects.first)
    #expect(context.insertedObjects.count == 1 && context.updatedObjects.isEmpty)
    let changes = context.processPendingChanges()
    #expect(changes.updated.isEmpty && changes.deleted.isEmpty)
    #expect(changes.inserted == (noting == .changes ? [new.objectID] : []))
    #expect(!context.canUndo)
    context.rollback()
    #expect(try context.fetch(entity, where: FetchPredicate("name == '2'")).count == 1)
    #expect(brokenInvariants(of: context) == [])
  }

  @Test(arguments: Noting.allCases)
  func `the slots of a reset are given out again whatever a deinit has written`(_ noting: Noting)
    throws
  {
    note(noting)
    let leaf = try #require(context.registeredObjects.last)
    do {
      let node = try #require(context.objects(of: LastObject.self).first)
      node.action = { leaf["name"] = "written" }
    }
    context.reset()
    #expect(!context.canUndo && !context.hasChanges)
    let changes = context.processPendingChanges()
    #expect(changes.updated.isEmpty && changes.inserted.isEmpty && changes.deleted.isEmpty)
    let mark = context.graph.mark()
    context.graph.goBack(to: mark)
    #expect(brokenInvariants(of: context) == [])
  }
}
