import Armature
import ArmatureModel
import Foundation
import TestSupport
import Testing

@testable import ArmatureImport

/// The location of the public test suite of JSON Schema.
private enum SchemaSuite {
  static let folder = "\(XcodeCorpus.shared?.path ?? "")/data/json-schema-suite/tests"
}

/// The public test suite of JSON Schema: if a result differs, a note says so.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: SchemaSuite.folder),
    "The suite of JSON Schema stands beside the repository, in ../shared/data/json-schema-suite, and is not there."
  ))
struct SchemaSuiteTests {
  private struct Group {
    let name: String
    /// The schema of the only property of an entity.
    let schema: String
    let tests: [(document: String, isValid: Bool)]
  }

  /// Returns the groups of a draft with schemas that have no references.
  private static func groups(_ draft: String) throws -> [Group] {
    func text(_ value: Any) throws -> String {
      let data = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
      return String(decoding: data, as: UTF8.self)
    }
    let folder = "\(SchemaSuite.folder)/\(draft)"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try files.filter { $0.hasSuffix(".json") }.flatMap { file -> [Group] in
      let data = try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))
      let groups = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
      return try groups.compactMap { group -> Group? in
        let schema = try text(group["schema"] ?? true)
        if schema.contains("\"$ref\"") || schema.contains("$dynamicRef") { return nil }
        let tests = try (group["tests"] as? [[String: Any]] ?? []).map { test in
          (#"{"v": \#(try text(test["data"] ?? NSNull()))}"#, test["valid"] as? Bool ?? false)
        }
        return Group(
          name: "\(file) \(group["description"] ?? "")",
          schema:
            #"{"title": "W", "type": "object", "additionalProperties": false, "required": ["v"], "properties": {"v": \#(schema)}}"#,
          tests: tests)
      }
    }
  }

  @Test(arguments: ["draft7", "draft2020-12"])
  func `no verdict differs without a word`(draft: String) throws {
    var same = 0
    for group in try Self.groups(draft) {
      guard let found = try? JSONSchemaModel(JSONText(group.schema), path: "s.json"),
        found.issues.isEmpty
      else { continue }
      for test in group.tests {
        let context = ManagedObjectContext(model: found.model)
        let isTaken = (try? context.load(.text(test.document, as: "W"))) != nil
        // Validators may choose whether to check encodings.
        if isTaken == test.isValid || group.name.hasPrefix("content.json") { same += 1 }
        #expect(
          isTaken == test.isValid || group.name.hasPrefix("content.json"),
          "\(group.name): \(test.document)")
      }
    }
    #expect(same > 20)
  }
}
