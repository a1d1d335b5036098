import Testing

@testable import Armature

/// Changes in an object's `deinit` while a save releases the object.
@Suite struct SaveInDeinitTests {
  /// Runs a closure in `deinit`.
  private final class LastObject: ManagedObject {
    var action: () -> Void = {}

    deinit { action() }
  }

  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let (leaf, branch): (ManagedObject, ManagedObject)

  init() throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Last") {
        Entity("Leaf") {
          Attribute("name", String?.self)
          Relationship("branches", to: "Branch", .toMany, inverse: "leaves")
        }
        Entity("Branch") {
          Attribute("name", String?.self)
          Relationship("leaves", to: "Leaf", .ordered, inverse: "branches")
        }
        Entity("Node", class: LastObject.self) { Attribute("name", String?.self) }
      })
    context = container.makeContext()
    (leaf, branch) = (try context.insert("Leaf"), try context.insert("Branch"))
    try context.save()
  }

  /// Makes the `deinit` of a node change the leaf, and links it to the branch.
  private func change(in node: LastObject) {
    node.action = { [leaf, branch] in
      leaf["name"] = "written"
      try? leaf.insert(branch, into: "branches")
    }
  }

  private func name(_ object: ManagedObject) throws -> String? {
    try object.value(forKey: "name", as: String?.self) ?? nil
  }

  /// Expects that the changes of the `deinit` are unsaved, and saves them.
  private func expectUnsaved() throws {
    #expect(try name(leaf) == "written" && leaf.isUpdated && branch.isUpdated)
    #expect(brokenInvariants(of: context) == [])
    let before = container.makeContext()
    #expect(try name(before.same(leaf)) == nil)
    #expect(try before.same(leaf).many("branches").isEmpty)
    try context.save()
    try expectSaved()
  }

  /// Expects that the store has the changes of the `deinit`.
  private func expectSaved() throws {
    #expect(!context.hasChanges && brokenInvariants(of: context) == [])
    let after = container.makeContext()
    #expect(try name(after.same(leaf)) == "written")
    #expect(try after.same(leaf).many("branches").map(\.objectID) == [branch.objectID])
    #expect(try after.same(branch).many("leaves").map(\.objectID) == [leaf.objectID])
  }

  @Test func `what the deinit of an object changes that a hook deletes is saved by the next save`()
    throws
  {
    change(in: try context.insert(LastObject.self))
    branch["name"] = "new"
    context.willSave = { context in
      for node in context.objects(of: LastObject.self) { try context.delete(node) }
    }
    try context.save()
    try expectUnsaved()
  }

  @Test func `so is what the deinit of an object changes that others have deleted`() throws {
    let other = container.makeContext()
    do {
      let node = try context.insert(LastObject.self)
      try context.save()
      change(in: node)
      try other.delete(other.same(node))
      try other.save()
      try context.refresh(node)
    }
    #expect(try name(leaf) == nil)
    branch["name"] = "new"
    try context.save()
    try expectUnsaved()
  }

  @Test func `what a deinit changes while a conflict is resolved is saved with it`() throws {
    let other = container.makeContext()
    change(in: try context.insert(LastObject.self))
    try other.same(branch).setValue(AttributeValue.string("theirs"), forKey: "name")
    try other.save()
    branch["name"] = "new"
    context.mergePolicy = .objectTrumps
    context.willSave = { context in
      for node in context.objects(of: LastObject.self) { try context.delete(node) }
    }
    try context.save()
    try expectSaved()
    #expect(try name(container.makeContext().same(branch)) == "new")
  }

  @Test func `a context without a store keeps it as an unsaved change`() throws {
    let context = ManagedObjectContext(model: container.model)
    let leaf = try context.insert("Leaf")
    try context.save()
    do {
      let node = try context.insert(LastObject.self)
      node.action = { leaf["name"] = "written" }
    }
    _ = try context.insert("Leaf")
    context.willSave = { context in
      for node in context.objects(of: LastObject.self) { try context.delete(node) }
    }
    try context.save()
    #expect(try name(leaf) == "written" && leaf.isUpdated)
    context.rollback()
    #expect(try name(leaf) == nil && !context.hasChanges)
  }
}
