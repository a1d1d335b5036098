import Armature
import ArmatureModel
import Testing

@testable import ArmatureImport

/// A model accepts the documents that its schema allows, or notes the differences.
@Suite struct SchemaVerdictTests {
  private func read(_ schema: String) throws -> JSONSchemaModel {
    try JSONSchemaModel(JSONText(schema), path: "s.json")
  }

  /// Returns the model of an entity `E` with a required property `a`, and its notes.
  private func property(
    _ schema: String, _ definitions: String = ""
  ) throws -> (model: ManagedObjectModel, notes: [String]) {
    let found = try read(
      ##"{"$defs": {"E": {"type": "object", "additionalProperties": false, "required": ["a"], "properties": {"a": \##(schema)}}\##(definitions)}}"##
    )
    return (found.model, found.issues.map(\.message))
  }

  private func takes(_ document: String, _ model: ManagedObjectModel, as entity: String = "E")
    -> Bool
  {
    do {
      let options = LoadOptions(keeping: .unknownKeys(in: "otherKeys"))
      try ManagedObjectContext(model: model).load(.text(document, as: entity), options: options)
      return true
    } catch {
      return false
    }
  }

  @Test(
    arguments: [
      (#"{"type": ["integer", "string"], "pattern": "^[a-z]+$"}"#, #""http""#, "1.5"),
      (
        #"{"anyOf": [{"type": "number"}, {"type": "string", "pattern": "^\\$\\{\\{.*\\}\\}$"}]}"#,
        #""${{ x }}""#, #""x""#
      ),
      (#"{"type": ["integer", "string"], "pattern": "^[0-9]+$"}"#, "5", "0.5"),
      (
        #"{"anyOf": [{"type": "number", "minimum": 1}, {"type": "string", "pattern": "^\\d+(\\.\\d+)?$"}]}"#,
        "1.25", "0.5"
      ),
      (#"{"allOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}"#, #""b""#, #""a""#),
      (#"{"oneOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}"#, #""a""#, #""b""#),
      (#"{"type": ["string", "null"], "enum": ["a"]}"#, #""a""#, "null"),
      (#"{"allOf": [{"type": ["string", "null"]}, {"type": "string"}]}"#, #""a""#, "null"),
      (#"{"allOf": [{"type": "number"}, {"type": "integer"}]}"#, "1", "1.5"),
      (#"{"type": "string", "pattern": "^\\S+$"}"#, #""ab""#, "\"a\u{A0}b\""),
      (#"{"type": "string", "pattern": "^a\\sb$"}"#, "\"a\u{2003}b\"", #""a_b""#),
      (#"{"type": "string", "pattern": "^[\\s\\d]+$"}"#, "\"1\u{FEFF}\"", #""a""#),
      (#"{"type": "string", "pattern": "^[\\S]+$"}"#, #""é""#, "\"\u{3000}\""),
      (#"{"type": "string", "pattern": "^.$"}"#, "\"\u{85}\"", "\"\u{2028}\""),
      (#"{"type": "string", "pattern": "^\\u{1F600}$"}"#, "\"\u{1F600}\"", #""u""#),
      (#"{"type": ["string", "null"], "format": "uri-reference"}"#, #""""#, "1"),
      (#"{"type": "string", "format": "uri"}"#, #""urn:a""#, #""a""#),
      (#"{"type": "string", "format": "email"}"#, #""a@b""#, #""a""#),
      (#"{"type": "string", "format": "iri"}"#, #""https://münchen.de/ä""#, "1"),
    ])
  func `what a schema allows is taken, and what it forbids is not`(
    schema: String, valid: String, invalid: String
  ) throws {
    let found = try property(schema)
    #expect(takes(#"{"a": \#(valid)}"#, found.model), "\(found.notes)")
    #expect(!takes(#"{"a": \#(invalid)}"#, found.model), "\(found.notes)")
  }

  @Test(
    arguments: [
      (
        #"{"type": "object", "properties": {"b": {"type": ["string", "null"]}}, "oneOf": [{"required": ["b"]}]}"#,
        nil
      ),
      (#"{"type": "string", "format": "iri"}"#, "E.a has format \"iri\", which is not checked"),
      (
        #"{"type": "object", "properties": {"b": {"contentMediaType": "a/b"}}}"#,
        "EA.b has contentMediaType"
      ),
      (#"{"minLength": 2, "pattern": "(?=b)"}"#, "E.a has the pattern \"(?=b)\" in \"pattern\""),
      (#"{"type": "string", "pattern": "\\Qa\\E"}"#, "E.a has pattern"),
    ])
  func `what a model cannot say is told by its keyword`(schema: String, note: String?) throws {
    let found = try property(
      schema,
      ##", "F": {"type": "object", "additionalProperties": false, "properties": {"b": {"type": "string"}}}"##
    )
    if let note { #expect(found.notes.contains { $0.hasPrefix(note) }, "\(found.notes)") }
  }

  @Test func `a rule stays with the property that it reads`() throws {
    let found = try read(
      ##"""
      {"$defs": {"U": {"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]},
        "A": {"type": "object", "properties": {"x": {"type": "number", "exclusiveMinimum": 0}}},
        "B": {"type": "object", "properties": {"x": {"type": "number", "exclusiveMinimum": 0, "description": "b"}}}}}
      """##)
    for entity in ["A", "B"] {
      #expect(takes(#"{"x": 1}"#, found.model, as: entity))
      #expect(!takes(#"{"x": 0}"#, found.model, as: entity))
    }
  }

  @Test func `what a base requires must be there in what is made of it`() throws {
    let found = try read(
      ##"""
      {"$defs": {
        "Base": {"type": "object", "required": ["id", "target"], "properties": {"id": {"type": "string"}}},
        "Full": {"allOf": [{"$ref": "#/$defs/Base"}, {"properties": {"target": {"type": "string"}}}]},
        "Other": {"allOf": [{"$ref": "#/$defs/Base"}, {"properties": {"target": {"type": ["string", "null"]}}}]}}}
      """##)
    #expect(!takes(#"{"id": "1"}"#, found.model, as: "Full"))
    #expect(takes(#"{"id": "1", "target": "t"}"#, found.model, as: "Full"))
    #expect(takes(#"{"id": "1", "target": null}"#, found.model, as: "Other"))
    #expect(!takes(#"{"id": "1"}"#, found.model, as: "Other"))
    #expect(takes(#"{"id": "1", "target": 7}"#, found.model, as: "Base"))
  }

  @Test func `what is made of a base tells null and missing values apart, and so do its own keys`()
    throws
  {
    let found = try read(
      ##"""
      {"$defs": {
        "Base": {"type": "object", "properties": {"@id": {"type": "string"}, "a": {"type": "string"}}},
        "Full": {"allOf": [{"$ref": "#/$defs/Base"}],
          "properties": {"b": {"type": "boolean"}, "c": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/Base"}}},
          "patternProperties": {"^x-": {"type": "integer"}}}}}
      """##)
    #expect(found.issues.filter { !$0.message.contains("\"type\"") } == [])
    for document in [#"{"@id": "x", "b": true, "x-a": 1}"#, #"{"c": [{"a": "y"}], "other": null}"#]
    {
      #expect(takes(document, found.model, as: "Full"), "\(document)")
    }
    for document in [
      #"{"@id": 1}"#, #"{"a": null}"#, #"{"b": null}"#, #"{"c": []}"#, #"{"x-a": "y"}"#,
      #"{"c": [{"@id": 2}]}"#,
    ] {
      #expect(!takes(document, found.model, as: "Full"), "\(document)")
    }
  }

  @Test func `a union of texts in a union of texts is a value with its schema`() throws {
    let found = try property(
      ##"{"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Link"}]}"##,
      ##", "Link": {"anyOf": [{"type": "string", "pattern": "^urn:"}, {"type": "string", "pattern": "^cdx:"}]}"##
    )
    #expect(found.model["E"]?.attributes.first?.type == .json)
    #expect(takes(#"{"a": "http://a"}"#, found.model))
    #expect(!takes(#"{"a": 7}"#, found.model))
  }

  @Test func `a definition of one object or null is one entity`() throws {
    let found = try read(
      ##"""
      {"title": "Doc", "type": "object", "properties": {
        "author": {"type": "array", "items": {"$ref": "#/$defs/Name"}}, "editor": {"$ref": "#/$defs/Name"}},
        "$defs": {"Name": {"anyOf": [{"type": "object", "properties": {"family": {"type": "string"}}}, {"type": "null"}]}}}
      """##)
    #expect(found.model.entities.map(\.name) == ["Doc", "Name"])
    #expect(takes(#"{"author": [{"family": "x"}], "editor": null}"#, found.model, as: "Doc"))
  }

  @Test(arguments: ["https://example.com/line.json", "line.json", "line.json#", "#/$defs/line"])
  func `references are relative to the identifiers around them`(reference: String) throws {
    let found = try read(
      ##"""
      {"$id": "https://example.com/order.json", "type": "object", "properties": {"line": {"$ref": "\##(reference)"}},
        "$defs": {"line": {"$id": "line.json", "type": "object", "properties": {
          "n": {"$ref": "#/$defs/count"}, "m": {"$ref": "#small"}}, "$defs": {
            "count": {"type": "integer"}, "least": {"$anchor": "small", "type": "boolean"}}}}}
      """##)
    #expect(found.model["Line"]?.attributes.map(\.type) == [.int64, .bool, .json])
    #expect(found.model["S"]?.relationships.map(\.destination) == ["Line"])
  }

  @Test func `what only looks like an identifier is none`() throws {
    let found = try read(
      ##"""
      {"type": "object", "properties": {"id": {"type": "string", "const": "x"}, "a": {"$ref": "#/$defs/b"}},
        "examples": [{"$id": "https://example.com/b", "$ref": "#/nothing"}], "$defs": {"b": {"type": "integer"}}}
      """##)
    #expect(found.model.entities.map { $0.attributes.map(\.type) } == [[.string, .int64, .json]])
  }

  @Test func `a root without properties is an entity with its whole schema`() throws {
    let found = try read(
      ##"""
      {"type": "object", "additionalProperties": {"$ref": "#/$defs/Rule"}, "$defs": {
        "Rule": {"type": "object", "additionalProperties": false, "properties": {"count": {"type": ["integer", "null"]}}}}}
      """##)
    #expect(found.issues == [] && found.rootEntity == "S")
    #expect(takes(#"{"a": {"count": 1}, "b": {"count": null}}"#, found.model, as: "S"))
    #expect(!takes(#"{"a": {"count": 1.5}}"#, found.model, as: "S"))
    #expect(!takes(#"{"a": {"size": 1}}"#, found.model, as: "S"))
  }

  @Test func `words beside a reference say nothing in old drafts`() throws {
    func model(_ draft: String) throws -> ManagedObjectModel {
      try read(
        ##"""
        {"$schema": "\##(draft)", "title": "E", "type": "object", "additionalProperties": false, "required": ["a"],
          "properties": {"a": {"$ref": "#/definitions/b", "maxLength": 1}}, "definitions": {"b": {"type": "string"}}}
        """##
      ).model
    }
    #expect(takes(#"{"a": "xy"}"#, try model("http://json-schema.org/draft-07/schema#")))
    #expect(!takes(#"{"a": "xy"}"#, try model("https://json-schema.org/draft/2020-12/schema")))
  }
}
