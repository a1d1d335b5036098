import Armature
import ArmatureDocuments
import ArmatureModel
import Foundation
import Testing

@Suite struct AnswerSchemaTests {
  private let model: ManagedObjectModel

  init() throws {
    model = try ManagedObjectModel("Shop") {
      Entity("Invoice") {
        Attribute("number", Int.self).range(1...)
        Attribute("note", String?.self).length(...9)
        Attribute("due", Date?.self)
        Relationship("lines", to: "Line", .ordered, inverse: "invoice", onDelete: .cascade)
        Relationship("payer", to: "Payer")
        Rule("numbered") { $0.number != 13 }
      }
      Entity("Line") {
        Attribute("price", Decimal.self).range(0...)
        Relationship("invoice", to: "Invoice", inverse: "lines")
      }
      Entity("Payer") { Attribute("name", String.self).identifying() }
    }
  }

  private func text(_ target: AnswerSchema.Target) throws -> String {
    let text = try AnswerSchema(model, entity: "Invoice", for: target).text
    return "\(try JSONValue(parsing: text))"
  }

  @Test func `OpenAI gets a strict schema in which optional values are null`() throws {
    let found = try text(.openAI)
    #expect(
      found == #"""
        {"type":"json_schema","name":"Invoice","strict":true,"schema":{"type":"object",\#
        "description":"\"numbered\": number != 13","properties":{\#
        "number":{"type":"integer","minimum":1},\#
        "note":{"type":["string","null"],"description":"at most 9 characters"},\#
        "due":{"anyOf":[{"type":"string","format":"date-time"},{"type":"null"}]},\#
        "lines":{"type":["array","null"],"items":{"$ref":"#/$defs/Line"}},\#
        "payer":{"type":["string","null"],"description":"The name of a Payer."}},\#
        "required":["number","note","due","lines","payer"],"additionalProperties":false,\#
        "$defs":{"Line":{"type":"object","properties":{"price":{"type":"number","minimum":0}},\#
        "required":["price"],"additionalProperties":false}}}}
        """#)
  }

  @Test func `Anthropic gets a schema in which optional values are absent and bounds are words`()
    throws
  {
    let found = try text(.anthropic)
    #expect(
      found == #"""
        {"type":"json_schema","schema":{"type":"object",\#
        "description":"\"numbered\": number != 13","properties":{\#
        "number":{"type":"integer","description":"at least 1"},\#
        "note":{"type":"string","description":"at most 9 characters"},\#
        "due":{"type":"string","format":"date-time"},\#
        "lines":{"type":"array","items":{"$ref":"#/$defs/Line"}},\#
        "payer":{"type":"string","description":"The name of a Payer."}},\#
        "required":["number"],"additionalProperties":false,\#
        "$defs":{"Line":{"type":"object",\#
        "properties":{"price":{"type":"number","description":"at least 0"}},\#
        "required":["price"],"additionalProperties":false}}}}
        """#)
  }

  @Test func `the Model Context Protocol gets a tool with all keywords`() throws {
    let tool = try JSONValue(parsing: text(.mcp))
    #expect(tool["name"] == .string("Invoice"))
    #expect(tool["description"] == .string("A record of Invoice, as the model Shop describes it."))
    #expect(tool["inputSchema"]?["type"] == .string("object"))
    #expect(tool["inputSchema"]?["properties"]?["note"]?["maxLength"] == .number(9))
  }

  @Test func `each rule without a keyword is noted`() throws {
    let notes = try AnswerSchema(model, entity: "Invoice", for: .anthropic).notes
    #expect(
      notes.map(\.description) == [
        "Invoice.number: minimum is not supported, so only the model checks: at least 1",
        "Invoice.note: maxLength is not supported, so only the model checks: at most 9 characters",
        "Line.price: minimum is not supported, so only the model checks: at least 0",
        "Invoice.payer: each value identifies an existing Payer",
        "Invoice: \"numbered\": number != 13",
      ])
  }

  @Test func `the only root of a model needs no name`() throws {
    #expect(throws: AnswerSchemaError.severalEntities(["Invoice", "Line", "Payer"])) {
      try AnswerSchema(model, for: .openAI)
    }
    let tree = try ManagedObjectModel("Trees") {
      Entity("Tree") { Relationship("nodes", to: "Node", .toMany, onDelete: .cascade) }
      Entity("Node") { Attribute("name", String.self) }
    }
    #expect(try AnswerSchema(tree, for: .openAI).schema["properties"]?["nodes"] != nil)
    #expect(throws: AnswerSchemaError.unknownEntity("Leaf", among: ["Tree", "Node"])) {
      try AnswerSchema(tree, entity: "Leaf", for: .mcp)
    }
  }

  @Test func `a tree is recursive for OpenAI, and has a depth for Anthropic`() throws {
    let tree = try ManagedObjectModel("Trees") {
      Entity("Node") {
        Attribute("name", String.self)
        Relationship("parent", to: "Node", inverse: "children")
        Relationship("children", to: "Node", .ordered, inverse: "parent", onDelete: .cascade)
      }
    }
    let recursive = try AnswerSchema(tree, for: .openAI)
    #expect("\(recursive.schema)".contains(##""items":{"$ref":"#/$defs/Node"}"##))
    let error = #expect(throws: AnswerSchemaError.self) {
      try AnswerSchema(tree, for: .anthropic)
    }
    #expect(
      error?.description
        == "The records must not contain each other without end, but Node > Node do. Limit their depth."
    )
    let limited = try AnswerSchema(tree, for: .anthropic, depth: 3)
    #expect(limited.schema["$defs"]?.objectValue?.count == 2)
    #expect(
      limited.notes.map(\.description).contains(
        "Node.children: left out, since the depth is limited to 3"))
  }

  @Test func `the limits of OpenAI are checked`() throws {
    let names = (0..<5_001).map { "a\($0)" }
    let wide = try ManagedObjectModel(
      "Wide",
      entities: [
        EntityDescription(
          "Wide", properties: names.map { .attribute(AttributeDescription($0, .bool)) })
      ])
    #expect(
      throws: AnswerSchemaError.tooLarge(
        entity: "Wide", what: "properties", count: 5_001, limit: 5_000)
    ) { try AnswerSchema(wide, for: .openAI) }
    let notes = try AnswerSchema(wide, for: .anthropic).notes
    #expect(notes.isEmpty)
  }

  @Test func `records of sub-entities name their entity`() throws {
    let model = try ManagedObjectModel("Shapes") {
      Entity("Drawing") { Relationship("shapes", to: "Shape", .ordered, onDelete: .cascade) }
      Entity("Shape", isAbstract: true) { Attribute("x", Int.self) }
      Entity("Circle", parent: "Shape") { Attribute("radius", Int.self) }
      Entity("Square", parent: "Shape") { Attribute("side", Int.self) }
    }
    let schema = try AnswerSchema(model, entity: "Drawing", for: .openAI).schema
    #expect(
      schema["properties"]?["shapes"]?["items"]
        == ["anyOf": [["$ref": "#/$defs/Circle"], ["$ref": "#/$defs/Square"]]])
    let circle = schema["$defs"]?["Circle"]
    #expect(circle?["properties"]?["@entity"] == ["type": "string", "const": "Circle"])
    #expect(circle?["required"] == ["@entity", "x", "radius"])
  }
}
