@testable import Armature
import Testing

/// A class that records each hook in a shared log, and then runs an action of the test.
class NotedObject: ManagedObject {
  final class Log { var lines: [String] = [] }

  var log = Log()
  var actions: [String: (NotedObject) throws -> Void] = [:]

  private func note(_ hook: String) {
    log.lines.append("\(hook) \(self["name"] ?? "?")")
    do { try actions[hook]?(self) } catch { log.lines.append("\(hook) threw") }
  }

  private func check(_ hook: String) throws {
    log.lines.append("\(hook) \(self["name"] ?? "?")")
    try actions[hook]?(self)
  }

  // None of these calls `super`: the library does not depend on it.
  override func awakeFromInsert() { note("awake") }
  override func prepareForDeletion() { note("prepare") }
  override func willSave() { note("willSave") }
  override func didSave() { note("didSave") }
  override func validateForInsert() throws { try check("forInsert") }
  override func validateForUpdate() throws { try check("forUpdate") }
  override func validateForDelete() throws { try check("forDelete") }
}

/// In `deinit`, inserts another object of its kind once, or runs an action.
private final class RebornObject: ManagedObject {
  weak var origin: ManagedObjectContext?
  var action: () -> Void = {}

  deinit {
    _ = try? origin?.insert(RebornObject.self)
    action()
  }
}

/// Has its own property, which is set before the object is complete.
private final class CountedObject: ManagedObject {
  let number: Int

  required init(_ seed: consuming ObjectSeed) {
    number = 3
    super.init(seed)
  }
}

/// A context of recording objects with a common log.
struct NotedGraph {
  let context: ManagedObjectContext
  let log = NotedObject.Log()

  init() throws {
    context = ManagedObjectContext(
      model: try ManagedObjectModel("Noted") {
        Entity("Node", class: NotedObject.self) {
          Attribute("name", String.self).default("?")
          Attribute("total", Int.self).default(0)
          Attribute("stamp", Int?.self)
          Relationship("parent", to: "Node", inverse: "children")
          Relationship("children", to: "Node", .ordered, inverse: "parent", onDelete: .cascade)
        }
      })
  }

  /// Returns an object that starts to record after its insertion.
  func node(_ name: String, under parent: NotedObject? = nil) throws -> NotedObject {
    let node = try context.insert(NotedObject.self)
    node.log = log
    node["name"] = .string(name)
    node.parent = parent
    return node
  }

  func takeLog() -> [String] {
    defer { log.lines = [] }
    return log.lines
  }
}

@Suite struct LifeCycleTests {
  @Test func `awakeFromInsert comes once, with defaults, registered, before any other hook`() throws
  {
    final class Born: ManagedObject {
      var calls = 0
      override func awakeFromInsert() {
        calls += 1
        self.stamp = self["total"] == 3 ? 7 : 0
        isRegistered = managedObjectContext != nil && isInserted
      }
      var isRegistered = false
    }
    let model = try ManagedObjectModel("Born") {
      Entity("Born", class: Born.self) {
        Attribute("total", Int.self).default(3)
        Attribute("stamp", Int?.self)
      }
    }
    let context = ManagedObjectContext(model: model)
    let object = try context.insert(Born.self)
    #expect(object.calls == 1 && object.stamp == 7 && object.isRegistered)
    try context.save()
    object.stamp = 8
    context.rollback()
    #expect(object.calls == 1 && object.stamp == 7)
    let loose = try #require(try model.makeObject("Born") as? Born)
    #expect(loose.calls == 0 && loose.stamp == nil)
    try context.insert(loose)
    #expect(loose.calls == 1)
  }

