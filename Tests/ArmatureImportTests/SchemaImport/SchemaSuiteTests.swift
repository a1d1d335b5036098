import Armature
import ArmatureModel
import Foundation
import TestSupport
import Testing

@testable import ArmatureImport

/// The public test suite of JSON Schema: if a verdict differs, the import has said so.
@Suite(.enabled(if: SchemaSuite.isThere, "\(SchemaSuite.whereabouts)"))
struct SchemaSuiteTests {
  /// The place of a schema in the imported file.
  enum Place: String, CaseIterable {
    /// The whole file.
    case root
    /// A property.
    case value
    /// A property, with the type that the tested keyword is about.
    case typed
  }

  /// The number of cases with each result.
  private struct Tally {
    var (equal, rejected, explained, silent) = (0, 0, 0, 0)

    static func += (left: inout Tally, right: Tally) {
      left.equal += right.equal
      left.rejected += right.rejected
      left.explained += right.explained
      left.silent += right.silent
    }

    var line: String {
      [equal, rejected, explained, silent].map { "\($0)".leftPadded(8) }.joined()
    }
  }

  /// Returns the text of a schema, as a file or as the schema of a property.
  private static func text(_ group: SchemaSuite.Group, _ draft: String, _ place: Place) -> String {
    let type = place == .typed ? type(of: group.keyword) : nil
    let schema = type.map { group.schema.with("type", $0) } ?? group.schema
    let address =
      draft == "draft7"
      ? "http://json-schema.org/draft-07/schema#" : "https://json-schema.org/draft/2020-12/schema"
    if place == .root { return "\(schema.with("$schema", address).json)" }
    // With an identifier, the references of the schema stay inside of it.
    return """
      {"$schema": "\(address)", "title": "W", "type": "object", "additionalProperties": false, "required": ["value"],
       "properties": {"value": \(schema.with("$id", "http://localhost/value.json").json)}}
      """
  }

  /// Returns the type of the values that a keyword is about. Returns `nil` if it is about all values.
  private static func type(of keyword: String) -> String? {
    switch keyword {
    case "minLength", "maxLength", "pattern", "format", "content": "string"
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf": "number"
    case "items", "prefixItems", "additionalItems", "contains", "minContains", "maxContains",
      "minItems", "maxItems", "uniqueItems", "unevaluatedItems":
      "array"
    case "properties", "additionalProperties", "patternProperties", "propertyNames", "required",
      "dependencies", "dependentRequired", "dependentSchemas", "minProperties", "maxProperties",
      "unevaluatedProperties":
      "object"
    default: nil
    }
  }

  private static func tally(
    _ group: SchemaSuite.Group, _ draft: String, _ place: Place, _ tell: (String) -> Void
  ) -> Tally {
    var tally = Tally()
    let text = text(group, draft, place)
    guard let found = try? JSONSchemaModel(JSONText(text), path: "s.json") else {
      tally.rejected = group.cases.count
      return tally
    }
    for (document, isValid) in group.cases {
      // At the root, an array is a list of instances.
      if place == .root, case .array = document.value { continue }
      if place == .typed, let type = type(of: group.keyword), type != document.typeName {
        continue
      }
      let json = place == .root ? "\(document.json)" : "{\"value\": \(document.json)}"
      let isTaken =
        found.rootEntity.map { entity in
          let context = ManagedObjectContext(model: found.model)
          let options = LoadOptions(keeping: found.keptKeys)
          return (try? context.load(.text(json, as: entity), options: options)) != nil
        } ?? true
      if isTaken == isValid {
        tally.equal += 1
      } else if checked.contains(group.keyword), isValid {
        tally.explained += 1
      } else if found.issues.contains(where: {
        explains($0, of: group.schema, isTaken: isTaken)
      }) {
        tally.explained += 1
      } else {
        tally.silent += 1
        tell(
          "\(group.name)\n  \(place): \(text)\n  \(json) is \(isValid ? "valid" : "invalid")\n  "
            + found.issues.map(\.message).joined(separator: "\n  "))
      }
    }
    return tally
  }

