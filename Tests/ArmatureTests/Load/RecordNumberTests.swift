import Foundation
import TestSupport
import Testing

@testable import Armature

/// Links to records by their numbers under `@id`.
@Suite struct RecordNumberTests {
  private let context: ManagedObjectContext

  init() throws {
    let model = try ManagedObjectModel("Tree") {
      Entity("Node") {
        Attribute("name", String.self)
        Relationship("parent", to: "Node", inverse: "children")
        Relationship("children", to: "Node", .ordered, inverse: "parent")
        Relationship("friends", to: "Node", .toMany, inverse: "friends")
        Rule("a name") { $0.name != "bad" }
      }
      Entity("Leaf", parent: "Node") { Attribute("colour", String?.self) }
    }
    context = ManagedObjectContext(model: model)
  }

  private func node(_ name: String) throws -> ManagedObject {
    try #require(context.objects(of: "Node").first { $0.name == name })
  }

  private func failures(_ text: String, _ options: LoadOptions = LoadOptions()) -> [String] {
    do {
      return try context.load(.text(text, as: "Node"), options: options).report.failures.map(
        \.description)
    } catch {
      return (error as? ValidationReport)?.failures.map(\.description) ?? ["\(error)"]
    }
  }

  @Test func `links lead forwards, backwards, to sub-entities and to the record itself`() throws {
    try context.load(
      .text(
        """
        [{"@id": 7, "name": "root", "children": [2, 1], "friends": [7]},
         {"name": "a", "@id": 1, "friends": [7]},
         {"@entity": "Leaf", "@id": 2, "name": "b", "colour": "red"}]
        """, as: "Node"))
    let (root, a, b) = (try node("root"), try node("a"), try node("b"))
    #expect(root.many("children") == [b, a] && b.one("parent") === root && b.entity.name == "Leaf")
    #expect(Set(root.many("friends")) == [root, a])
    let json = String(decoding: try context.json(of: "Node", layout: .compact), as: UTF8.self)
    #expect(
      json == #"[{"@id":1,"name":"root","children":[2,3],"friends":[1,3]},"#
        + #"{"@id":3,"name":"a","friends":[1]},"#
        + #"{"@id":2,"@entity":"Leaf","name":"b","colour":"red"}]"#)
  }

  @Test func `a number means something within its text only`() throws {
    try context.load([
      .text(#"[{"@id": 1, "name": "a"}, {"name": "b", "parent": 1}]"#, as: "Node"),
      .text(#"[{"@id": 1, "name": "c"}, {"name": "d", "parent": 1}]"#, as: "Node"),
    ])
    #expect(try node("b").one("parent") === node("a"))
    #expect(try node("d").one("parent") === node("c"))
  }

  @Test(
    arguments: [
      (
        #"[{"@id": 1, "name": "a", "parent": 2}]"#,
        [#"Node.parent refers to the Node 2, which does not exist."#]
      ),
      (
        #"[{"name": "a", "parent": 2}]"#,
        [
          #"Node.parent must be an object, since no single attribute of Node is identifying(), but is a number."#
        ]
      ),
      (
        #"[{"@id": 1, "name": "a"}, {"@id": 1, "name": "b"}]"#,
        [#"Node."@id" must identify one Node, but Node#1* (<input>:1:2) has 1, too."#]
      ),
      (
        #"[{"@id": 1, "@id": 2, "name": "a"}]"#,
        [#"Node."@id" must occur once, but occurs again."#]
      ),
      (#"[{"@id": "x", "name": "a"}]"#, [#"Node."@id" is not a property of Node."#]),
      (#"[{"@id": 1.5, "name": "a"}]"#, [#"Node."@id" must be a whole number, but is a number."#]),
    ])
  func `numbers that mean nothing are told`(text: String, expected: [String]) {
    let found = failures(text)
    #expect(found.count == expected.count, "\(found)")
    for (found, expected) in zip(found, expected) { #expect(found.contains(expected), "\(found)") }
    #expect(context.registeredObjects.isEmpty)
  }

  @Test func `what leads to a record that is left out says so`() throws {
    let text = #"[{"@id": 1, "name": "bad"}, {"name": "b", "parent": 1}, {"name": "c"}]"#
    let found = failures(text, LoadOptions(onFailure: .keepValid))
    #expect(found.contains { $0.contains("left out") }, "\(found)")
    #expect(try node("c").one("parent") == nil)
  }

  @Test func `a property with the key of numbers keeps it`() throws {
    let model = try ManagedObjectModel("Own") {
      Entity("Node") {
        Attribute("code", Int.self).key("@id")
        Relationship("next", to: "Node")
      }
    }
    let context = ManagedObjectContext(model: model)
    try context.load(.text(#"[{"@id": 5}]"#, as: "Node"))
    let node = context.objects(of: "Node")[0]
    #expect(node.code == 5)
    #expect(try context.json(layout: .compact) == Data(#"{"Node":[{"@id":5}]}"#.utf8))
    node.next = node
    #expect(throws: ValidationReport.self) { try context.json() }
  }

  @Test(arguments: 0..<60) func `a graph is written and read back, whatever identifies its objects`(
    _ seed: Int
  ) throws {
    let (model, context) = try RandomModel.filledContext(seed: UInt64(seed))
    let data = try context.json()
    let other = ManagedObjectContext(model: model)
    try other.load(.data(data))
    #expect(try other.json() == data)
    #expect(other.registeredObjects.count == context.registeredObjects.count)
    func number(_ id: ManagedObjectID, _ context: ManagedObjectContext) -> AttributeValue {
      context.registeredObject(for: id)?["n"] ?? .null
    }
    func graph(_ context: ManagedObjectContext) -> [String] {
      context.registeredObjects.flatMap { object in
        object.runtime.properties.map { property in
          let name = "\(object.entity.name) \(object["n"] ?? .null).\(property.name) "
          switch object.valueOfIDs(property.place) {
          case .object(let id): return name + "\(number(id, context))"
          case .objects(let ids):
            let numbers = ids.map { "\(number($0, context))" }
            let isOrdered = property.description.asRelationship?.arity == .ordered
            return name + (isOrdered ? numbers : numbers.sorted()).joined(separator: " ")
          case let value: return name + "\(value)"
          }
        }
      }.sorted()
    }
    #expect(graph(other) == graph(context), "\(String(decoding: data, as: UTF8.self))")
  }
}
