import Armature
import ArmatureImport
import ArmatureModel
import Foundation
import Testing

@testable import ArmatureDocuments

/// The schema of a model and the schema of its imported model agree.
@Suite struct SchemaRoundTripTests {
  private static let count = 150

  @Test(arguments: SchemaModels.names, [false, true])
  func `a model of a schema takes the same documents`(name: String, isOpenAPI: Bool) throws {
    let model = try SchemaModels.model(named: name)
    let schema = ModelSchema(model)
    let text = isOpenAPI ? schema.openAPI() : schema.jsonSchema()
    let imported = try JSONSchemaModel(JSONText(text), path: "schema.json").model
    #expect(imported.name == model.name)
    #expect(Set(imported.entities.map(\.name)) == Set(model.entities.map(\.name)))
    for entity in model.entities {
      let other = try #require(imported[entity.name])
      #expect(other.parent == entity.parent && other.isAbstract == entity.isAbstract)
      #expect((other.key ?? other.name) == (entity.key ?? entity.name))
    }
    var made = SchemaDocuments(model, seed: isOpenAPI ? 7 : 6)
    let theirs = SchemaDocuments(imported, seed: 1)
    var (taken, refused) = (0, 0)
    for _ in 0..<Self.count {
      guard let document = try made.next(), let other = theirs.verdict(of: document.text) else {
        continue
      }
      if document.loads {
        taken += 1
        // Documents that fail only rules without a schema equivalent prove nothing.
        #expect(other.loads || !other.isSayable, "\(document.text) \(other.failures)")
      } else if document.isSayable {
        refused += 1
        #expect(!other.loads, "\(document.text) \(document.failures)")
      }
    }
    #expect(taken > 5 && refused > 5)
  }

  @Test func `a JSON value and rules with a schema come back when their schema is read`() throws {
    let tree: JSONValue = [
      "$ref": "#/$defs/node",
      "$defs": ["node": ["properties": ["parts": ["items": ["$ref": "#/$defs/node"]]]]],
    ]
    let model = try ManagedObjectModel("M") {
      Entity("E") {
        Attribute("a", JSONValue?.self).schema(tree)
        Attribute("b", JSONValue.self).default(["x": [1, .null]])
        Attribute("c", String?.self).schema(["not": ["const": "red"]])
        Attribute("d", [Int].self).schema(["uniqueItems": true]).schema(["contains": ["const": 1]])
      }
    }
    let schema = ModelSchema(model)
    for text in [schema.jsonSchema(), schema.openAPI()] {
      let found = try JSONSchemaModel(JSONText(text), path: "s.json")
      #expect(found.model["E"]?.attributes == model["E"]?.attributes)
      // A reference in a rule is relative to the rule.
      let engine = try JSONSchema(JSONValue(parsing: schema.jsonSchema()))
      #expect(engine.isValid(["E": [["b": 1, "d": [1], "a": ["parts": [["parts": []]]]]]]))
      #expect(!engine.isValid(["E": [["b": 1, "d": [1, 1]]]]))
      #expect(!engine.isValid(["E": [["b": 1, "d": [1], "c": "red"]]]))
    }
  }

  @Test(arguments: TextFormat.allCases)
  func `a format is one again when its schema is read`(format: TextFormat) throws {
    let model = try ManagedObjectModel("M") {
      Entity("E") {
        Attribute("a", String.self).format(format)
        Attribute("b", URL.self).format(.uri)
        Attribute("c", String?.self).format(format).length(2...9)
      }
    }
    let schema = ModelSchema(model)
    for text in [schema.jsonSchema(), schema.openAPI()] {
      let entity = try #require(JSONSchemaModel(JSONText(text), path: "s.json").model["E"])
      #expect(entity.attributes.map(\.type) == [.string, .url, .string])
      #expect(
        entity.attributes.map { Set($0.rules) } == [
          [.format(format)], [.format(.uri)], [.format(format), .length(2...9)],
        ])
    }
  }
}
