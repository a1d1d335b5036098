import Armature
import Testing

/// Hooks and closures that validate, and ones that misbehave.
@Suite struct ObjectGraphValidatorTests {
  struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  @Test func `hooks add to the report: an error, a failure, a whole report`() throws {
    let graph = try NotedGraph()
    let nodes = try ["a", "b", "c", "d"].map { try graph.node($0) }
    nodes[0].actions["forInsert"] = { _ in throw Refusal("no a") }
    nodes[1].actions["forInsert"] = { node in
      throw ValidationFailure(entity: "Node", keyPath: ["name"], .missingValue())
    }
    nodes[2].actions["forInsert"] = { node in
      let failure = ValidationFailure(entity: "Node", .keyNotAllowed())
      throw ValidationReport([failure, failure])
    }
    let report = #expect(throws: ValidationReport.self) { try graph.context.save() }
    #expect(
      report?.map(\.code) == ["rule.threw", "value.missing", "key.notAllowed", "key.notAllowed"])
    #expect(
      report?.first?.message
        == "Node#1*: the rule \"validateForInsert\" must hold, but threw an error: no a")
    // Hooks belong to saves; validation on request calls none.
    _ = graph.takeLog()
    #expect(graph.context.validate().isEmpty && nodes[0].validate().isEmpty)
    #expect(graph.takeLog() == [])
  }

  @Test func `a report of warnings alone that a hook throws stops nothing`() throws {
    let graph = try NotedGraph()
    let node = try graph.node("a")
    node.actions["forInsert"] = { _ in
      throw ValidationReport([
        ValidationFailure(entity: "Node", .keyNotAllowed(), severity: .warning)
      ])
    }
    try graph.context.save()
    #expect(node.objectState == .unchanged)
  }

  @Test func `failures stand in the order of entities, then of objects`() throws {
    let model = try ManagedObjectModel("Order") {
      Entity("B") { Attribute("x", Int.self) }
      Entity("A") { Attribute("x", Int.self) }
    }
    let context = ManagedObjectContext(model: model)
    for entity in ["A", "B", "A", "B"] { try context.insert(entity) }
    let expected = ["B#2*", "B#4*", "A#1*", "A#3*"]
    #expect(context.validate().map { $0.objectID?.description } == expected)
    let report = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(report?.map { $0.objectID?.description } == expected)
  }

  @Test func `validateGraph follows all links, validate none`() throws {
    let model = try ManagedObjectModel("Chain") {
      Entity("Node") {
        Attribute("x", Int?.self).range(0...)
        Relationship("next", to: "Node", inverse: "previous")
        Relationship("previous", to: "Node")
      }
    }
    let context = ManagedObjectContext(model: model)
    let nodes = try (0..<5).map { _ in try context.insert("Node") }
    for (a, b) in zip(nodes, nodes[1...3]) { a.next = b }
    nodes[3].x = -1
    nodes[4].x = -1
    #expect(nodes[0].validate().isEmpty && nodes[0].isValid)
    #expect(nodes[0].validateGraph().map(\.objectID) == [nodes[3].objectID])
    #expect(nodes[2].validateGraph().count == 1 && nodes[4].validateGraph().count == 1)
    #expect(context.validate().count == 2)
  }

  @Test func `20,000 linked objects are validated without recursion`() throws {
    let graph = try NotedGraph()
    var last = try graph.node("0")
    let first = last
    for _ in 0..<20_000 {
      let next = try graph.context.insert(NotedObject.self)
      next.parent = last
      last = next
    }
    #expect(first.validateGraph().isEmpty && last.validateGraph().isEmpty)
  }
}

/// Rules that are closures; some do more than read.
@Suite final class ClosureRuleTests {
  private struct Refusal: Error {}

  /// Holds the closure that a rule calls, so that tests can replace it.
  ///
  /// `@unchecked Sendable`: a test uses it from one task.
  private final class RuleBody: @unchecked Sendable {
    var check: (ManagedObject) throws -> Bool = { _ in true }
    var calls = 0
  }

  private let body = RuleBody()
  private let context: ManagedObjectContext
  private let item: ManagedObject
  private let other: ManagedObject

