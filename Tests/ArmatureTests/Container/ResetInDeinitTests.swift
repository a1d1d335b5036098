import Testing

@testable import Armature

/// What the `deinit` of an object does while its context lets go of it.
@Suite struct ResetInDeinitTests {
  /// Does something at its end.
  private final class LastObject: ManagedObject {
    var action: () -> Void = {}

    deinit { action() }
  }

  private let context: ManagedObjectContext

  /// Three objects of a class, and one of none, all saved.
  init() throws {
    let container = try PersistentContainer(
      model: ManagedObjectModel("Last") {
        Entity("Leaf") { Attribute("name", String?.self) }
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
    context.forgetUnused()
    #expect(context.insertedObjects.count == 1 && context.registeredObjects.count == 1)
    #expect(brokenInvariants(of: context) == [])
  }

  @Test func `a deinit may insert in a reset of a context that has let go of objects`() throws {
    do {
      let node = try #require(context.objects(of: LastObject.self).first)
      node.action = { [context] in _ = try? context.insert("Leaf") }
      // The leaf is only known by its ID afterwards.
      withExtendedLifetime(node) { _ = context.forgetUnused() }
    }
    context.reset()
    #expect(context.insertedObjects.count == 1 && context.registeredObjects.count == 1)
    #expect(brokenInvariants(of: context) == [])
    #expect(try context.count("Leaf") == 2)
  }
}
