import ArmatureModel
import TestSupport
import Testing

@testable import Armature

/// The order of ordered relationships, in the context and in the store.
@Suite struct SavedOrderTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  init() throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Tags") {
        Entity("T") { Relationship("owners", to: "A", .ordered, inverse: "tags") }
        Entity("A") { Relationship("tags", to: "T", .toMany, inverse: "owners") }
      })
    context = container.makeContext()
  }

  private func stored(_ t: ManagedObject) throws -> [ManagedObjectID] {
    let fresh = container.makeContext()
    return try fresh.same(t).many("owners").map(\.objectID)
  }

  @Test func `new members are behind old ones in the store, too`() throws {
    let (t, old) = (try context.insert("T"), try context.insert("A"))
    try context.save()
    let new = try context.insert("A")
    try t.insert(old, into: "owners")
    try t.insert(new, into: "owners")
    try context.save()
    #expect(t.many("owners") == [old, new])
    #expect(try stored(t) == [old.objectID, new.objectID])
  }

  @Test func `what was inserted at a position is there after everything was read again`() throws {
    let t = try context.insert("T")
    let members = try (0..<5).map { _ in try context.insert("A") }
    for member in members[..<3] { try t.insert(member, into: "owners") }
    try context.save()
    try t.insert(members[3], into: "owners", at: 2)
    try t.insert(members[4], into: "owners", at: 2)
    try context.refreshAll()
    let expected = [members[0], members[1], members[4], members[3], members[2]]
    #expect(t.many("owners") == expected)
    try context.save()
    #expect(try stored(t) == expected.map(\.objectID))
  }

  @Test func `an order that is saved is that of the store, with members that others have added`()
    throws
  {
    let t = try context.insert("T")
    let members = try (0..<3).map { _ in try context.insert("A") }
    for member in members[..<2] { try t.insert(member, into: "owners") }
    try context.save()
    let others = container.makeContext()
    #expect(t.many("owners") == Array(members[..<2]))
    try others.same(t).insert(others.same(members[2]), into: "owners", at: 0)
    try others.save()
    try t.insert(members[1], into: "owners", at: 0)
    try context.save()
    #expect(t.many("owners").count == 3)
    #expect(try t.many("owners").map(\.objectID) == stored(t))
  }

  @Test func `a member gets its place back when the deletion of its owner is undone`() throws {
    let container = try PersistentContainer(
      model: ManagedObjectModel("Plans") {
        Entity("A") { Relationship("steps", to: "B", .ordered, inverse: "plan") }
        Entity("B") { Relationship("plan", to: "A", inverse: "steps") }
      })
    let (here, others) = (container.makeContext(), container.makeContext())
    here.mergesChangesAutomatically = true
    here.recordsUndo = true
    let (former, plan) = (try others.insert("A"), try others.insert("A"))
    let steps = try (0..<3).map { _ in try others.insert("B") }
    try steps[0].setValue(plan, forKey: "plan")
    try steps[1].setValue(former, forKey: "plan")
    try others.save()
    let mine = try here.same(plan)
    _ = try (mine.many("steps"), here.same(former).many("steps"))
    try here.delete(here.same(former))
    for step in steps[1...] {
      try step.setValue(plan, forKey: "plan")
      try others.save()
      _ = try here.count("A")
    }
    here.undo()
    #expect(mine.many("steps").map(\.objectID) == steps.map(\.objectID))
    #expect(mine.changedValues.isEmpty)
  }
}
