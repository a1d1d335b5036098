@testable import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Conditions of real models, and conditions on the Chinook data with row counts from SQLite.
@Suite(.enabled(if: Chinook.isThere, "../shared has no Chinook data"))
struct PredicateCorpusTests {
  private struct Row {
    let origin: String
    let entity: String
    let count: Int?
    let text: String
  }

  private static func rows() throws -> [Row] {
    let text = try String(
      decoding: Data(contentsOf: URL(filePath: "\(Chinook.shared)/corpus/predicates.txt")),
      as: UTF8.self)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let cells = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false)
      return Row(
        origin: String(cells[0]), entity: String(cells[1]), count: Int(cells[2]),
        text: String(cells[3]))
    }
  }

  @Test func `conditions and derivations of real models are read, and print as they read`() throws {
    let rows = try Self.rows()
    #expect(rows.count > 90)
    for row in rows {
      if row.origin == "derivation" {
        let expression = try FetchExpression(format: row.text)
        #expect(expression.description == row.text)
      } else {
        let predicate = try FetchPredicate(row.text)
        #expect(try FetchPredicate(predicate.description) == predicate)
      }
    }
  }

  @Test func `conditions hold for as many rows of Chinook as SQLite counts`() throws {
    let context = try Chinook.context()
    var compared = 0
    for row in try Self.rows() {
      guard let expected = row.count else { continue }
      let predicate = try FetchPredicate(row.text)
      let objects = context.objects(of: row.entity)
      let first = try #require(objects.first)
      // Also checks the condition.
      let answer = try predicate.holds(for: first)
      let compiled = CompiledPredicate(predicate, first.runtime.properties)
      #expect(compiled.holds(first) == answer)
      let count = objects.count { compiled.holds($0) }
      #expect(count == expected, "\(row.text)")
      compared += 1
    }
    #expect(compared > 80)
  }
}
