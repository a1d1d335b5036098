import Armature
import ArmatureModel
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Batches of another program, concurrent with contexts, child contexts, and restored objects.
@Suite(.needsPostgreSQL) struct PostgreSQLOtherBatchTests {
  private let (own, others): (PersistentContainer, PersistentContainer)
  private let root: ManagedObjectContext

  init() throws {
    let store = try PostgreSQLStore.new(keepsHistory: true, keys: .scattered, connections: 1)
    own = try PersistentContainer(model: Counters.model(), store: store)
    others = try PersistentContainer(model: Counters.model(), store: store.again())
    root = own.makeContext()
    root.recordsUndo = true
    for number in 0..<3 {
      let counter = try Counters.insert("\(number)", root)
      try root.insert("Note").setValuesForKeys(["text": "n", "counter": counter])
    }
    try root.save()
  }

  private func counter(_ name: String, _ context: ManagedObjectContext) throws -> ManagedObject {
    try #require(try context.fetch("Counter") { $0.name == name }.first)
  }

  @Test func `a child over faults finds what a batch of another program has left`() throws {
    let id = try counter("1", root).objectID
    let (parent, other) = (own.makeContext(), others.makeContext())
    let child = parent.makeChild()
    let fault = try #require(child.object(with: id))
    #expect(child.isFault(fault))
    #expect(try other.execute(BatchUpdate("Counter", set: ["count": 9])).count == 3)
    #expect(try Counters.count(fault) == 9)
    #expect(try fault.objectIDs(forRelationshipNamed: "notes").count == 1)
    #expect(try other.execute(BatchDelete("Counter") { $0.name == "1" }).count == 1)
    let late = own.makeContext()
    let below = late.makeChild()
    #expect(throws: ManagedObjectError.self) { try below.existingObject(with: id) }
    #expect(try below.count("Counter") == 2)
    // Changing a deleted object is reported, and it is not restored.
    try fault.setValue(10, forKey: "count")
    try child.save()
    #expect(throws: MergeConflicts.self) { try parent.save() }
    #expect(try others.makeContext().count("Counter") == 2)
  }

  @Test func `an object that comes back by undo meets batches with its own version`() throws {
    let (first, other) = (try counter("0", root), others.makeContext())
    let id = first.objectID
    try root.delete(first)
    try root.save()
    #expect(try other.execute(BatchUpdate("Counter", set: ["count": 5])).count == 2)
    root.undo()
    try root.save()
    let back = try other.existingObject(with: id)
    #expect(try Counters.name(back) == "0")
    #expect(try back.objectIDs(forRelationshipNamed: "notes").count == 1)
    // The row has a version that other programs can tell from its former one.
    #expect(try others.makeContext().execute(BatchUpdate("Counter", set: ["count": 6])).count == 3)
    try back.setValue(7, forKey: "count")
    #expect(throws: MergeConflicts.self) { try other.save() }
    #expect(try others.makeContext().count("Counter") { $0.count == 6 } == 3)
    let kinds = try own.history().map { Set($0.changes.map { "\($0.kind)" }).sorted() }
    #expect(kinds == [["insert"], ["delete"], ["update"], ["insert"], ["update"]])
  }
}
