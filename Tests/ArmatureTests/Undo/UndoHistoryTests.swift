import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct UndoHistoryTests {
  /// How many steps are taken in all; the variable makes a long run of it.
  private static let steps =
    ProcessInfo.processInfo.environment["ARMATURE_UNDO_STEPS"].flatMap(Int.init) ?? 24_000
  private static let stepsPerHistory = 60

  @Test(arguments: 0..<8)
  func `undo and redo lead to what was, whatever happened`(_ block: Int) throws {
    var counts: [String: Int] = [:]
    let histories = max(1, Self.steps / Self.stepsPerHistory / 8)
    for run in 0..<histories {
      let seed = UInt64(block * histories + run)
      let history = try UndoHistory(seed: seed)
      var steps: [String] = []
      for number in 1...Self.stepsPerHistory {
        var (text, problems) = try history.step()
        steps.append(text)
        problems += history.problems(fillsFaults: number == Self.stepsPerHistory)
        if text.contains("WRONG") { problems.append("the outcome of the step") }
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
    for name in ["undo", "redo", "moment", "moment over a save", "group over a save"] {
      #expect(counts[name] ?? 0 > histories / 10, "\(name) in \(counts)")
    }
  }
}
