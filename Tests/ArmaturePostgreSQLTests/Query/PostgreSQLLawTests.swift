import Armature
import ArmatureModel
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Random requests on random data: a server returns the same results as memory.
@Suite(.needsPostgreSQL) struct PostgreSQLLawTests {
  private static func law() throws -> RequestLaw {
    try RequestLaw(PostgreSQLStore.new()) { PostgreSQLStore.storedValue(for: $0) == $0 }
  }

  /// 10 · 250 = 2,500 requests, two thirds of them with pending changes.
  @Test(arguments: 0..<10)
  func `a server finds what memory finds, in the same order`(_ block: Int) throws {
    let (problem, wholeCount) = try Self.law().play(block, count: 250)
    #expect(problem == nil)
    // A store that leaves everything to the context would be correct but useless.
    #expect(wholeCount > 80, "block \(block): of 250 requests, SQL answers \(wholeCount)")
  }

  /// 10 · 200 = 2,000 row requests, two thirds of them with pending changes.
  @Test(arguments: 0..<10)
  func `a server makes the rows that memory makes`(_ block: Int) throws {
    let (problem, made) = try Self.law().playRows(block, count: 200)
    #expect(problem == nil)
    #expect(made > 40, "block \(block): the rows of \(made) of 200 requests are made by SQL")
  }
}
