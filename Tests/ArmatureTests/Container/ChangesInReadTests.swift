import TestSupport
import Testing

@testable import Armature

/// Links changed by `awakeFromFetch()` are changes like any other.
@Suite struct ChangesInReadTests {
  /// Deletes its destination when it is read and records that.
  private final class Eater: ManagedObject {
    override func awakeFromFetch() {
      guard let context = managedObjectContext, self["eats"] == .bool(true) else { return }
      for name in ["mate", "food"] {
        for id in (try? objectIDs(forRelationshipNamed: name)) ?? [] {
          if let object = context.object(with: id) { try? context.delete(object) }
        }
      }
      self["note"] = "has eaten"
    }
  }

  private let store = ShadowedStore()
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let eater: ManagedObject

  /// Creates an eater with a mate and food, saved but not read.
  init() throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Eaters") {
        Entity("Eater", class: Eater.self) {
          Attribute("eats", Bool.self).default(false)
          Attribute("note", String?.self)
          Relationship("mate", to: "Eater", inverse: "mate")
          Relationship("food", to: "Food", .toMany, inverse: "eater")
        }
        Entity("Food") { Relationship("eater", to: "Eater", inverse: "food") }
      }, store: store)
    let first = container.makeContext()
    let (hungry, mate) = (try first.insert("Eater"), try first.insert("Eater"))
    try hungry.setValue(mate, forKey: "mate")
    for _ in 0..<2 { try hungry.insert(first.insert("Food"), into: "food") }
    hungry["eats"] = .bool(true)
    try first.save()
    context = container.makeContext()
    eater = try #require(try context.fetch("Eater") { $0["eats"] == true }.first)
  }

  @Test func `what a deletion there cuts is a change, and what is set is none`() throws {
    #expect(context.deletedObjects.count == 3 && context.updatedObjects == [eater])
    #expect(eater["note"] == "has eaten" && eater.one("mate") == nil)
    #expect(eater.memberCount(of: "food") == 0)
    #expect(brokenInvariants(of: context) == [])
    try context.save()
    #expect(store.problem == nil)
    #expect(try container.makeContext().same(eater).one("mate") == nil)
  }

  @Test func `a rollback takes it back`() throws {
    context.rollback()
    #expect(!context.hasChanges && eater.memberCount(of: "food") == 2)
    #expect(eater.one("mate")?.one("mate") === eater)
    #expect(brokenInvariants(of: context) == [])
  }

  @Test func `so does an operation that fails in which it is read`() throws {
    context.rollback()
    let mark = context.graph.mark()
    try context.refresh(eater, mergeChanges: false)
    #expect(context.deletedObjects.count == 3)
    context.graph.goBack(to: mark)
    #expect(!context.hasChanges && eater.memberCount(of: "food") == 2)
    #expect(eater.one("mate")?.one("mate") === eater)
    #expect(brokenInvariants(of: context) == [])
  }
}
