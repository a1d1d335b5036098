import Armature
import ArmatureModel
import Foundation
import TestSupport

@testable import ArmatureImport

/// The public test suite of JSON Schema.
enum SchemaSuite {
  static let folder = "\(XcodeCorpus.shared?.path ?? "")/data/json-schema-suite/tests"

  /// Where the suite is, for the message of a skipped test.
  static let whereabouts =
    "The suite of JSON Schema stands beside the repository, in ../shared/data/json-schema-suite, and is not there."

  static var isThere: Bool { FileManager.default.fileExists(atPath: folder) }

  /// A schema with documents and their verdicts.
  struct Group {
    /// The name of the file without its ending, which is the tested keyword.
    let keyword: String
    let name: String
    let schema: SchemaNode
    let cases: [(document: SchemaNode, isValid: Bool)]
  }

  /// Returns the groups of a draft, or those in one of its folders.
  static func groups(_ draft: String, in path: String = "") throws -> [Group] {
    let folder = "\(folder)/\(draft)/\(path)"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    return try files.filter { $0.hasSuffix(".json") }.flatMap { file -> [Group] in
      let text = try JSONText(String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8))
      let root = try SchemaLoader.documents(
        of: text, path: file, hasFiles: false, ImportFindings(file: file)
      ).root
      return root.elements.map { group in
        Group(
          keyword: String(file.dropLast(5)), name: "\(file): \(group["description"]?.text ?? "")",
          schema: group["schema"] ?? SchemaNode(.bool(true), at: 0),
          cases: (group["tests"]?.elements ?? []).map {
            ($0["data"] ?? SchemaNode(.null, at: 0), $0["valid"]?.bool ?? false)
          })
      }
    }
  }
}

extension SchemaNode {
  /// The name of the value's type.
  var typeName: String {
    switch value {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// The keys of all objects inside.
  var allKeys: Set<String> {
    Set(members.map(\.key) + members.flatMap(\.node.allKeys) + elements.flatMap(\.allKeys))
  }

  /// The object with a member before its others, unless it has the key.
  func with(_ key: String, _ text: String) -> SchemaNode {
    guard isObject, self[key] == nil else { return self }
    let node = SchemaNode(.string(text), at: 0)
    return SchemaNode(.object([Member(key: key, offset: 0, node: node)] + members), at: 0)
  }
}
