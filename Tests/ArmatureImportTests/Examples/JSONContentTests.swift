import Armature
import Testing

@testable import ArmatureImport

@Suite struct JSONContentTests {
  @Test(arguments: [
    #"{"$schema": "https://json-schema.org/draft/2020-12/schema"}"#,
    #"{"$defs": {"a": {}}}"#, #"{"definitions": {}}"#, #"{"openapi": "3.1.0", "components": {}}"#,
    #"{"type": "object", "properties": {"a": {"type": "string"}}}"#,
    #"{"properties": {"a": true}}"#,
    #"{"type": "array", "items": {"type": "integer"}}"#, #"{"anyOf": [{"type": "object"}]}"#,
    "{\"$ref\": \"#/x\"}",
  ])
  func `schemas have keywords at their top level`(text: String) {
    #expect(JSONContent(of: JSONText(text)) == .schema)
  }

  @Test(arguments: [
    "[]", "7", "{", "{}", #"{"type": "module", "items": [1]}"#, #"{"items": [{"type": "object"}]}"#,
    #"{"$schema": "https://json.schemastore.org/tsconfig", "compilerOptions": {}}"#,
    #"{"type": "Feature", "properties": {"name": {"en": "x"}}, "geometry": {}}"#,
    #"{"properties": {"name": "x"}}"#, #"{"entities": [{"text": "x"}]}"#,
    #"{"type": "object", "id": 7}"#,
  ])
  func `other JSON is data`(text: String) {
    #expect(JSONContent(of: JSONText(text)) == .data)
  }

  @Test func `a model is recognized`() {
    #expect(JSONContent(of: JSONText(#"{"name": "Shop", "format": 1, "entities": []}"#)) == .model)
  }
}
