import Armature
import ArmatureTesting
import Foundation
import TestSupport
import Testing

/// A store over another SQL database, as the article for contributors describes it: SQLite through a few functions of its
/// library, without any that call back.
@Suite(.enabled("The library of SQLite must be installed.") { (try? TrialLibrary()) != nil })
struct TrialStoreTests {
  @Test(arguments: StoreCheck.allCases)
  func `the store does what stores must`(_ check: StoreCheck) async throws {
    let folder = try TemporaryFolder()
    await expectConformance(
      StoreConformance(
        count: 60,
        reopen: { store in try TrialStore(try #require(store as? TrialStore).path) },
        makeStore: { try TrialStore(folder.file()) }), [check])
  }

  @Test(arguments: 0..<8)
  func `the store finds what memory finds, in the same order`(_ block: Int) throws {
    let folder = try TemporaryFolder()
    let law = try RequestLaw(TrialStore(folder.file()))
    let (problem, wholeCount) = try law.play(block, count: 200)
    #expect(problem == nil)
    #expect(wholeCount > 60, "block \(block): of 200 requests, SQL answers \(wholeCount)")
    let rows = try law.playRows(block, count: 100)
    #expect(rows.problem == nil)
  }

  /// Names that a database reserves are the exception: tables have the same names in all databases.
  @Test func `the engine below all SQL stores names no database`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(path: "Sources/ArmatureSQL")
    let files = try #require(FileManager.default.subpaths(atPath: folder.path))
      .filter { $0.hasSuffix(".swift") }
    #expect(files.count > 50)
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        .lowercased().replacing("sqlite_", with: "")
      for name in ["sqlite", "postgres", "mysql", "mariadb", "duckdb"] {
        #expect(!text.contains(name), "\(file) names \(name)")
      }
    }
  }

  @Test func `the store takes at most 600 lines`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && !$0.hasSuffix("Tests.swift") }
    let lines = try files.map { name in
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        .components(separatedBy: "\n").count
    }
    #expect(files.count == 5 && lines.reduce(0, +) <= 600)
  }
}
