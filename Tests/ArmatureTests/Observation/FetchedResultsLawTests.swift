import TestSupport
import Testing

@testable import Armature

@Suite struct FetchedResultsLawTests {
  /// 8 · 16 histories, each with twelve lists that are followed over 25 changes.
  @Test(arguments: 0..<8)
  func `steps lead from the list that was to the one that a fetch finds`(_ block: Int) throws {
    var counts: [String: Int] = [:]
    for run in 0..<16 {
      let seed = UInt64(50_000 + block * 16 + run)
      let history = try ResultsHistory(seed: seed)
      var steps: [String] = []
      for _ in 0..<25 {
        steps.append(try history.step())
        let problems = try history.problems()
        guard problems.isEmpty else {
          Issue.record(
            """
            seed \(seed), step \(steps.count):
            \(steps.joined(separator: "\n"))
            \(problems.joined(separator: "\n"))
            """)
          return
        }
      }
      counts.merge(history.counts, uniquingKeysWith: +)
    }
    // The test is worth something only if all of it takes place.
    for name in [
      "insertSection", "deleteSection", "insert", "delete", "move", "update", "undo", "rollback",
      "others", "child",
    ] {
      #expect(counts[name] ?? 0 > 2, "\(name) in \(counts)")
    }
  }
}
