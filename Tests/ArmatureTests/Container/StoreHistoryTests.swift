import TestSupport
import Testing

@Suite struct StoreHistoryTests {
  private static let steps = 40
  private static let count = historyCount(steps: steps, "ARMATURE_HISTORY_STEPS")

  @Test(arguments: 0..<8)
  func `two contexts on one store do at each step what plain dictionaries say`(_ block: Int) throws
  {
    try expectHistories(
      block: block, count: Self.count, steps: Self.steps,
      showing: [
        "save", "conflict", "failure", "undo", "child", "refresh",
        "resolved by storeTrumps", "resolved by objectTrumps", "resolved by overwrite",
        "resolved by rollback", "resolved by resolve",
      ], moreThan: Self.count / 100
    ) { seed, steps in
      var lines: [String] = []
      let history = try StoreHistory(SplitMix64(seed: seed)) { lines.append($0) }
      let problem = history.problem(steps: steps)
      return HistoryOutcome(
        lines: lines, problems: problem.map { [$0] } ?? [], counts: history.counts)
    }
  }
}
