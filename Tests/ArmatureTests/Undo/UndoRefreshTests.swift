import ArmatureModel
import TestSupport
import Testing

@testable import Armature

/// Undo steps for objects that were refreshed.
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

  @Test(arguments: [true, false])
  func `a group that reads a list again before it changes anything is a step of its own`(
    _ hasStep: Bool
  ) throws {
    let a = try context.insert("A")
    let kids = try (0..<3).map { _ in try context.insert("B") }
    try a.setValue(kids, forKey: "kids")
    try context.save()
    if hasStep { context.recordsUndo = true }
    try a.remove(kids[0], from: "kids")
    context.recordsUndo = true
    try context.undoGroup("Number") {
      try context.refresh(a)
      try a.setValue(AttributeValue.int(1), forKey: "n")
    }
    #expect(context.undoActionName == "Number")
    context.undo()
    #expect(try a.value(forKey: "n") == .null && kids[0].one("dad") == nil)
    #expect(Set(a.many("kids")) == Set(kids.dropFirst()) && context.canUndo == hasStep)
    context.undo()
    #expect((kids[0].one("dad") === a) == hasStep)
    #expect(a.many("kids").count == (hasStep ? 3 : 2) && !context.canUndo)
    context.redo()
    context.redo()
    #expect(try a.value(forKey: "n") == .int(1) && kids[0].one("dad") == nil)
    #expect(brokenInvariants(of: context) == [])
  }
}