  @Test func `the hooks of a save come in order, deleted objects last`() throws {
    let graph = try NotedGraph()
    let (a, b) = (try graph.node("a"), try graph.node("b"))
    #expect(graph.takeLog() == [])
    try graph.context.save()
    #expect(
      graph.takeLog() == [
        "willSave \"a\"", "willSave \"b\"", "forInsert \"a\"", "forInsert \"b\"", "didSave \"a\"",
        "didSave \"b\"",
      ])
    let c = try graph.node("c")
    b.total = 1
    try graph.context.delete(a)
    #expect(graph.takeLog() == ["prepare \"a\""])
    try graph.context.save()
    #expect(
      graph.takeLog() == [
        "willSave \"c\"", "willSave \"b\"", "willSave \"a\"", "forDelete \"a\"", "forUpdate \"b\"",
        "forInsert \"c\"", "didSave \"c\"", "didSave \"b\"", "didSave \"a\"",
      ])
    try graph.context.save()
    #expect(graph.takeLog() == [] && c.objectState == .unchanged)
  }

  @Test func `willSave comes again for what it changed, until nothing changes`() throws {
    let graph = try NotedGraph()
    let (a, b) = (try graph.node("a"), try graph.node("b"))
    a.actions["willSave"] = { [unowned b] _ in
      if b.total! < 3 { b.total! += 1 }
    }
    b.actions["willSave"] = { [unowned a] b in
      if a.total != b.total { a.total = b.total }
    }
    try graph.context.save()
    #expect(a.total == 3 && b.total == 3)
    #expect(graph.log.lines.filter { $0.hasPrefix("willSave") }.count > 4)
    #expect(!graph.context.hasChanges)
  }

  @Test func `a primitive value set in willSave is not noticed`() throws {
    let graph = try NotedGraph()
    let a = try graph.node("a")
    a.actions["willSave"] = { a in
      try a.setPrimitiveValue((a["stamp"] == nil ? 0 : 1), forKey: "stamp")
    }
    try graph.context.save()
    #expect(graph.takeLog() == ["willSave \"a\"", "forInsert \"a\"", "didSave \"a\""])
    #expect(a.stamp == 0 && !a.hasChanges)
  }

  @Test func `a willSave that never rests fails the save and is taken back`() throws {
    let graph = try NotedGraph()
    let a = try graph.node("a")
    a.actions["willSave"] = { a in a.total! += 1 }
    #expect(throws: ManagedObjectError.unstableSave(rounds: 100)) { try graph.context.save() }
    #expect(a.isInserted && a.total == 0)
    a.actions = [:]
    try graph.context.save()
    #expect(a.objectState == .unchanged && a.total == 0)
  }

  @Test func `objects that hooks insert, delete and link take part in the save`() throws {
    let graph = try NotedGraph()
    let (a, b) = (try graph.node("a"), try graph.node("b"))
    try graph.context.save()
    _ = graph.takeLog()
    a.actions["willSave"] = { [unowned context = graph.context] a in
      guard a.many("children").isEmpty else { return }
      let child = try context.insert(NotedObject.self)
      child.parent = a
      try context.delete(b)
    }
    a.total = 1
    try graph.context.save()
    #expect(a.many("children").count == 1 && a.many("children")[0].objectState == .unchanged)
    #expect(b.objectState == .detached && !graph.context.hasChanges)
    #expect(graph.takeLog().contains("forDelete \"b\""))
  }

  @Test func `didSave sees the saved state and may change and save again`() throws {
    let graph = try NotedGraph()
    let a = try graph.node("a")
    a.actions["didSave"] = { [unowned context = graph.context] a in
      #expect(a.objectState == .unchanged)
      if a.total! < 2 {
        a.total! += 1
        try context.save()
      }
    }
    try graph.context.save()
    #expect(a.total == 2 && !graph.context.hasChanges)
    #expect(graph.takeLog().filter { $0.hasPrefix("didSave") }.count == 3)
  }

  @Test func `a save within a save throws and changes nothing`() throws {
    let graph = try NotedGraph()
    let a = try graph.node("a")
    var errors: [ManagedObjectError] = []
    for hook in ["willSave", "forInsert"] {
      a.actions[hook] = { [unowned context = graph.context] _ in
        do { try context.save() } catch let error as ManagedObjectError { errors.append(error) }
      }
    }
    try graph.context.save()
    #expect(errors == [.nestedSave, .nestedSave] && a.objectState == .unchanged)
  }

  @Test func `prepareForDeletion comes for each object once, with its links intact`() throws {
    let graph = try NotedGraph()
    let root = try graph.node("root")
    let child = try graph.node("child", under: root)
    let grandchild = try graph.node("grandchild", under: child)
    try graph.context.save()
    _ = graph.takeLog()
    var seen: [[ManagedObject]] = []
    for node in [root, child, grandchild] {
      node.actions["prepare"] = { node in
        seen.append([node.one("parent")].compactMap { $0 } + node.many("children"))
        #expect(!node.isDeleted)
      }
    }
    try graph.context.delete(root)
    #expect(seen == [[child], [root, grandchild], [child]])
    #expect(graph.takeLog() == ["prepare \"root\"", "prepare \"child\"", "prepare \"grandchild\""])
    try graph.context.delete(root)
    #expect(graph.takeLog() == [])
    // Breaks the cycle between the seen nodes and the closure that records them.
    seen = []
  }

  @Test func `a deinit that inserts while its context is reset leaves its object there`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Reborn") {
        Entity("Node", class: RebornObject.self) { Attribute("name", String.self).default("?") }
      })
    for _ in 0..<20 { try context.insert(RebornObject.self).origin = context }
    try context.save()
    context.reset()
    let reborn = context.registeredObjects
    #expect(reborn.count == 20 && reborn.allSatisfy { $0["name"] == "?" })
    #expect(context.insertedObjects == reborn)
    #expect(Set(reborn.map(\.objectID)).count == 20)
    try context.save()
    context.reset()
    #expect(context.registeredObjects.isEmpty)
  }

  @Test func `a class may have properties of its own, which its initializer fills`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Counted") {
        Entity("Node", class: CountedObject.self) { Attribute("name", String.self).default("?") }
      })
    let node = try context.insert(CountedObject.self)
    #expect(node.number == 3 && node["name"] == "?")
  }

  @Test func `what a deinit does while changes are taken back stays`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Reborn") {
        Entity("Node", class: RebornObject.self) { Attribute("name", String.self).default("?") }
      })
    try context.insert(RebornObject.self).origin = context
    context.rollback()
    // Registered and pending, or a save would ignore it.
    #expect(context.registeredObjects.count == 1 && context.hasChanges)
    #expect(context.insertedObjects == context.registeredObjects)
    try context.save()
    #expect(!context.hasChanges && context.registeredObjects.count == 1)
    let mark = context.graph.mark()
    try context.insert(RebornObject.self).action = { [context] in context.rollback() }
    context.graph.goBack(to: mark)
    #expect(!context.hasChanges && context.insertedObjects.isEmpty)
  }

  @Test func `a deinit may write to what a reset has still to let go of`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Reborn") {
        Entity("Node", class: RebornObject.self) { Attribute("name", String.self).default("?") }
      })
    let first = try context.insert(RebornObject.self).objectID
    let last = try context.insert(RebornObject.self)
    (context.registeredObject(for: first) as? RebornObject)?.action = { last["name"] = "written" }
    try context.save()
    context.reset()
    #expect(context.registeredObjects.isEmpty && !context.hasChanges)
    #expect(last["name"] == nil || last["name"] == .null)
  }

  @Test(arguments: [0, 1, 5, 9])
  func `a reset by a deinit of a reset leaves whole what is inserted behind it`(number: Int) throws
  {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Reborn") {
        Entity("Node", class: RebornObject.self) { Attribute("name", String.self).default("?") }
      })
    do {
      let nodes = try (0..<10).map { _ in try context.insert(RebornObject.self) }
      nodes[number / 2].action = { [context] in _ = try? context.insert(RebornObject.self) }
      nodes[number].action = { [context] in
        context.reset()
        for _ in 0..<2 { _ = try? context.insert(RebornObject.self) }
      }
      try context.save()
    }
    context.reset()
    let inserted = context.insertedObjects
    #expect(inserted.count == 2 && inserted == context.registeredObjects && context.hasChanges)
    #expect(inserted.allSatisfy { context.registeredObject(for: $0.objectID) === $0 })
    try context.save()
    #expect(inserted.allSatisfy { $0["name"] == "?" } && !context.hasChanges)
    context.reset()
    #expect(context.registeredObjects.isEmpty)
  }
}
