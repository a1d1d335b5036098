import TestSupport
import Testing

@testable import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A failure is reported once: rules do not read missing or rejected values.
@Suite struct MissingReadsTests {
  private func codes(_ model: ManagedObjectModel, _ text: String, as entity: String? = nil)
    -> [String]
  {
    let context = ManagedObjectContext(model: model)
    do {
      try context.load(.text(text, as: entity))
      return []
    } catch {
      return (error as? ValidationReport)?.map { "\($0.keyPath.joined(separator: ".")) \($0.code)" }
        ?? ["\(error)"]
    }
  }

  @Test func `a condition that reads an absent required value does not run its rule`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Ship") {
        Attribute("state", String.self)
        Attribute("crew", Int.self)
        Rule("idle", when: { $0.state != "sailing" }) { $0.crew == 0 }
      }
    }
    #expect(codes(model, #"[{"crew": 5}]"#, as: "Ship") == ["state value.missing"])
    #expect(codes(model, #"[{"crew": 50, "state": 3}]"#, as: "Ship") == ["state type.wrong"])
    #expect(codes(model, #"[{"crew": 5, "state": "docked"}]"#, as: "Ship") == [" rule"])
  }

  @Test func `a refused value of a related object is not its default`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Ship") {
        Attribute("name", String?.self)
        Relationship("boxes", to: "Box", .toMany, inverse: "ship", onDelete: .cascade)
        Rule("all tanks") { $0.boxes.all { $0.kind == 3 } }
      }
      Entity("Box") {
        Attribute("kind", Int.self).default(1)
        Relationship("ship", to: "Ship", inverse: "boxes")
      }
    }
    #expect(codes(model, #"{"Ship": [{"boxes": [{"kind": "tank"}]}]}"#) == ["kind type.wrong"])
    #expect(codes(model, #"{"Ship": [{"boxes": [{"kind": 2}]}]}"#) == [" rule"])
    #expect(codes(model, #"{"Ship": [{"boxes": [{}]}]}"#) == [" rule"])
  }

  @Test func `a missing element of a composite is told once`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Ship") {
        Composite("size") {
          Attribute("length", Double.self)
          Attribute("beam", Double.self)
        }.optional()
        Rule("longer than wide") { $0.size == nil || $0.size.length > $0.size.beam }
      }
    }
    let data = #"{"Ship": [{"size": {"length": 120}}, {"size": {"length": 1, "beam": 2}}, {}]}"#
    #expect(codes(model, data) == ["size.beam value.missing", " rule"])
  }

  @Test func `a required derived attribute must come to a value`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Order") {
        Attribute("price", Int.self)
        Attribute("pieces", Int.self)
        Attribute("each", Int.self).derived(
          from: (DynamicQuery().price / DynamicQuery().pieces).fetchExpression)
        Attribute("title", String?.self).derived(
          from: DynamicQuery().customer.name.uppercased().fetchExpression)
        Relationship("customer", to: "Customer")
      }
      Entity("Customer") { Attribute("name", String.self).identifying() }
    }
    #expect(codes(model, #"[{"price": 6, "pieces": 0}]"#, as: "Order").isEmpty)
    let context = ManagedObjectContext(model: model)
    let order = try context.insert("Order")
    (order.price, order.pieces) = (6, 3)
    #expect(order.validate().isValid)
    try context.save()
    #expect(order["each"] == 2)
    order.pieces = 0
    #expect(throws: ValidationReport.self) { try context.save() }
    #expect(order["each"] == 2 && order["pieces"] == 0)
  }

  @Test func `a line that is no JSON is told once`() throws {
    let model = try ManagedObjectModel("M") { Entity("Note") { Attribute("text", String.self) } }
    for line in ["not json", "foo", "\"open", "tru"] {
      let source = LoadSource.text(line, as: "Note", layout: .lines)
      let report = #expect(throws: ValidationReport.self) {
        try ManagedObjectContext(model: model).load(source)
      }
      #expect(report?.map(\.code) == ["syntax"], "\(line)")
    }
  }

  @Test func `nested records of a line know what they are a part of`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Voyage") {
        Attribute("number", Int.self)
        Relationship("stops", to: "Stop", .ordered, inverse: "voyage", onDelete: .cascade)
      }
      Entity("Stop") {
        Attribute("hour", Int.self)
        Relationship("voyage", to: "Voyage", inverse: "stops").required()
      }
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(
      #"""
      {"number": 1, "stops": [{"hour": 3}]}
      {"number": 2, "stops": [{"hour": "x"}]}
      """#, to: "Voyage.1.ndjson")
    var codes: [[String]] = []
    try model.forEachLine(of: path, as: "Voyage") { codes.append($1.map(\.code)) }
    #expect(codes == [[], ["type.wrong"]])
    // The file is named after an entity.
    let context = ManagedObjectContext(model: model)
    #expect(throws: ValidationReport.self) { try context.load(.file(path)) }
    try folder.write(#"{"number": 1, "stops": [{"hour": 3}]}"#, to: "Voyage.1.ndjson")
    try context.load(.file(path))
    #expect(context.objects(of: "Stop").count == 1)
  }
}
