import Armature
import ArmatureModel
import Foundation
import Testing

@testable import ArmatureImport

/// Schemas of formats that many people use, with documents whose verdicts a reference validator has given.
@Suite struct DocumentTests {
  /// A schema with its documents.
  struct Format: Sendable, CustomTestStringConvertible {
    let name: String
    let content: JSONValue

    var testDescription: String { name }

    func documents(_ key: String) -> [(about: String, document: JSONValue, places: [String])] {
      (content[key]?.arrayValue ?? []).map {
        (
          $0.about?.stringValue ?? "", $0.document ?? .null,
          ($0.at?.arrayValue ?? []).compactMap(\.stringValue)
        )
      }
    }

    func model() throws -> JSONSchemaModel {
      try JSONSchemaModel(JSONText("\(content.schema ?? true)"), path: name)
    }
  }

  static let formats: [Format] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Documents")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.sorted().compactMap { file in
      let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8)
      return text.flatMap { try? JSONValue(parsing: $0) }.map { Format(name: file, content: $0) }
    }
  }()

  /// Loads a document, and returns the failures.
  private func load(
    _ document: JSONValue, _ schema: JSONSchemaModel, into context: ManagedObjectContext
  ) throws -> ValidationReport {
    let options = LoadOptions(keeping: schema.keptKeys)
    let entity = try #require(schema.rootEntity)
    do {
      return try context.load(.text("\(document)", as: entity), options: options).report
    } catch let report as ValidationReport {
      return report
    }
  }

  @Test func `there are 30 formats`() {
    #expect(Self.formats.count == 30)
    #expect(
      Self.formats.allSatisfy {
        $0.documents("valid").count > 3 && $0.documents("invalid").count > 7
      })
  }

  @Test(arguments: formats)
  func `each document has the verdict of the reference validator`(format: Format) throws {
    let schema = try format.model()
    for (about, document, _) in format.documents("valid") {
      let report = try load(document, schema, into: ManagedObjectContext(model: schema.model))
      #expect(report.errors.isEmpty, "\(about): \(report)")
    }
    for (about, document, _) in format.documents("invalid") {
      let report = try load(document, schema, into: ManagedObjectContext(model: schema.model))
      // What a model does not check, the import has said. An array is a list of documents.
      if schema.issues.contains(where: { $0.message.contains("pattern") }) { continue }
      if document.arrayValue != nil { continue }
      #expect(
        !report.errors.isEmpty,
        "\(about) is taken: \(document)\n\(schema.issues.map(\.message).joined(separator: "\n"))")
    }
  }

  @Test(arguments: formats)
  func `each failure is at its place`(format: Format) throws {
    let schema = try format.model()
    for (about, document, places) in format.documents("invalid") {
      let report = try load(document, schema, into: ManagedObjectContext(model: schema.model))
      if report.errors.isEmpty { continue }
      let found = Set(report.errors.compactMap { $0.source?.path.map(Self.pointer) })
      for place in places {
        // A missing or unknown key is reported at the key, or at its object.
        #expect(
          found.contains {
            $0 == place || $0.hasPrefix(place + "/") || place.hasPrefix($0 + "/") || $0.isEmpty
          },
          "\(about): \(place) is not in \(found)")
      }
    }
  }

  @Test(arguments: formats)
  func `each valid document comes out as it went in`(format: Format) throws {
    let schema = try format.model()
    for (about, document, _) in format.documents("valid") {
      let context = ManagedObjectContext(model: schema.model)
      let report = try load(document, schema, into: context)
      guard report.errors.isEmpty else { continue }
      let root = try #require(context.objects(of: schema.rootEntity ?? "").first)
      let written = try context.json(of: root, keeping: schema.keptKeys)
      let read = try JSONValue(parsing: String(decoding: written, as: UTF8.self))
      #expect(read == document, "\(about):\n\(document)\n\(read)")
    }
  }

  /// Returns a JSONPath as a JSON Pointer.
  private static func pointer(_ path: String) -> String {
    var pointer = ""
    var rest = path.dropFirst()[...]
    while let sign = rest.popFirst() {
      if sign == "." {
        let name = rest.prefix { $0 != "." && $0 != "[" }
        rest = rest.dropFirst(name.count)
        pointer += "/" + name
      } else if rest.first == "\"" {
        let name = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest.dropFirst(name.count + 3)
        pointer +=
          "/"
          + name.replacing("\\\\", with: "\\").replacing("~", with: "~0").replacing("/", with: "~1")
      } else {
        let index = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(index.count + 1)
        pointer += "/" + index
      }
    }
    return pointer
  }
}
