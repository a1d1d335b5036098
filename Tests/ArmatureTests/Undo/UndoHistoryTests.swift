import Testing

@Suite struct UndoHistoryTests {
  private static let steps = 60
  private static let count = historyCount(steps: steps, "ARMATURE_UNDO_STEPS")

  @Test(arguments: 0..<8)
  func `undo and redo lead to what was, whatever happened`(_ block: Int) throws {
    try expectHistories(
      block: block, count: Self.count, steps: Self.steps,
      showing: ["undo", "redo", "moment", "moment over a save", "group over a save"],
      moreThan: Self.count / 10
    ) { seed, steps in
      let history = try UndoHistory(seed: seed)
      var outcome = HistoryOutcome(steps: steps, history.step)
      outcome.counts = history.counts
      return outcome
    }
  }
}
