import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct RandomHistoryTests {
  /// How many steps are taken in all; the variable makes a long run of it.
  private static let steps =
    ProcessInfo.processInfo.environment["ARMATURE_HISTORY_STEPS"].flatMap(Int.init) ?? 24_000
  private static let stepsPerHistory = 50

  @Test(arguments: 0..<8)
  func `a context does at each step what a simple model of it does`(_ block: Int) throws {
    var counts: [String: Int] = [:]
    let histories = max(1, Self.steps / Self.stepsPerHistory / 8)
    for run in 0..<histories {
      let seed = UInt64(block * histories + run)
      let history = try History(seed: seed)
      var steps: [String] = []
      for number in 1...Self.stepsPerHistory {
        steps.append(try history.step())
        var problems = history.problems(fillsFaults: number == Self.stepsPerHistory)
        if steps.last?.contains("WRONG") == true { problems.append("the outcome of the step") }
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
      "save", "refusal", "denial", "roll back", "load", "changeset", "mark", "hook",
    ] {
      #expect(counts[name] ?? 0 > histories / 10, "\(name) in \(counts)")
    }
  }
}
