import Armature
import ArmatureDocuments
import ArmatureModel
import Foundation
import Testing

@testable import ArmatureImport

/// Differences between an imported model and its schema, and their notes.
@Suite struct SchemaNotesTests {
  private func read(_ properties: String, _ definitions: String, required: String = "") throws
    -> (model: ManagedObjectModel, notes: [String])
  {
    let text =
      #"{"title": "Order", "type": "object", "required": [\#(required)], "#
      + #""properties": {\#(properties)}, "$defs": {\#(definitions)}}"#
    let found = try JSONSchemaModel(JSONText(text), path: "s.json")
    // Notes that apply to nearly every schema: null is invalid, and other keys and types are valid.
    let usual = ["but must not be null, and so", "no \"additionalProperties\"", "no \"type\""]
    let notes = found.issues.map(\.message).filter { note in !usual.contains { note.contains($0) } }
    return (found.model, notes)
  }

  private static let customer =
    ##""Customer": {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}"##

  @Test(arguments: ["string", "boolean"])
  func `an object or a value in its place is a value with its schema`(type: String) throws {
    let found = try read(
      ##""customer": {"anyOf": [{"$ref": "#/$defs/Customer"}, {"type": "\##(type)"}]}"##,
      Self.customer)
    #expect(found.model["Order"]?.property(named: "customer")?.asAttribute?.type == .json)
    #expect(found.notes == [])
  }

  @Test(
    arguments: [
      ("2", "", [false, true]), ("1", "", [false, true]), ("0", "", [true, true]),
      ("2", "\"customers\"", [false, false]), ("0", "\"customers\"", [true, false]),
    ])
  func `an empty array and a missing one are told apart`(
    least: String, required: String, takes: [Bool]
  ) throws {
    let found = try read(
      ##""customers": {"type": "array", "items": {"$ref": "#/$defs/Customer"}, "minItems": \##(least)}"##,
      Self.customer, required: required)
    #expect(found.notes == [])
    let options = LoadOptions(keeping: .unknownKeys(in: "otherKeys"))
    for (text, isTaken) in zip([#"{"customers": []}"#, "{}"], takes) {
      let context = ManagedObjectContext(model: found.model)
      let loaded = try? context.load(.text(text, as: "Order"), options: options)
      #expect((loaded != nil) == isTaken, "\(text)")
    }
  }

  @Test func `relationships that are taken for two ends of one are told`() throws {
    let found = try read(
      ##""customer": {"$ref": "#/$defs/Customer"}"##,
      ##""Customer": {"type": "object", "properties": {"order": {"$ref": "#"}}}"##)
    #expect(
      found.model["Customer"]?.property(named: "order")?.asRelationship?.inverse == "customer")
    #expect(
      found.notes == [
        "Customer.order is assumed to be the inverse of Order.customer: setting one sets the "
          + "other. A schema does not declare it: if it is wrong, remove inverse: from both in "
          + "the model."
      ])
  }

