import ArmatureModel
import TestSupport
import Testing

@testable import Armature

/// Deletions in a child after its parent has evicted the objects.
@Suite struct ChildDeletionTests {
  @Test(arguments: [true, false])
  func `a child's deletion reaches the store though its parent has let go of the object`(
    _ resets: Bool
  ) throws {
    let container = try PersistentContainer(
      model: ManagedObjectModel("Club") {
        Entity("Person") { Relationship("card", to: "Card", inverse: "owner", onDelete: .cascade) }
        Entity("Card") { Relationship("owner", to: "Person", inverse: "card") }
      })
    let parent = container.makeContext()
    do {
      let (person, card) = (try parent.insert("Person"), try parent.insert("Card"))
      try card.setValue(person, forKey: "owner")
      try parent.save()
    }
    let child = parent.makeChild()
    let person = try #require(try child.fetch("Person").first)
    try child.delete(person)
    if resets { parent.reset() } else { parent.evictUnusedObjects() }
    try child.save()
    try parent.save()
    let fresh = container.makeContext()
    #expect(try fresh.count("Person") == 0 && fresh.count("Card") == 0)
  }
}
