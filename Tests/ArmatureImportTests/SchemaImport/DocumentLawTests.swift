import Armature
import ArmatureGenerator
import ArmatureModel
import Foundation
import Testing

@testable import ArmatureImport

/// Laws of documents, for generated schemas and documents.
@Suite struct DocumentLawTests {
  /// Makes schemas with keywords that real schemas have.
  private struct Schemas {
    var random: SplitMix64

    mutating func root() -> JSONValue {
      var root = object(depth: 0).objectValue ?? [:]
      root["title"] = "Doc"
      root["type"] = "object"
      root["$defs"] = ["a": object(depth: 2), "b": value(depth: 2), "tree": tree()]
      return .object(root)
    }

    private func tree() -> JSONValue {
      [
        "type": "object", "required": ["n"],
        "properties": [
          "n": ["type": "integer"],
          "children": ["type": "array", "items": ["$ref": "#/$defs/tree"]],
        ],
      ]
    }

    private mutating func value(depth: Int) -> JSONValue {
      switch random.below(depth < 3 ? 13 : 7) {
      case 0: return ["type": "string", "minLength": .number(JSONNumber(random.below(3)))]
      case 1: return ["type": "integer", "minimum": -5, "maximum": 90]
      case 2: return ["type": ["number", "null"], "multipleOf": 0.5]
      case 3: return ["enum": ["a", "b", 3, .null]]
      case 4: return ["type": "string", "format": random.oneIn(2) ? "date-time" : "uuid"]
      case 5: return ["type": "boolean"]
      case 6: return ["type": ["string", "integer"]]
      case 7: return ["type": "array", "items": value(depth: depth + 1), "maxItems": 3]
      case 8: return ["anyOf": [value(depth: depth + 1), value(depth: depth + 1)]]
      case 9:
        return ["$ref": .string("#/$defs/\(["a", "b", "tree"][random.below(depth > 1 ? 1 : 3)])")]
      case 10: return ["type": "object", "additionalProperties": value(depth: depth + 1)]
      case 11:
        return [
          "type": "array", "items": object(depth: depth + 1),
          "minItems": .number(JSONNumber(random.below(2))),
        ]
      default: return object(depth: depth + 1)
      }
    }

    private mutating func object(depth: Int) -> JSONValue {
      var properties = JSONObject()
      for number in 0..<(1 + random.below(4)) { properties["p\(number)"] = value(depth: depth) }
      var schema: JSONObject = ["type": "object", "properties": .object(properties)]
      schema["required"] = .array(
        properties.filter { _ in random.oneIn(3) }.map { .string($0.key) })
      switch random.below(5) {
      case 0: schema["additionalProperties"] = false
      case 1: schema["additionalProperties"] = ["type": "string"]
      case 2: schema["patternProperties"] = ["^x": ["type": "integer"]]
      default: break
      }
      switch random.below(8) {
      case 0: schema["anyOf"] = [["required": ["p0"]], ["required": ["p1"]]]
      case 1: schema["dependentRequired"] = ["p0": ["p1"]]
      case 2: schema["minProperties"] = 1
      default: break
      }
      return .object(schema)
    }
  }

  /// Changes one part of a document.
  private func changed(_ value: JSONValue, _ random: inout SplitMix64) -> JSONValue {
    switch value {
    case .object(var object) where !object.isEmpty && !random.oneIn(4):
      let member = object[random.below(object.count)]
      object[member.key] = random.oneIn(4) ? nil : changed(member.value, &random)
      return .object(object)
    case .object(var object):
      object[["p0", "p1", "x1", "other"][random.below(4)]] = [.null, 1, "t", []][random.below(4)]
      return .object(object)
    case .array(var values) where !values.isEmpty && !random.oneIn(3):
      let index = random.below(values.count)
      values[index] = changed(values[index], &random)
      return .array(values)
    default:
      return [.null, true, 7, 0.25, "text", [], [:], [1], "2024-05-01T08:30:00+02:00"][
        random.below(9)]
    }
  }

  @Test func `200 schemas and their documents: equal verdicts, and out as it came in`() throws {
    var (validCount, invalidCount) = (0, 0)
    for seed in 0..<200 {
      var schemas = Schemas(random: SplitMix64(seed: UInt64(seed)))
      let schema = schemas.root()
      let engine = try JSONSchema(schema)
      let found = try JSONSchemaModel(JSONText("\(schema)"), path: "doc.json")
      #expect(
        found.issues.filter { !$0.message.contains("assumed to be the inverse") } == [], "\(seed)")
      let options = LoadOptions(keeping: found.keptKeys)
      let sampler = SchemaSampler(schema)
      for number in 0..<25 {
        var document = sampler.sample(&schemas.random)
        for _ in 0..<(number % 3) { document = changed(document, &schemas.random) }
        guard document.objectValue != nil else { continue }
        let isValid = engine.isValid(document)
        let context = ManagedObjectContext(model: found.model)
        let isTaken: Bool
        do {
          try context.load(.text("\(document)", as: "Doc"), options: options)
          isTaken = true
        } catch let report as ValidationReport {
          isTaken = false
          if isValid { Issue.record("seed \(seed): \(report)\n\(document)\n\(schema)") }
        }
        if isTaken, !isValid {
          Issue.record(
            "seed \(seed): taken, but \(engine.failures(in: document).map(\.message))\n\(document)\n\(schema)"
          )
        }
        guard isTaken, isValid else {
          invalidCount += 1
          continue
        }
        validCount += 1
        let root = try #require(context.objects(of: "Doc").first)
        let written = try context.json(of: root, keeping: found.keptKeys)
        let read = try JSONValue(parsing: String(decoding: written, as: UTF8.self))
        #expect(read == document, "seed \(seed):\n\(document)\n\(read)\n\(schema)")
      }
    }
    #expect(validCount > 1_500 && invalidCount > 500, "\(validCount), \(invalidCount)")
  }
}
