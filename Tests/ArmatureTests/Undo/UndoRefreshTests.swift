import ArmatureModel
import TestSupport
import Testing

@testable import Armature

/// Steps of undo over what was read again.
@Suite struct UndoRefreshTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  init() throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Family") {
        Entity("A") {
          Attribute("n", Int?.self)
          Relationship("kids", to: "B", .toMany, inverse: "dad")
        }
        Entity("B") { Relationship("dad", to: "A", inverse: "kids") }
      })
    context = container.makeContext()
  }

  @Test func `a step over a list that is not loaded any more works, back and forth`() throws {
    let (a, b) = (try context.insert("A"), try context.insert("B"))
    try a.setValue([b], forKey: "kids")
    try context.save()
    context.recordsUndo = true
    try a.setValue([ManagedObject](), forKey: "kids")
    try context.save()
    try context.refreshAll()
    context.undo()
    #expect(a.many("kids") == [b] && b.one("dad") === a)
    #expect(try a.objectIDs(forRelationshipNamed: "kids").count == 1)
    try context.refreshAll()
    context.redo()
    #expect(a.many("kids").isEmpty && b.one("dad") == nil)
    context.undo()
    try context.save()
    let fresh = container.makeContext()
    #expect(try fresh.same(a).many("kids").map(\.objectID) == [b.objectID])
  }

  @Test func `undo leaves alone what was taken over from others`() throws {
    let a = try context.insert("A")
    try a.setValue(AttributeValue.int(1), forKey: "n")
    try context.save()
    context.recordsUndo = true
    try a.setValue(AttributeValue.int(5), forKey: "n")
    let other = container.makeContext()
    try other.same(a).setValue(AttributeValue.int(10), forKey: "n")
    try other.save()
    context.mergePolicy = .storeTrumps
    try context.save()
    #expect(try a.value(forKey: "n") == .int(10))
    context.undo()
    #expect(try a.value(forKey: "n") == .int(10))
  }
}
