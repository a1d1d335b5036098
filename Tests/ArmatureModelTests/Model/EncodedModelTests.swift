import ArmatureModel
import Foundation
import Testing

/// Models as JSON.
@Suite struct EncodedModelTests {
  private func decode(_ json: String) throws -> ManagedObjectModel {
    try JSONDecoder().decode(ManagedObjectModel.self, from: Data(json.utf8))
  }

  private func sentence(_ json: String) -> String {
    do {
      _ = try decode(json)
      return "no error"
    } catch DecodingError.dataCorrupted(let context) {
      return context.debugDescription
    } catch {
      return "\(error)"
    }
  }

  @Test func `a model can be written by hand, and what is absent has its default`() throws {
    let model = try decode(
      """
      {"name": "Library", "entities": [
        {"name": "Author", "properties": [
          {"attribute": {"name": "name", "type": "string", "isIdentifying": true,
            "rules": [{"requirement": {"length": {"minimum": 1, "maximum": 100}}}]}},
          {"relationship": {"name": "books", "destination": "Book", "arity": "toMany",
            "inverse": "author", "deleteRule": "cascade"}}],
         "uniquenessConstraints": [{"properties": ["name"]}]},
        {"name": "Book", "properties": [
          {"attribute": {"name": "title", "type": "string"}},
          {"attribute": {"name": "pages", "type": "int64", "default": {"int": 1},
            "rules": [{"requirement": {"range": {"minimum": {"int": 1}}}, "severity": "warning"}]}},
          {"attribute": {"name": "added", "type": "date", "isOptional": true, "default": "now"}},
          {"attribute": {"name": "genre", "type": "string", "isOptional": true,
            "rules": [{"requirement": {"membership": [{"string": "novel"}]}},
                      {"requirement": {"pattern": "[a-z]+"}, "message": "{title} is odd."}]}},
          {"attribute": {"name": "size", "isOptional": true,
            "type": {"composite": [{"name": "height", "type": "double"}]}}},
          {"relationship": {"name": "author", "destination": "Author"}}]}]}
      """)
    let declared = try ManagedObjectModel("Library") {
      Entity("Author") {
        Attribute("name", String.self).length(1...100).identifying()
        Relationship("books", to: "Book", .toMany, inverse: "author", onDelete: .cascade)
      }
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("pages", Int.self).default(1).range(1..., severity: .warning)
        Attribute("added", Date?.self).default(.now)
        Attribute("genre", String?.self).oneOf(["novel"])
          .matching("[a-z]+", message: "{title} is odd.")
        Composite("size") { Attribute("height", Double.self) }.optional()
        Relationship("author", to: "Author")
      }
    }
    #expect(model.difference(from: declared).description == "The models do not differ.")
    #expect(model == declared)
  }

  @Test func `what is encoded has its format, and is decoded again`() throws {
    let model = try ManagedObjectModel("Everything") {
      Entity("Base", isAbstract: true, in: "a") {
        Attribute("id", UUID.self).default(.uuid).identifying()
        Attribute("order", UUID?.self).default(.uuidv7)
        Attribute("made", Date.self).default { Date() }
      }
      .key("bases").renamed(from: "Old").version("2").userInfo(["a": "b"])
      Entity("Thing", parent: "Base") {
        Attribute("text", String?.self).length(...9).rule("x", check: { _ in true })
        Attribute("amount", Decimal?.self).range(0..<10)
        Attribute("sum", Double.self).derived(from: .keyPath(["factor"]))
        Attribute("factor", Double.self).default(1)
        Attribute("scan", Data?.self).storedExternally()
        Relationship("parts", to: "Thing", .ordered, inverse: "whole").required().count(1...3)
        Relationship("whole", to: "Thing", inverse: "parts")
        Unique("text", "amount", severity: .warning)
        Index("text")
        rule("r") { $0.factor > 0 }
      }
    }
    let data = try JSONEncoder().encode(model)
    #expect(String(decoding: data, as: UTF8.self).contains(#""format":1"#))
    #expect(try JSONDecoder().decode(ManagedObjectModel.self, from: data) == model)
  }

  @Test(arguments: [
    (
      #"{"format": 2, "name": "x", "entities": [], "more": 1}"#,
      "A model must be of format 1 to be read by this version of Armature, but is of format 2. Encode "
        + "it with this version, or use the one that has encoded it."
    ),
    (
      #"{"name": "x", "entitys": []}"#,
      #""entitys" is not a part of this description. Did you mean "entities"?"#
    ),
    (
      #"{"name": "x", "entities": [{"name": "B", "properties": [{"attribute": {"name": "a", "type": "txt"}}]}]}"#,
      #""txt" is not a type of attributes. It must be one of "int16", "int32", "int64", "decimal", "#
        + #""double", "float", "string", "bool", "date", "data", "uuid", "url", "zonedDate", "#
        + #""calendarDate", "json"."#
    ),
    (
      #"{"name": "x", "entities": [{"name": "B", "properties": [{"attribute": {"name": "a", "type": "strng"}}]}]}"#,
      #""strng" is not a type of attributes. Did you mean "string"?"#
    ),
    (
      #"{"name": "x", "entities": [{"name": "B", "properties": [{"name": "a"}]}]}"#,
      #""name" is not a part of this description. It must be one of "attribute", "relationship", "#
        + #""fetched"."#
    ),
    (
      #"{"name": "x", "entities": [{"name": "B", "properties": [{}]}]}"#,
      #"This must have one member, which is one of "attribute", "relationship", "fetched"."#
    ),
    (
      #"{"name": "x", "entities": [{"name": "B", "properties": [{"attribute": {"name": "a", "type": "date", "default": "later"}}]}]}"#,
      #"A default must be a value such as {"string": ""}, "now" or "uuid", but is "later"."#
    ),
  ])
  func `a mistake in a model that is written by hand is told in a sentence`(
    json: String, expected: String
  ) {
    #expect(sentence(json) == expected)
  }

  /// Returns a model with one attribute.
  private func attribute(_ members: String) -> String {
    """
    {"name": "x", "entities": [{"name": "B", "properties": [{"attribute": {"name": "a", \(members)}}]}]}
    """
  }

  @Test(arguments: [
    (#""type": "int""#, #""int" is not a type of attributes. Did you mean "int64"?"#),
    (#""type": "String""#, #""String" is not a type of attributes. Did you mean "string"?"#),
    (
      #""type": {"enumeration": {"name": "E", "raw": "string", "case": []}}"#,
      #""case" is not a part of this description. Did you mean "cases"?"#
    ),
    (
      #""type": "int64", "default": {"integer": 1}"#,
      #""integer" is not a part of this description. It must be one of "bool", "int", "double", "#
        + #""decimal", "string", "date", "data", "uuid", "url", "zonedDate", "composite", "object", "#
        + #""objects", "calendarDate", "list", "json"."#
    ),
    (
      #""type": "int64", "default": 1"#,
      #"A value must be an object with one member that names its type, such as {"int": 1}."#
    ),
    (
      #""type": "date", "default": {"date": "tomorrow"}"#,
      #""tomorrow" must be a date such as "2026-11-21T08:30:00Z", but is not."#
    ),
    (
      #""type": "date", "default": "nwo""#,
      #"A default must be a value such as {"string": ""}, "now" or "uuid", but is "nwo". "#
        + #"Did you mean "now"?"#
    ),
    (
      #""type": "string", "rules": [{"requirement": {"length": {"min": 1}}}]"#,
      #""min" is not a part of this description. It must be one of "minimum", "maximum"."#
    ),
    (
      #""type": "string", "rules": [{"requirement": {"required": false}}]"#,
      #"An optional property has no such rule: "required" must be true."#
    ),
    (
      #""type": "string", "rules": [{"requirement": {"pattern": "a"}, "severity": "warn"}]"#,
      #""warn" is not a valid value of "severity". It must be one of "warning", "error"."#
    ),
    (
      #""type": "string", "rules": [{"requirement": {"pattern": "a"}, "severity": "eror"}]"#,
      #""eror" is not a valid value of "severity". Did you mean "error"?"#
    ),
  ])
  func `a mistake in an attribute that is written by hand is told in a sentence`(
    members: String, expected: String
  ) {
    #expect(sentence(attribute(members)) == expected)
  }

  @Test(arguments: [
    (
      #"{"left": {"path": ["a"]}, "is": "=<", "right": {"constant": {"int": 1}}}"#,
      #""=<" is not a valid value of "is". It must be one of "#
    ),
    (
      #"{"left": {"path": ["a"]}, "is": "<"}"#,
      #"This must have the members "left", "is", "right", but lacks "right"."#
    ),
    (
      #"{"left": {"path": ["a"]}, "iss": "<", "right": {"constant": {"int": 1}}}"#,
      #""iss" is not a part of this description. "#
    ),
    (
      #"{"and": [], "not": {"constant": true}}"#,
      #"This must have no more members than "and", but has "not"."#
    ),
    (
      #"{"left": {"function": "lenght", "arguments": [{"path": ["a"]}]}, "is": "<", "right": {"constant": {"int": 1}}}"#,
      #""lenght" is not a valid value of "function". Did you mean "length:"?"#
    ),
    (
      #"{"left": {"aggregate": "count"}, "is": "<", "right": {"constant": {"int": 1}}}"#,
      #"This must have the members "aggregate", "of", but lacks "of"."#
    ),
  ])
  func `a mistake in a condition that is written by hand is told in a sentence`(
    condition: String, start: String
  ) {
    let json = """
      {"name": "x", "entities": [{"name": "B", "properties": [{"attribute": {"name": "a", "type": "int64"}}],
        "rules": [{"requirement": {"predicate": {"name": "r", "condition": \(condition)}}}]}]}
      """
    #expect(sentence(json).hasPrefix(start), "\(sentence(json))")
  }

  @Test func `a default that is a date may be written as text`() throws {
    let model = try decode(
      attribute(#""type": "date", "default": {"date": "2001-01-01T00:00:10Z"}"#))
    #expect(
      model["B"]?.attributes.first?.defaultValue
        == .constant(.date(Date(timeIntervalSinceReferenceDate: 10))))
  }

  @Test func `what is decoded is checked as what is declared`() {
    #expect(throws: ModelError.self) {
      try decode(
        #"{"name": "x", "entities": [{"name": "B", "parent": "C"}, {"name": "B"}]}"#)
    }
  }
}
