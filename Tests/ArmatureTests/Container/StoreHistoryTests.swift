import Foundation
import TestSupport
import Testing

@Suite struct StoreHistoryTests {
  /// How many steps are taken in all; the variable makes a long run of it.
  private static let steps =
    ProcessInfo.processInfo.environment["ARMATURE_HISTORY_STEPS"].flatMap(Int.init) ?? 24_000
  private static let stepsPerHistory = 40

  @Test(arguments: 0..<8)
  func `two contexts on one store do at each step what plain dictionaries say`(_ block: Int) throws
  {
    var counts: [String: Int] = [:]
    let histories = max(1, Self.steps / Self.stepsPerHistory / 8)
    for run in 0..<histories {
      let seed = UInt64(block * histories + run)
      guard try Self.failure(seed, Self.stepsPerHistory, &counts) != nil else { continue }
      Issue.record("\(try Self.shortest(from: seed))")
      return
    }
    // The test is worth something only if all of it takes place.
    for name in [
      "save", "conflict", "refusal", "failure", "undo", "child", "refresh",
      "resolved by storeTrumps", "resolved by objectTrumps", "resolved by overwrite",
      "resolved by rollback", "resolved by resolve",
    ] {
      #expect(counts[name] ?? 0 > histories / 100, "\(name) in \(counts)")
    }
  }

  /// What is wrong with a history, and its steps.
  private static func failure(
    _ seed: UInt64, _ steps: Int, _ counts: inout [String: Int]
  ) throws -> String? {
    var lines: [String] = []
    let history = try StoreHistory(SplitMix64(seed: seed)) { lines.append($0) }
    let problem = history.problem(steps: steps)
    counts.merge(history.counts, uniquingKeysWith: +)
    return problem.map { "seed \(seed):\n\(lines.joined(separator: "\n"))\n\($0)" }
  }

  /// The failure in the fewest steps: few seeds fail in few steps, but most mistakes do with some.
  private static func shortest(from seed: UInt64) throws -> String {
    var counts: [String: Int] = [:]
    for steps in [6, 8, 10, 12, 16, 20, 30, stepsPerHistory] {
      for seed in [seed] + Array(0..<200) {
        if let failure = try failure(seed, steps, &counts) { return failure }
      }
    }
    return "seed \(seed) does not fail again"
  }
}
