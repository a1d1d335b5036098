import Armature
import ArmatureModel
import Foundation
import TestSupport
import Testing

@testable import ArmatureImport

@Suite struct JSONSchemaModelTests {
  private func read(_ text: String, _ path: String = "shop.schema.json") throws -> JSONSchemaModel {
    try JSONSchemaModel(JSONText(text), path: path)
  }

  /// Returns the model property for a required property `a` of an entity `E`.
  private func property(_ schema: String) throws -> (PropertyDescription?, JSONSchemaModel) {
    let found = try read(
      ##"{"$defs": {"E": {"type": "object", "required": ["a", "z"], "properties": {"z": {"type": "string"}, "a": \##(schema)}}, "F": {"type": "object", "properties": {"n": {"type": "integer"}}}}}"##
    )
    return (found.model["E"]?.property(named: "a"), found)
  }

  private func attribute(_ schema: String) throws -> AttributeDescription {
    try #require(try property(schema).0?.asAttribute)
  }

  private func issues(_ text: String) throws -> [String] {
    try read(text).issues.map { "\($0.site.line):\($0.site.column) \($0.code) \($0.message)" }
  }

  private func errors(_ text: String) -> [String] {
    let error = #expect(throws: ModelError.self) { try read(text) }
    return (error?.issues ?? []).map {
      "\($0.site.line):\($0.site.column) \($0.code) \($0.message)"
    }
  }

