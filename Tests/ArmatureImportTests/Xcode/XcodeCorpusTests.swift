import ArmatureModel
import Foundation
import TestSupport
import Testing

@testable import ArmatureImport

/// The models of public projects.
@Suite(
  .enabled(
    if: XcodeCorpus.shared != nil,
    "The models of public projects stand beside the repository, in ../shared/corpus, and are not there."
  ))
struct XcodeCorpusTests {
  /// The files that are invalid by Xcode's own rules, and the codes of their issues.
  private static let mistakes: [String: [ModelIssue.Code]] = [
    "phimage+MomXML/model2.xcdatamodel/contents": [
      .unknownProperty, .unknownProperty, .unknownProperty, .unknownProperty,
    ]
  ]

  @Test func `every version has all of its entities, attributes and relationships`() throws {
    let entries = try XcodeCorpus.entries().filter { $0.kind == "contents" }
    #expect(entries.count == 357)
    // All versions of one project would take most of the time.
    let isComplete = ProcessInfo.processInfo.environment["ARMATURE_CORPUS"] == "all"
    var seen: [String: Int] = [:]
    for entry in entries {
      let project = String(entry.file.prefix { $0 != "/" })
      seen[project, default: 0] += 1
      guard isComplete || (seen[project] ?? 0) % 10 == 1 || Self.mistakes[entry.file] != nil else {
        continue
      }
      do {
        let found = try XcodeModel(contentsOf: entry.version)
        #expect(Self.mistakes[entry.file] == nil, "\(entry)")
        let own = found.model.entities.flatMap(\.ownProperties)
        #expect(found.model.entities.count == entry.counts["entities"], "\(entry)")
        #expect(own.count { $0.asRelationship != nil } == entry.counts["relationships"], "\(entry)")
        let attributes = own.count { $0.asAttribute != nil } + (try Self.compositeElements(entry))
        let leftOut = found.issues.count { $0.message.contains("which has no elements") }
        let expected = entry.counts["attributes"] ?? 0
        #expect((expected - leftOut...expected).contains(attributes), "\(entry)")
        #expect(found.issues.allSatisfy { $0.site.line > 0 && $0.site.column > 0 })
      } catch let error as ModelError {
        #expect(error.issues.map(\.code) == Self.mistakes[entry.file], "\(entry): \(error)")
      }
    }
  }

  /// Returns the number of attributes in composite types, rather than in entities.
  private static func compositeElements(_ entry: XcodeCorpus.Entry) throws -> Int {
    let data = try Data(contentsOf: URL(filePath: entry.path))
    let root = try Array(data).withUnsafeBufferPointer { bytes throws(MarkupError) in
      try MarkupScanner.root(of: bytes)
    }
    return root.children(named: "composite").flatMap { $0.children(named: "attribute") }.count
  }

  @Test func `the binary format of Xcode 3 is refused with what to do`() throws {
    let entries = try XcodeCorpus.entries().filter { $0.kind == "elements-binary" }
    #expect(entries.count == 11)
    for entry in entries {
      let error = #expect(throws: ModelError.self) { try XcodeModel(contentsOf: entry.version) }
      #expect(error?.issues.map(\.code) == [.binaryModel])
      #expect(throws: ModelError.self) { try XcodeModel(contentsOf: entry.path) }
    }
  }

  @Test func `the current version of a bundle is the one that Xcode builds`() throws {
    let path = "\(XcodeCorpus.shared?.path ?? "")/corpus/xcdatamodel/ptsochantaris+trailer"
    let bundle = try #require(
      FileManager.default.contentsOfDirectory(atPath: path).first { $0.hasSuffix(".xcdatamodeld") })
    let versions = XcodeModel.versions(of: "\(path)/\(bundle)")
    #expect(versions.count == 44)
    #expect(try versions.contains(XcodeModel(contentsOf: "\(path)/\(bundle)").version))
  }
}
