import Armature
import Testing

@testable import ArmatureTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Recorded texts, in a folder for each test.
@Suite struct SnapshotTests {
  private let folder =
    "\(FileManager.default.temporaryDirectory.path)/snapshots-\(UUID().uuidString)"

  private func snapshot(_ environment: [String: String] = [:]) -> Snapshot {
    Snapshot("a/b c", "\(folder)/BookTests.swift", environment)
  }

  @Test func `a snapshot is recorded on demand, and then compared`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(snapshot().path == "\(folder)/Snapshots/BookTests/a-b-c.txt")
    let missing = try snapshot().compare("one\ntwo")
    #expect(missing?.hasPrefix("The snapshot \(folder)") == true)
    #expect(missing?.hasSuffix("ARMATURE_RECORD_SNAPSHOTS=1 to record it:\none\ntwo\n") == true)
    #expect(try snapshot(["ARMATURE_RECORD_SNAPSHOTS": "1"]).compare("one\ntwo") == nil)
    #expect(try snapshot().compare("one\ntwo") == nil)
    #expect(try snapshot().compare("one\ntwo\n") == nil)
    #expect(
      try snapshot().compare("one\n2") == """
        The text must equal the snapshot \(folder)/Snapshots/BookTests/a-b-c.txt, but differs.
          one
        - two
        + 2
        \("  ")
        If the new text is correct, run the tests with ARMATURE_RECORD_SNAPSHOTS=1.
        """)
  }

  @Test func `nothing is recorded in CI`() throws {
    let environment = ["ARMATURE_RECORD_SNAPSHOTS": "1", "CI": "true"]
    let problem = try snapshot(environment).compare("one")
    #expect(problem?.hasPrefix("Snapshots must not be recorded in CI.") == true)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `a report is the same when its rules move`() throws {
    func text(_ site: DeclarationSite) -> String {
      ValidationReport([
        ValidationFailure(
          entity: "Book", keyPath: ["pages"], .rule(.required), ruleSite: site)
      ]).snapshotText()
    }
    #expect(
      text(DeclarationSite(file: "M/A.swift", line: 1))
        == text(DeclarationSite(file: "M/A.swift", line: 9)))
    #expect(text(DeclarationSite(file: "M/A.swift", line: 1)).contains("M/A.swift"))
  }

  @Test func `a missing snapshot is an issue at the line of the call`() {
    let line = #line + 2
    withKnownIssue {
      expectSnapshot(of: "one", named: "none", filePath: "\(folder)/BookTests.swift")
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue.hasPrefix("The snapshot ") == true
    }
  }

  @Test func `a report of this package is the one that was recorded`() throws {
    let model = try ManagedObjectModel("Library") {
      Entity("Book") { Attribute("pages", Int.self).range(1...) }
    }
    let context = ManagedObjectContext(model: model)
    try context.insert("Book").pages = 0
    expectSnapshot(of: context.validate(), named: "no pages")
  }
}
