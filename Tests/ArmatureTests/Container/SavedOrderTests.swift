import ArmatureModel
import TestSupport
import Testing

@testable import Armature

/// The order of ordered relationships, here and in the store.
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
}