  /// The keywords that validators may ignore, by the standard, and numbers beyond 64 bits. A load checks the first,
  /// and rejects the others.
  private static let checked = ["format", "content", "bignum", "float-overflow"]

  /// Returns whether an issue can be the reason why the model takes an invalid document, or rejects a valid one. The
  /// issue must have a place, and must name a keyword.
  private static func explains(_ issue: ModelIssue, of schema: SchemaNode, isTaken: Bool) -> Bool {
    func has(_ parts: some Sequence<String>) -> Bool {
      parts.contains { issue.message.contains($0) }
    }
    guard issue.site.line > 0, issue.site.column > 0, has(schema.allKeys) || has(unnamed) else {
      return false
    }
    return isTaken ? !has(narrow) || has(wide) : !has(wide) || has(narrow)
  }

  /// Parts of messages about keywords that are missing, and about "type" in other words.
  private static let unnamed = [
    "\"type\"", "\"additionalProperties\"", "any value", "a text or a number",
  ]
  /// Parts of messages about values that the schema allows, and the model does not.
  private static let narrow = [
    "rejected here", "A load rejects them here", "are rejected", "Here it must",
  ]
  /// Parts of messages about values that the model allows, and the schema does not.
  private static let wide = ["not checked here", "which Armature does not support"]

  /// Keywords that need more than the schema: other files, and vocabularies of other metaschemas.
  private static let foreign = ["refRemote", "vocabulary", "content", "format"]

  @Test(arguments: [("draft7", 0.95), ("draft2020-12", 0.94)])
  func `a schema alone has the verdicts of the suite`(draft: String, share: Double) throws {
    var (equal, count) = (0, 0)
    for group in try SchemaSuite.groups(draft) + SchemaSuite.groups(draft, in: "optional") {
      count += group.cases.count
      let address = try #require(
        SchemaDraft(address: draft.replacing("draft7", with: "draft-07"))?.address)
      guard let schema = try? JSONSchema(group.schema.with("$schema", address).json) else {
        continue
      }
      for (document, isValid) in group.cases {
        let isTaken = schema.isValid(document.json)
        #expect(schema.failures(in: document.json).isEmpty == isTaken)
        if isTaken == isValid { equal += 1 }
        #expect(
          isTaken == isValid || Self.foreign.contains(group.keyword),
          "\(group.name): \(document.json)")
      }
    }
    #expect(Double(equal) >= share * Double(count), "\(equal) of \(count)")
  }

  @Test(arguments: ["draft7", "draft2020-12"], Place.allCases)
  func `no verdict differs without a word`(draft: String, place: Place) throws {
    var tallies: [(String, Tally)] = []
    var silent: [String] = []
    for group in try SchemaSuite.groups(draft) + SchemaSuite.groups(draft, in: "optional") {
      if tallies.last?.0 != group.keyword { tallies.append((group.keyword, Tally())) }
      tallies[tallies.count - 1].1 += Self.tally(group, draft, place) { silent.append($0) }
    }
    var total = Tally()
    for (_, tally) in tallies { total += tally }
    if ProcessInfo.processInfo.environment["ARMATURE_SCHEMA_TABLE"] != nil {
      print("\(draft), \(place)".rightPadded(28) + "   equal  reject    told  silent")
      for (keyword, tally) in tallies + [("all", total)] {
        print(keyword.rightPadded(28) + tally.line)
      }
    }
    for text in silent { Issue.record("\(text)") }
    // The article about JSON Schema has these figures.
    if place == .value { #expect(total.equal >= (draft == "draft7" ? 991 : 1360), "\(total.line)") }
  }
}

extension String {
  fileprivate func leftPadded(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count - self.count)) + self
  }

  fileprivate func rightPadded(_ count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