  @Test(
    arguments: [
      (##"{"type": "string"}"##, .string), (##"{"type": "integer"}"##, .int64),
      (##"{"type": "integer", "format": "int32"}"##, .int32), (##"{"type": "number"}"##, .double),
      (##"{"type": "number", "format": "float"}"##, .float), (##"{"type": "boolean"}"##, .bool),
      (##"{"type": "number", "multipleOf": 0.01}"##, .decimal),
      (##"{"anyOf": [{"type": "number"}, {"type": "string", "pattern": "^\\d+$"}]}"##, .decimal),
      (##"{"type": "string", "format": "date-time"}"##, .date),
      (##"{"type": "string", "format": "date"}"##, .calendarDate),
      (##"{"type": "string", "format": "uuid"}"##, .uuid),
      (##"{"type": "string", "format": "uri"}"##, .url),
      (##"{"type": "string", "contentEncoding": "base64"}"##, .data),
      (##"{"type": "array", "items": {"type": "string"}}"##, .list(.string)),
      (##"{"enum": ["x", "y"]}"##, .string), (##"{"const": 5}"##, .int64),
      (##"{"$ref": "#/$defs/E/properties/z"}"##, .string),
      (##"{"type": "integer", "minimum": -32768, "maximum": 32767}"##, .int16),
    ] as [(String, AttributeType)])
  func `each type has one here`(schema: String, type: AttributeType) throws {
    #expect(try attribute(schema).type == type)
    #expect(try attribute(schema).isOptional == false)
  }

  @Test(
    arguments: [
      (##"{"type": "string", "minLength": 1, "maxLength": 9}"##, [.length(minimum: 1, maximum: 9)]),
      (##"{"type": "string", "pattern": "^[a-z]+$"}"##, [.pattern("[a-z]+")]),
      (
        ##"{"type": "string", "pattern": "a|^b"}"##,
        [.pattern("[\\s\\S]*(?:a)[\\s\\S]*|(?:b)[\\s\\S]*")]
      ),
      (
        ##"{"type": "integer", "exclusiveMinimum": 0, "maximum": 9.5}"##,
        [.range(minimum: .int(1), maximum: .int(9), excludesMaximum: false)]
      ),
      (
        ##"{"type": "number", "minimum": 0, "exclusiveMaximum": 1}"##,
        [.range(minimum: .double(0), maximum: .double(1), excludesMaximum: true)]
      ),
      (##"{"enum": ["x", "y", "x"]}"##, [.membership([.string("x"), .string("y")])]),
      (##"{"oneOf": [{"const": 1}, {"const": 2}]}"##, [.membership([.int(1), .int(2)])]),
      (
        ##"{"allOf": [{"type": "string", "minLength": 2}, {"maxLength": 3}]}"##,
        [.length(minimum: 2, maximum: 3)]
      ),
      (
        ##"{"type": "array", "items": {"type": "integer"}, "maxItems": 3}"##,
        [.length(minimum: nil, maximum: 3)]
      ),
    ] as [(String, [ValidationRule.Requirement])])
  func `rules are taken over`(schema: String, rules: [ValidationRule.Requirement]) throws {
    #expect(try attribute(schema).rules.map(\.requirement) == rules)
  }

  @Test func `what ranges cannot say becomes a rule of the entity`() throws {
    let model = try read(
      ##"""
      {"title": "Cup", "type": "object", "properties": {
        "price": {"type": "number", "exclusiveMinimum": 0}, "pieces": {"type": "integer", "multipleOf": 6}}}
      """##
    ).model
    let context = ManagedObjectContext(model: model)
    try context.load(.text(##"{"price": 0.1, "pieces": 12}"##, as: "Cup"))
    try context.load(.text("{}", as: "Cup"))
    let report = #expect(throws: ValidationReport.self) {
      try context.load(.text(##"{"price": 0, "pieces": 13}"##, as: "Cup"))
    }
    #expect(report?.errors.count == 2)
  }

  @Test(
    arguments: [
      ##"{"type": ["string", "null"]}"##, ##"{"anyOf": [{"type": "string"}, {"type": "null"}]}"##,
      ##"{"type": "string", "nullable": true}"##, ##"{"enum": ["x", null]}"##,
    ])
  func `null makes a value optional`(schema: String) throws {
    #expect(try attribute(schema).isOptional)
    #expect(try attribute(schema).type == .string)
  }

  @Test func `defaults are taken over`() throws {
    let model = try read(
      ##"""
      {"title": "Cup", "type": "object", "properties": {
        "size": {"type": "integer", "default": 3}, "day": {"type": "string", "format": "date", "default": "2026-01-02"},
        "tags": {"type": "array", "items": {"type": "string"}, "default": ["a"]},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}}}
      """##
    ).model
    let cup = try #require(model["Cup"])
    #expect(
      cup.attributes.dropLast().map(\.description) == [
        "size: Int?", "day: CalendarDate?", "tags: [String]?", "note: String?",
      ])
    #expect(
      try cup.attributes.dropLast().map(\.defaultValue) == [
        .constant(.int(3)), .constant(.calendarDate(#require(CalendarDate("2026-01-02")))),
        .constant(.list([.string("a")])), nil,
      ])
  }

  @Test func `what pydantic writes becomes entities with relationships and inverses`() throws {
    let found = try read(
      ##"""
      {
        "$defs": {
          "Author": {
            "properties": {
              "name": {"title": "Name", "type": "string"},
              "books": {"items": {"$ref": "#/$defs/Book"}, "title": "Books", "type": "array", "minItems": 1}
            },
            "required": ["name", "books"], "title": "Author", "type": "object"
          },
          "Book": {
            "properties": {
              "full_title": {"title": "Full Title", "type": "string"},
              "author": {"anyOf": [{"$ref": "#/$defs/Author"}, {"type": "null"}], "default": null}
            },
            "required": ["full_title"], "title": "Book", "type": "object"
          }
        },
        "properties": {"shelves": {"items": {"$ref": "#/$defs/Book"}, "title": "Shelves", "type": "array"}},
        "required": ["shelves"], "title": "Library", "type": "object"
      }
      """##)
    #expect(found.model.entities.map(\.name) == ["Library", "Author", "Book"])
    let books = try #require(found.model["Author"]?.property(named: "books")?.asRelationship)
    #expect(books.isToMany && !books.isOptional && books.inverse == "author")
    let author = try #require(found.model["Book"]?.property(named: "author")?.asRelationship)
    #expect(!author.isToMany && author.isOptional && author.inverse == "books")
    #expect(found.model["Book"]?.property(named: "fullTitle")?.key == "full_title")
    #expect(found.model["Library"]?.property(named: "shelves")?.asRelationship?.inverse == nil)
  }

  @Test
  func `components of OpenAPI inherit by allOf, and one of several is a value with its schema`()
    throws
  {
    let found = try read(
      ##"""
      {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {}, "components": {"schemas": {
        "Animal": {"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}, "required": ["name"]},
        "Dog": {"allOf": [{"$ref": "#/components/schemas/Animal"},
          {"type": "object", "properties": {"barks": {"type": "boolean"}}, "required": ["barks", "age"]}]},
        "Cat": {"allOf": [{"$ref": "#/components/schemas/Animal"}, {"properties": {"lives": {"type": "integer"}}}]},
        "Car": {"type": "object", "properties": {"plate": {"type": "string"}, "owner": {"type": "string"}}},
        "Boat": {"type": "object", "properties": {"sails": {"type": "integer"}, "owner": {"type": "string"}}},
        "Person": {"type": "object", "properties": {
          "pet": {"$ref": "#/components/schemas/Animal"},
          "vehicle": {"oneOf": [{"$ref": "#/components/schemas/Car"}, {"$ref": "#/components/schemas/Boat"}]}}}
      }}}
      """##)
    let model = found.model
    #expect(model["Dog"]?.parent == "Animal" && model["Cat"]?.parent == "Animal")
    #expect(model["Person"]?.property(named: "vehicle")?.asAttribute?.type == .json)
    #expect(model["Dog"]?.rules.map(\.description).joined().contains("age != nil") == true)
    let context = ManagedObjectContext(model: model)
    try context.load(.text(##"{"vehicle": {"sails": 2, "plate": 7}}"##, as: "Person"))
    #expect(throws: ValidationReport.self) {
      try context.load(.text(##"{"vehicle": {"sails": "x", "plate": 7}}"##, as: "Person"))
    }
  }

  @Test func `what is inherited over several levels is declared once, and may be required below`()
    throws
  {
    let text = #"{"type": "string"}"#
    func level(_ name: String, _ parent: String?, _ keys: [String], required: [String] = [])
      -> String
    {
      let properties = keys.map { #""\#($0)": \#(text)"# }.joined(separator: ", ")
      let own =
        #"{"type": "object", "required": \#(required), "properties": {\#(properties)}}"#
      let parts = parent.map { ##"{"allOf": [{"$ref": "#/$defs/\##($0)"}, \##(own)]}"## }
      return #""\#(name)": \#(parts ?? own)"#
    }
    // The lowest entity comes first, and a sibling does not affect it.
    let levels = [
      level("D", "C", ["a", "b", "d"], required: ["a", "d"]), level("C", "B", ["c"]),
      level("X", "B", ["c", "d"], required: ["c"]), level("B", "A", ["a", "b"], required: ["b"]),
      level("A", nil, ["a"]),
    ]
    let found = try read(#"{"$defs": {\#(levels.joined(separator: ", "))}}"#)
    let own = Dictionary(
      uniqueKeysWithValues: found.model.declarations.map { ($0.name, $0.ownProperties.map(\.name)) }
    )
    #expect(
      own == ["A": ["a", "otherKeys"], "B": ["b"], "C": ["c"], "D": ["d"], "X": ["c", "d"]])
    #expect(found.model["X"]?.property(named: "c")?.asAttribute?.isOptional == false)
    #expect(found.model["D"]?.property(named: "a")?.asAttribute?.isOptional == true)
  }

  @Test func `objects inside objects are entities that belong to them`() throws {
    let model = try read(
      ##"""
      {"title": "Order", "type": "object", "properties": {
        "address": {"type": "object", "properties": {"street": {"type": "string"}, "zip-code": {"type": "string"}}, "required": ["street"]},
        "lines": {"type": "array", "items": {"type": "object", "properties": {"count": {"type": "integer"}}}}}}
      """##
    ).model
    let order = try #require(model["Order"])
    #expect(order.relationships.map(\.destination) == ["OrderAddress", "OrderLine"])
    #expect(order.relationships.map(\.deleteRule) == [.cascade, .cascade])
    #expect(order.relationships[1].arity == .ordered)
    let address = try #require(model["OrderAddress"])
    #expect(address.attributes.map(\.name) == ["street", "zipCode", "otherKeys"])
    #expect(address.attributes[1].key == "zip-code")
  }

  @Test func `what cannot be said is told at its place`() throws {
    let found = try issues(
      ##"""
      {"title": "Cup", "type": "object",
       "properties": {
         "any": {},
         "map": {"type": "object", "additionalProperties": {"type": "string"}},
         "mail": {"type": "string", "format": "idn-email"},
         "odd": {"type": "string", "pattern": "(?=a)b"},
         "mixed": {"type": ["string", "boolean"]},
         "pair": {"type": "array", "prefixItems": [{"type": "string"}]},
         "set": {"type": "array", "items": {"type": "string", "minLength": 2}, "uniqueItems": true}},
       "minProperties": 2, "additionalProperties": true}
      """##)
    #expect(
      found.map { String($0.prefix { $0 != "C" }) } == [
        "5:31 keptAsUserInfo ", "6:30 keptAsUserInfo ",
      ], "\(found)")
    #expect(
      found.contains(
        "5:31 keptAsUserInfo Cup.mail has format \"idn-email\", which is not checked here. It is kept in the user info, as"
          + " \"schema.format\"."), "\(found)")
  }

  @Test func `mistakes are told, each with its place`() throws {
    #expect(
      errors(
        ##"""
        {"$defs": {"Book": {"properties": {"author": {"$ref": "#/$defs/Auther"},
          "far": {"$ref": "https://example.org/a.json"}, "loop": {"$ref": "#/$defs/Loop"}}},
          "Author": {"properties": {"name": {"type": "string"}, "name": {}}}, "Loop": {"$ref": "#/$defs/Loop"}}}
        """##) == [
          "3:57 invalidMarkup The model must have each key of an object once, but \"name\" "
            + "occurs twice.",
          "1:55 unknownDestination The model must have the schema \"#/$defs/Auther\" that it refers to, but lacks it."
            + " Did you mean \"Author\"?",
          "2:19 unknownDestination The model must refer to schemas in the same file, or in files of its folder, but "
            + "\"https://example.org/a.json\" leads elsewhere. Bundle the files into one.",
          "3:88 invalidMarkup The model must have no schema that is made of itself, but \"#/$defs/Loop\" is.",
        ])
    #expect(errors("{").first?.hasPrefix("1:2 unreadableModel") == true)
    #expect(errors("[]").first?.contains("must describe an object with properties") == true)
  }

  @Test func `a model of Armature is told apart`() throws {
    let model = try ManagedObjectModel("Shop") { Entity("Cup") { Attribute("size", Int.self) } }
    let text = String(decoding: try JSONEncoder().encode(model), as: UTF8.self)
    #expect(errors(text).first?.contains("which every verb accepts directly") == true)
  }

  @Test func `hostile schemas take little time`() throws {
    let deep = String(repeating: ##"{"items":"##, count: 10_000)
    #expect(errors(deep).first?.contains("nested at most 100 deep") == true)
    let laughs = (1..<30).map {
      ##""d\##($0)": {"allOf": [{"$ref": "#/$defs/d\##($0 - 1)"}, {"$ref": "#/$defs/d\##($0 - 1)"}]}"##
    }
    let text =
      ##"{"$defs": {"d0": {"type": "string"}, \##(laughs.joined(separator: ", ")), "E": {"properties": {"a": {"$ref": "#/$defs/d29"}}}}}"##
    #expect(try read(text).model["E"]?.attributes.map(\.type) == [.string, .json])
  }

  @Test func `long chains of references end with a sentence, or with a model`() throws {
    func schema(_ count: Int, _ part: (Int) -> String, _ end: String) -> String {
      let parts = (0..<count).map { "\"D\($0)\": \(part($0 + 1))" }
      return
        "{\"$defs\": {\(parts.joined(separator: ", ")), \"D\(count)\": \(end), \"R\": {\"type\": \"object\","
        + " \"properties\": {\"a\": {\"$ref\": \"#/$defs/D0\"}}}}}"
    }
    let text = schema(30_000, { "{\"$ref\": \"#/$defs/D\($0)\"}" }, #"{"type": "string"}"#)
    let error = #expect(throws: ModelError.self) {
      try JSONSchemaModel(JSONText(text, name: "chain.json"), path: "chain.json")
    }
    #expect(error?.issues.map(\.code) == [.tooDeep])
    let record = #"{"type": "object", "properties": {"a": {"type": "string"}}}"#
    for word in ["allOf", "anyOf"] {
      let text = schema(30_000, { "{\"\(word)\": [{\"$ref\": \"#/$defs/D\($0)\"}]}" }, record)
      _ = try? JSONSchemaModel(JSONText(text, name: "chain.json"), path: "chain.json")
    }
  }
}
