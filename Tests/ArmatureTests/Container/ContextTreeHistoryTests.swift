import Armature
import TestSupport
import Testing

@Suite struct ContextTreeHistoryTests {
  private static let steps = 40
  private static let count = historyCount(steps: steps, "ARMATURE_HISTORY_STEPS")

  @Test(arguments: 0..<4)
  func `contexts beside and over each other lose nothing, and a store needs only columns`(
    _ block: Int
  ) throws {
    try expectHistories(
      block: block, count: Self.count, steps: Self.steps,
      showing: ["save", "conflict", "refusal", "failure", "refresh"], moreThan: Self.count / 100
    ) { seed, steps in
      var lines: [String] = []
      let history = try ContextTreeHistory(
        SplitMix64(seed: seed), on: InMemoryStore(keepsHistory: true)
      ) { lines.append($0) }
      let problem = history.problem(steps: steps)
      return HistoryOutcome(
        lines: lines, problems: problem.map { [$0] } ?? [], counts: history.counts)
    }
  }

  @Test(arguments: 0..<4)
  func `a store that lies is told, and what it has is read when it is honest again`(
    _ block: Int
  ) throws {
    try expectHistories(block: block, count: Self.count, steps: Self.steps) { seed, steps in
      var lines: [String] = []
      let history = try ContextTreeHistory(SplitMix64(seed: seed)) { lines.append($0) }
      let problem = history.problemOfLies(steps: steps)
      return HistoryOutcome(lines: lines, problems: problem.map { [$0] } ?? [], counts: [:])
    }
  }
}
