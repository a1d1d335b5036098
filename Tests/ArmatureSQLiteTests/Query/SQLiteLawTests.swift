import Armature
import ArmatureSQLite
import TestSupport
import Testing

/// Random requests on random data: a file returns the same results as memory.
@Suite(.needsSQLite) struct SQLiteLawTests {
  private static func law(
    _ folder: TemporaryFolder, _ mistake: PlantedBug? = nil, isExternal: Bool
  ) throws -> RequestLaw {
    let store = SQLiteStore(folder.file(), inlineLimit: 1, durability: .normal)
    return try RequestLaw(
      store, isExternal: isExternal, answering: mistake.map { BuggyStore(store, $0) })
  }

  /// 12 · 300 = 3,600 requests, two thirds of them with pending changes.
  @Test(arguments: 0..<12)
  func `a file finds what memory finds, in the same order`(_ block: Int) throws {
    let folder = try TemporaryFolder()
    let law = try Self.law(folder, isExternal: block % 4 == 3)
    let (problem, wholeCount) = try law.play(block, count: 300)
    #expect(problem == nil)
    // A store that leaves everything to the context would be correct but useless.
    #expect(wholeCount > 150, "block \(block): of 300 requests, SQL answers \(wholeCount)")
  }

  @Test(arguments: PlantedBug.allCases)
  func `a store with one mistake does not find what memory finds`(_ mistake: PlantedBug) throws {
    for block in 0..<4 {
      do {
        let folder = try TemporaryFolder()
        let law = try Self.law(folder, mistake, isExternal: block % 4 == 3)
        if try law.play(block, count: 300).problem != nil { return }
      } catch is PersistentStoreError {
        // The context has detected the mistake.
        return
      }
    }
    Issue.record("1,200 requests do not notice it")
  }

  /// 10 · 200 = 2,000 row requests, two thirds of them with pending changes.
  @Test(arguments: 0..<10)
  func `a file makes the rows that memory makes`(_ block: Int) throws {
    let folder = try TemporaryFolder()
    let law = try Self.law(folder, isExternal: block % 4 == 3)
    let (problem, made) = try law.playRows(block, count: 200)
    #expect(problem == nil)
    #expect(made > 80, "block \(block): the rows of \(made) of 200 requests are made by SQL")
  }
}