  @Test func `counts are described as they are`() throws {
    let found = try read(
      ##""customers": {"type": "array", "items": {"$ref": "#/$defs/Customer"}, "minItems": 1, "maxItems": 5}"##,
      Self.customer, required: #""customers""#)
    let customers = try #require(found.model["Order"]?.relationships.first)
    #expect(customers.minimumCount == 1 && customers.maximumCount == 5 && !customers.isOptional)
  }

  @Test(arguments: [nil, "kind"])
  func `documents of others lack what a choice is made by, which is told`(key: String?) throws {
    let discriminator = key.map { #", "discriminator": {"propertyName": "\#($0)"}"# } ?? ""
    let choice =
      ##""oneOf": [{"$ref": "#/$defs/Card"}, {"$ref": "#/$defs/Cash"}]\##(discriminator)"##
    let kinds =
      ##""Card": {"properties": {"number": {"type": "string"}}}, "Cash": {"properties": {"sum": {"type": "integer"}}}"##
    let named = try read(
      ##""by": {"$ref": "#/$defs/Payment"}"##, #"\#(kinds), "Payment": {\#(choice)}"#)
    #expect(named.model["Card"]?.parent == "Payment")
    #expect(
      named.notes == [
        "Payment is one of several entities, and a record must name its entity in \"@entity\". "
          + "The schema"
          + " \(key == nil ? "does not require this key" : "has \"kind\" for that"), so "
          + "documents that it allows are rejected without one."
      ])
    // A property's choice is a value with its schema.
    let inside = try read(#""by": {\#(choice)}"#, kinds)
    #expect(inside.notes == [])
    #expect(inside.model["Order"]?.property(named: "by")?.asAttribute?.type == .json)
  }

  @Test(arguments: SwiftSource.Tier.allCases)
  func `a list of values of an enumeration is one of what these are`(tier: SwiftSource.Tier) throws
  {
    let found = try read(
      ##""sizes": {"type": "array", "items": {"enum": ["s", "m"]}, "default": ["s"]}"##, "")
    #expect(found.model["Order"]?.attributes.first?.type.swiftName == "[Sizes]")
    let source = SwiftSource(of: found.model, as: tier)
    let word =
      switch tier {
      case .dynamic: #"Attribute("sizes", [String]?.self).default(["s"])"#
      case .typed: #"let sizes = Attribute<[String]?>().default(["s"])"#
      case .classes: #"@Property("sizes") var sizes: [String]?"#
      }
    #expect(source.text.contains(word), "\(source.text)")
    #expect(
      source.issues.map(\.message) == [
        "Order.sizes is a list of Sizes, which lists its values. The source cannot restrict the "
          + "values in a list, so any String is allowed."
      ])
  }

  @Test(
    arguments: [
      (#""type": "integer", "minimum": 5, "default": 1"#, "Int?"),
      (#""type": "number", "exclusiveMinimum": 0, "default": 0"#, "Double?"),
      (#""type": "integer", "multipleOf": 6, "default": 13"#, "Int?"),
      (#""type": "string", "minLength": 3, "default": "ab""#, "String?"),
      (#""type": "string", "pattern": "^[a-z]+$", "default": "A""#, "String?"),
      (#""enum": ["x", "y"], "default": "z""#, "String?"),
      (#""type": "integer", "minimum": 5, "default": 5"#, "Int?!"),
      (#""type": "number", "exclusiveMinimum": 0, "default": 0.5"#, "Double?!"),
      (#""type": "integer", "multipleOf": 6, "default": 12"#, "Int?!"),
    ])
  func `a default that its own rules refuse is none, and told`(schema: String, type: String) throws
  {
    let found = try read(#""r": {\#(schema)}"#, "")
    let attribute = try #require(found.model["Order"]?.attributes.first)
    let isKept = type.hasSuffix("!")
    #expect(
      attribute.type.swiftName + (attribute.isOptional ? "?" : "") + (isKept ? "!" : "") == type)
    #expect((attribute.defaultValue != nil) == isKept)
    #expect(
      found.notes.filter { $0.contains("breaks its own rules, so it has no default here") }.count
        == (isKept ? 0 : 1), "\(found.notes)")
    #expect((attribute.userInfo["schema.default"] == nil) == isKept)
  }

  @Test(
    arguments: [
      #""type": ["string", "number"]"#, #""type": ["integer", "string"]"#,
      #""anyOf": [{"type": "number"}, {"type": "string"}]"#,
      #""oneOf": [{"type": "string"}, {"type": "integer", "minimum": 2}]"#,
    ])
  func `what may be a text or a number is a value with its schema`(schema: String) throws {
    let found = try read(#""r": {\#(schema)}"#, "")
    #expect(found.model["Order"]?.attributes.first?.type == .json)
    #expect(found.notes == [])
  }

  @Test(
    arguments: [
      (#""strin""#, #""strin", perhaps for "string","#), (#""any""#, #""any","#), ("5", #""5","#),
      (#"["text", "null"]"#, #""text","#),
    ])
  func `a type that there is not is told by its name`(type: String, what: String) throws {
    let found = try read(#""r": {"type": \#(type)}"#, "")
    #expect(found.model["Order"]?.attributes.map(\.name) == ["otherKeys"])
    #expect(
      found.notes.first?.hasPrefix(
        "Order.r has the type \(what) which JSON Schema does not have, for which")
        ?? false, "\(found.notes)")
  }

  @Test func `an enumeration without values is an error, since it allows no data`() {
    for empty in ["[]", #""a""#] {
      let error = #expect(throws: ModelError.self) {
        try read(#""r": {"type": "string", "enum": \#(empty)}"#, "")
      }
      #expect(
        error?.issues.map(\.message) == [
          "The model must list at least one value as \"enum\", but lists none, so no data would "
            + "be valid."
        ], "\(empty)")
    }
  }

  @Test(
    arguments: [
      ("(?=a)b", 0), ("x|(?=a)b", 2), ("^ab(?=c)$", 3), ("a[", 1), ("^(?:a(?=c))$", 5),
    ])
  func `places in a pattern are those of the schema`(pattern: String, offset: Int) throws {
    let found = try read(#""r": {"type": "string", "pattern": "\#(pattern)"}"#, "")
    let mistake = #expect(throws: TextPattern.SyntaxError.self) { try TextPattern(pattern) }
    #expect(mistake?.offset == offset)
    let text = mistake.map { "\($0)".drop { $0 == "." } } ?? ""
    #expect(found.notes.first?.contains(text) ?? false, "\(found.notes) \(text)")
  }

  @Test(
    arguments: [
      (#""type": "string""#, false), (#""type": "string", "default": "a""#, false),
      (#""type": ["string", "null"]"#, true), (##""$ref": "#/$defs/Customer""##, false),
      (##""type": "array", "items": {"$ref": "#/$defs/Customer"}"##, false),
    ])
  func `null and a missing value are told apart`(schema: String, isTaken: Bool) throws {
    let found = try read(#""r": {\#(schema)}"#, Self.customer)
    let options = LoadOptions(keeping: .unknownKeys(in: "otherKeys"))
    let context = ManagedObjectContext(model: found.model)
    let withNull = try? context.load(.text(#"{"r": null}"#, as: "Order"), options: options)
    #expect((withNull != nil) == isTaken)
    let order = try context.load(.text("{}", as: "Order"), options: options).objects[0]
    let text = String(
      decoding: try context.json(of: order, layout: .compact, keeping: options.keeping),
      as: UTF8.self)
    #expect(text == "{}")
  }

  @Test func `a decimal is one again when its schema is read`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Cup") {
        Attribute("price", Decimal.self)
        Attribute("parts", [Decimal].self)
      }
    }
    let schema = ModelSchema(model)
    for text in [schema.jsonSchema(), schema.openAPI()] {
      let found = try JSONSchemaModel(JSONText(text), path: "s.json").model
      #expect(found["Cup"]?.attributes.map(\.type) == [.decimal, .list(.decimal)])
    }
  }

  @Test func `keys that records and files have for themselves are no obstacle`() throws {
    let found = try read(
      ##""@id": {"type": "string"}, "@store": {"type": "string"}, "": {"type": "string"}"##,
      ##""Order": {"properties": {"a": {"type": "string"}}}"##)
    #expect(
      found.notes == [
        "Order.value has the key \"value\" in data, since a key cannot be empty here.",
        "Order2 has the key \"Order2\" in data, since \"Order\" belongs to another.",
      ])
    #expect(found.model["Order"]?.attributes.map(\.name) == ["store", "value", "otherKeys"])
  }

  @Test func `a file that is a list has an entity of what is in it`() throws {
    let found = try JSONSchemaModel(
      JSONText(#"{"type": "array", "items": {"properties": {"a": {"type": "string"}}}}"#),
      path: "cups.json")
    #expect(found.model.entities.map(\.name) == ["Cup"])
  }
}
