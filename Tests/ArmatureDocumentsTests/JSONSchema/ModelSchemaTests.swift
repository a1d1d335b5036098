import ArmatureModel
import Testing

@testable import ArmatureDocuments

@Suite struct ModelSchemaTests {
  private static func shop() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Product") {
        Attribute("sku", String.self).matching("[A-Z]{3}-[0-9]{4}").identifying()
        Attribute("price", Double?.self).range(0..<1000)
        Attribute("pieces", Int.self).default(1).range(1..., severity: .warning)
        Relationship("maker", to: "Maker")
        Rule("dear things are few") { $0.price < 100 || $0.pieces < 10 }
      }
      .key("products")
      Entity("Maker") { Attribute("name", String.self).length(1...9) }
    }
  }

  @Test func `records have their keys, types and rules`() throws {
    let text = ModelSchema(try Self.shop()).jsonSchema()
    #expect(
      text.contains(
        """
            "Product": {
              "title": "Product",
              "type": "object",
              "$comment": "\\"dear things are few\\": price < 100 OR pieces < 10; unique sku",
              "properties": {
                "@id": {"type": "integer"},
                "sku": {
                  "type": "string",
                  "pattern": "^(?:[A-Z]{3}-[0-9]{4})$"
                },
                "price": {
                  "type": ["number", "null"],
                  "format": "double",
                  "minimum": 0,
                  "exclusiveMaximum": 1000
                },
                "pieces": {
                  "type": "integer",
                  "format": "int64",
                  "default": 1
                },
                "maker": {
                  "anyOf": [
                    {"$ref": "#/$defs/Maker"},
                    {"type": "integer"},
                    {"type": "null"}
                  ]
                }
              },
              "required": ["sku"],
              "additionalProperties": false
            },
        """), "\(text)")
    #expect(text.hasPrefix("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"))
  }

  @Test func `what a schema cannot say is told`() throws {
    let remarks = ModelSchema(try Self.shop()).unsupported.filter { !$0.entity.isEmpty }.map(
      \.description)
    #expect(
      remarks == [
        "Product: \"dear things are few\": price < 100 OR pieces < 10", "Product: unique sku",
        "Maker.name: lengths of texts are in characters, which may have several code points each",
      ])
  }

  @Test func `the components of OpenAPI refer to each other`() throws {
    let text = ModelSchema(try Self.shop()).openAPI()
    #expect(text.hasPrefix("{\n  \"openapi\": \"3.1.0\",\n"))
    #expect(text.contains("{\"$ref\": \"#/components/schemas/Maker\"}"))
    #expect(text.contains("\"Shop.document\": {"))
    #expect(!text.contains("$defs"))
  }

  @Test func `names that are no words get parts of their own`() throws {
    let model = try ManagedObjectModel(
      "M", entities: ["a/b", "a~b", "a b", "\"x\\"].map { EntityDescription($0) })
    let text = ModelSchema(model).jsonSchema()
    for part in ["\"a_b\": {", "\"a_b-2\": {", "\"a_b-3\": {", "\"_x_\": {"] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(text.contains("\"title\": \"\\\"x\\\\\""))
  }

  @Test(arguments: [
    ("[A-Z]{3}", "[A-Z]{3}"), ("a|b", "a|b"), ("^a$", "a"),
    ("(?<year>\\d+)-\\w", "(?:[0-9]+)-[A-Za-z0-9_]"),
    ("\\Qa.b\\E\\.", "a\\.b\\."), ("[^\\s\\-]", "[^\\t\\n\\x0B\\f\\r \\-]"), ("\\x41\\u00e9", "Aé"),
    ("(?s).", "[\\s\\S]"), (".", "[^\\n-\\r\\u0085\\u2028\\u2029]"), ("a{2,}?}", "a{2,}?\\}"),
    ("\\/\\#", "/#"), ("\\D", "[^0-9]"),
  ])
  func `patterns are translated`(source: String, expression: String) throws {
    _ = try TextPattern(source)
    #expect(SchemaPattern.translated(source) == "^(?:\(expression))$")
  }

  @Test(arguments: ["(?i)a", "\\p{Lu}", "[a&&b]", "[[:alpha:]]"])
  func `patterns without a translation are left unsaid`(source: String) {
    #expect(SchemaPattern.translated(source) == nil)
  }
}
