import Testing

@Suite struct RandomHistoryTests {
  private static let steps = 50
  private static let count = historyCount(steps: steps, "ARMATURE_HISTORY_STEPS")

  @Test(arguments: 0..<8)
  func `a context does at each step what a simple model of it does`(_ block: Int) throws {
    try expectHistories(
      block: block, count: Self.count, steps: Self.steps,
      showing: ["save", "refusal", "denial", "roll back", "load", "changeset", "mark", "hook"],
      moreThan: Self.count / 10
    ) { seed, steps in
      let history = try History(seed: seed)
      var outcome = HistoryOutcome(steps: steps) { isLast in
        let line = try history.step()
        return (line, history.problems(after: line, isLast: isLast))
      }
      outcome.counts = history.counts
      return outcome
    }
  }
}
