import Testing

@testable import Armature

/// Undo together with user code and computed state: hooks, rules, derivations, indexes.
@Suite struct UndoHookTests {
  /// Counts its hooks and makes changes in them.
  final class Order: ManagedObject {
    @Property("note") var note: String?
    @Property("changes") var changes: Int
    private(set) var wakes = 0
    var undoesInHook = false

    override func awakeFromInsert() {
      wakes += 1
      note = "new"
    }

    override func prepareForDeletion() { note = "going" }

    override func willSave() {
      if undoesInHook { managedObjectContext?.undo() }
      if objectState == .updated, changes < 10 { changes += 10 }
    }
  }

  private static func makeContext() throws -> ManagedObjectContext {
    ManagedObjectContext(
      model: try ManagedObjectModel("Orders") {
        Entity("Order", class: Order.self) {
          Attribute("code", String?.self).unique()
          Attribute("note", String?.self)
          Attribute("changes", Int.self).default(0)
          Attribute("size", Int.self).derived(from: .aggregate(.count, of: .keyPath(["lines"])))
          Relationship("lines", to: "Line", .ordered, inverse: "order", onDelete: .deny)
        }
        Entity("Line") { Relationship("order", to: "Order", inverse: "lines") }
      })
  }

  private let context: ManagedObjectContext

  init() throws {
    context = try Self.makeContext()
    context.recordsUndo = true
  }

  @Test func `what a hook changes goes with the call, and no hook is called again`() throws {
    let order = try context.insert(Order.self)
    #expect(order.wakes == 1 && context.undoDepth == 1)
    context.undo()
    context.redo()
    #expect(order.wakes == 1 && order.note == "new" && context.insertedObjects == [order])
    try context.save()
    try context.delete(order)
    #expect(order.note == "going")
    context.undo()
    #expect(order.note == "new" && order.objectState == .unchanged)
  }

  @Test func `what a save changes goes with the step before`() throws {
    let order = try context.insert(Order.self)
    try context.save()
    order.note = "changed"
    try context.save()
    #expect(order.changes == 10 && context.undoDepth == 2)
    context.undo()
    #expect(order.changes == 0 && order.note == "new")
    #expect(order.changedValues == ["changes": 0, "note": "new"])
  }

  @Test func `derived values follow at the next save, which leaves what can be redone`() throws {
    let order = try context.insert(Order.self)
    let line = try context.insert("Line")
    try context.save()
    context.undoLimit = 0
    try order.insert(line, into: "lines")
    context.undo()
    try context.save()
    #expect(order["size"] == 0 && context.canRedo)
    context.redo()
    try context.save()
    #expect(order["size"] == 1)
    context.undo()
    try context.save()
    #expect(order["size"] == 0)
  }

  @Test func `objects are found by their values after undo and redo`() throws {
    let order = try context.insert(Order.self)
    try order.setValue("A", forKey: "code")
    try order.setValue("B", forKey: "code")
    let graph = context.graph
    func found(_ code: String) -> ManagedObject? {
      graph.object(of: "Order", where: "code", is: .string(code))
    }
    #expect(found("B") === order && found("A") == nil)
    context.undo()
    #expect(found("A") === order && found("B") == nil)
    context.undo()
    context.undo()
    #expect(found("A") == nil && found("B") == nil)
    let other = try context.insert(Order.self)
    try other.setValue("B", forKey: "code")
    try context.save()
    #expect(found("B") === other)
  }

  @Test func `an insertion that is undone after a save leaves no link that forbids its deletion`()
    throws
  {
    let line = try context.insert("Line")
    try context.save()
    let order = try context.undoGroup {
      let order = try context.insert(Order.self)
      try order.insert(line, into: "lines")
      return order
    }
    try context.save()
    context.undo()
    #expect(order.isDeleted && line.one("order") == nil)
    try context.save()
    #expect(order.objectState == .detached)
    context.redo()
    #expect(order.isInserted && order.many("lines") == [line] && line.one("order") === order)
    try context.save()
    #expect(order["size"] == 1)
  }

  @Test func `a link does not come back that led to what is gone`() throws {
    let context = try Self.makeContext()
    let order = try context.insert(Order.self)
    let line = try context.insert("Line")
    try order.insert(line, into: "lines")
    try context.save()
    // Deny keeps the link, and nothing is recorded yet.
    try context.delete(order)
    context.recordsUndo = true
    try line.setValue(Optional<ManagedObject>.none, forKey: "order")
    try context.save()
    context.undo()
    #expect(order.objectState == .detached && line.one("order") == nil)
    try context.save()
    #expect(!context.hasChanges && brokenInvariants(of: context).isEmpty)
  }

  @Test func `undoing where something is being changed ends the program`() async {
    let message =
      "A context must not be undone while it is being changed: in a hook, a rule, a load, a save, or an open"
      + " group. "
    let hook = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let context = try UndoHookTests.makeContext()
      context.recordsUndo = true
      try context.insert(Order.self).undoesInHook = true
      try context.save()
    }
    expect(hook, says: message + "Do it after the caller has returned.")
    let group = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let context = try UndoHookTests.makeContext()
      context.beginUndoGroup()
      context.undo()
    }
    expect(group, says: message + "Call endUndoGroup() first.")
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try UndoHookTests.makeContext().endUndoGroup()
    }
    expect(
      end, says: "endUndoGroup() must follow a beginUndoGroup() of its own, but no group is open.")
  }

  @Test func `what denied a deletion lets go of the object when that is redone as of a new one`()
    throws
  {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Shelf") {
        Entity("Tag") {
          Relationship("books", to: "Book", .toMany, inverse: "tags", onDelete: .deny)
        }
        Entity("Book") { Relationship("tags", to: "Tag", .ordered, inverse: "books") }
      })
    let (tag, book) = (try context.insert("Tag"), try context.insert("Book"))
    try tag.insert(book, into: "books")
    try context.save()
    context.recordsUndo = true
    try context.delete(tag)
    try context.delete(book)
    try context.save()
    context.undo()
    context.undo()
    #expect(book.many("tags") == [tag])
    context.redo()
    try context.save()
    context.rollback()
    #expect(book.many("tags").isEmpty && book.memberCount(of: "tags") == 0)
    #expect(brokenInvariants(of: context).isEmpty)
    try context.save()
  }
}
