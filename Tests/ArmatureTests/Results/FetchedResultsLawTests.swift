import Testing

@Suite struct FetchedResultsLawTests {
  /// 8 · 16 histories, each with twelve lists followed over 25 changes.
  @Test(arguments: 0..<8)
  func `steps lead from the list that was to the one that a fetch finds`(_ block: Int) throws {
    try expectHistories(
      block: block, count: 16, from: 50_000, steps: 25,
      showing: [
        "insertSection", "deleteSection", "insert", "delete", "move", "update", "undo", "rollback",
        "others", "child",
      ], moreThan: 2
    ) { seed, steps in
      let history = try ResultsHistory(seed: seed)
      var outcome = HistoryOutcome(steps: steps) { _ in
        (try history.step(), try history.problems())
      }
      outcome.counts = history.counts
      return outcome
    }
  }
}
