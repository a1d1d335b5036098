import Armature
import ArmatureModel
import Foundation
import Testing

@testable import ArmatureImport

/// Objects inside of others, and choices between objects, in a JSON Schema.
@Suite struct SchemaUnionTests {
  private static let drawing = """
    {
      "title": "Drawing", "type": "object",
      "properties": {
        "shapes": {"type": "array", "items": {"oneOf": [
          {"type": "object", "required": ["kind", "radius"],
           "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}}},
          {"type": "object", "required": ["kind"], "additionalProperties": false,
           "properties": {"kind": {"enum": ["square", "box"]}, "side": {"type": "number", "minimum": 1}}}
        ]}},
        "frame": {"anyOf": [{"$ref": "#/$defs/Line"}, {"$ref": "#/$defs/Curve"}, {"type": "null"}]},
        "other": {"oneOf": [
          {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}},
          {"type": "object", "required": ["b"], "properties": {"b": {"type": "string"}}}
        ]},
        "grid": {"type": "object", "properties": {"width": {"type": "integer"}}}
      },
      "$defs": {
        "Line": {"type": "object", "required": ["type"], "properties": {"type": {"const": "line"}}},
        "Curve": {"type": "object", "required": ["type"],
                  "properties": {"type": {"const": "curve"}, "degree": {"type": "integer"}}}
      }
    }
    """

  private func imported() throws -> JSONSchemaModel {
    try JSONSchemaModel(JSONText(Self.drawing), path: "drawing.json")
  }

  @Test func `a choice that a constant tells is an abstract entity, and another one is JSON`()
    throws
  {
    let model = try imported().model
    let drawing = try #require(model["Drawing"])
    let shapes = try #require(drawing.property(named: "shapes")?.asRelationship)
    #expect(shapes.isOwned && shapes.arity == .ordered)
    let union = try #require(model[shapes.destination])
    #expect(union.isAbstract)
    #expect(model.entities.filter { $0.parent == union.name }.count == 2)
    // Definitions may also be documents of their own.
    let frame = try #require(drawing.property(named: "frame")?.asRelationship)
    #expect(!frame.isOwned && frame.deleteRule == .cascade)
    #expect(
      model["Line"]?.parent == frame.destination && model["Curve"]?.parent == frame.destination)
    #expect(drawing.property(named: "other")?.asAttribute?.type == .json)
    #expect(drawing.property(named: "grid")?.asRelationship?.isOwned == true)
  }

  @Test(arguments: [
    (
      #"{"shapes": [{"kind": "circle", "radius": 2, "extra": 1}, {"kind": "box", "side": 3}]}"#,
      true
    ),
    (#"{"shapes": [], "frame": {"type": "curve", "degree": 2}, "other": {"b": "x"}}"#, true),
    (#"{"frame": null, "grid": {"width": 4}}"#, true),
    (#"{"shapes": [{"kind": "circle"}]}"#, false), (#"{"shapes": [{"kind": "star"}]}"#, false),
    (#"{"shapes": [{"radius": 1}]}"#, false), (#"{"shapes": [{"kind": "box", "side": 0}]}"#, false),
    (#"{"shapes": [{"kind": "box", "more": 0}]}"#, false), (#"{"shapes": [3]}"#, false),
    (#"{"frame": {"type": "point"}}"#, false), (#"{"frame": {}}"#, false),
    (#"{"other": {"a": "x", "b": "y"}}"#, false),
  ])
  func `verdicts are those of the schema, and documents come out as they went in`(
    text: String, isValid: Bool
  ) throws {
    let schema = try imported()
    let value = try JSONValue(parsing: text)
    #expect(try JSONSchema(JSONValue(parsing: Self.drawing)).isValid(value) == isValid)
    let context = ManagedObjectContext(model: schema.model)
    let options = LoadOptions(keeping: schema.keptKeys)
    var report = ValidationReport()
    do {
      report = try context.load(.text(text, as: "Drawing"), options: options).report
    } catch let failures as ValidationReport {
      report = failures
    }
    #expect(report.isValid == isValid, "\(report)")
    guard isValid else { return }
    let drawing = try #require(context.objects(of: "Drawing").first)
    let written = try context.json(of: drawing, keeping: schema.keptKeys)
    #expect(try JSONValue(parsing: String(decoding: written, as: UTF8.self)) == value)
    try context.save()
  }
}