  init() throws {
    let body = body
    context = ManagedObjectContext(
      model: try ManagedObjectModel("Items") {
        Entity("Item") {
          Attribute("x", Int.self).default(0)
          Relationship("friends", to: "Item", .toMany, inverse: "friends")
          Rule(
            "checked",
            check: { object in
              body.calls += 1
              return try body.check(object)
            })
        }
      })
    item = try context.insert("Item")
    other = try context.insert("Item")
  }

  // The test's closure keeps the context alive, and therefore the model and the rule.
  deinit { body.check = { _ in true } }

  /// Returns the failure codes of a save; empty if it succeeds.
  private func save() -> [String] {
    do {
      try context.save()
      return []
    } catch {
      return (error as? ValidationReport)?.map(\.code) ?? ["\(error)"]
    }
  }

  @Test func `a closure that says no, and one that throws`() throws {
    body.check = { [item] in $0 !== item }
    #expect(save() == ["rule"])
    body.check = { [item] in if $0 === item { throw Refusal() } else { true } }
    #expect(save() == ["rule.threw"])
    #expect(
      item.validate().map(\.message) == [
        "Item#1*: the rule \"checked\" must hold, but threw an error: Refusal()"
      ])
    body.check = { _ in true }
    #expect(save() == [] && item.objectState == .unchanged)
  }

  @Test func `a closure that changes what it validates fails the save, and is taken back`() throws {
    body.check = { object in
      object.x! += 1
      return true
    }
    #expect(save() == ["object.changed", "object.changed"])
    #expect(item.isInserted && item.x == 0)
    body.check = { _ in true }
    #expect(save() == [])
  }

  @Test func `a closure that changes an object that was not to be saved fails the save`() throws {
    #expect(save() == [])
    item.x = 1
    body.check = { [other] _ in
      other.x = 5
      return true
    }
    let report = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(report?.map(\.objectID) == [other.objectID])
    #expect(
      report?.first?.message
        == "Item#2 must not change while it is validated, but did. Change it in willSave.")
    #expect(other.objectState == .unchanged && other.x == 0)
  }

  @Test func `a closure that deletes, inserts, saves, resets or rolls back`() throws {
    body.check = { [context, item] object in
      if object === item { try context.delete(item) }
      return true
    }
    #expect(save() == ["object.changed"] && item.isInserted && other.isInserted)
    body.check = { [context, body] _ in
      body.check = { _ in true }
      try context.insert("Item")
      return true
    }
    #expect(save() == ["object.changed"] && context.insertedObjects.count == 2)
    body.check = { [context] _ in
      try context.save()
      return true
    }
    #expect(save() == ["rule.threw", "rule.threw"])
    body.check = { [context] _ in
      context.rollback()
      return true
    }
    #expect(save() == ["object.changed", "object.changed"] && !context.hasChanges)
    try context.insert("Item")
    body.check = { [context] _ in
      context.reset()
      return true
    }
    #expect(save() == ["object.changed"] && context.registeredObjects == [])
  }

  @Test func `a closure that deletes a saved object`() throws {
    #expect(save() == [])
    item.x = 1
    body.check = { [context, other] _ in
      try context.delete(other)
      return true
    }
    #expect(save() == ["object.changed"] && other.objectState == .unchanged)
    body.check = { _ in true }
    #expect(save() == [] && other.objectState == .unchanged && item.x == 1)
  }

  @Test func `a closure that validates others does not run for ever where these do not`() throws {
    item.friends = [other]
    body.check = { [item, other] object in object === item ? other.isValid : true }
    #expect(save() == [])
  }

  @Test func `looking on changes nothing by itself, and calls no rule without need`() throws {
    #expect(save() == [])
    body.calls = 0
    #expect(item.isValid && body.calls == 1)
    #expect(item.validate().isEmpty && body.calls == 2)
    #expect(!context.hasChanges)
  }

  @Test func `a closure that resets the context of what is validated`() throws {
    body.check = { [context] _ in
      context.reset()
      return false
    }
    #expect(item.validate().count == 1 && item.objectState == .detached)
    #expect(other.validateGraph().count == 1)
    #expect(context.validate().isEmpty)
  }
}
