import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Expects that histories of random steps succeed, and that together they show certain events.
///
/// A failure is reported with its steps; if this or another seed fails in few steps, with these. Each block has `count`
/// seeds; block 0 starts at `first`. Each event must occur more often than `least`, or the test proves little. `live`
/// creates a history from a seed, and takes a number of steps.
func expectHistories(
  block: Int, count: Int, from first: Int = 0, steps: Int, showing events: [String] = [],
  moreThan least: Int = 0, sourceLocation: SourceLocation = #_sourceLocation,
  _ live: (_ seed: UInt64, _ steps: Int) throws -> HistoryOutcome
) throws {
  var counts: [String: Int] = [:]
  for run in 0..<count {
    let seed = UInt64(first + block * count + run)
    let outcome = try live(seed, steps)
    counts.merge(outcome.counts, uniquingKeysWith: +)
    if outcome.problems.isEmpty { continue }
    let (shortSeed, short) = try shortFailure(from: seed, steps, live) ?? (seed, outcome)
    Issue.record(
      """
      seed \(shortSeed), step \(short.lines.count):
      \(short.lines.joined(separator: "\n"))
      \(short.problems.joined(separator: "\n"))
      """, sourceLocation: sourceLocation)
    return
  }
  for event in events {
    #expect(counts[event] ?? 0 > least, "\(event) in \(counts)", sourceLocation: sourceLocation)
  }
}

/// Returns a failure in few steps: few seeds fail so early, but most defects show with some seed.
private func shortFailure(
  from seed: UInt64, _ most: Int, _ live: (UInt64, Int) throws -> HistoryOutcome
) throws -> (seed: UInt64, outcome: HistoryOutcome)? {
  for steps in [4, 6, 8, 10, 12, 16, 20, 30] where steps < most {
    for seed in [seed] + Array(0..<200) {
      let outcome = try live(seed, steps)
      if !outcome.problems.isEmpty { return (seed, outcome) }
    }
  }
  return nil
}

/// Returns the number of histories in each of eight blocks, for 24,000 steps in total; an environment variable allows a
/// long run.
func historyCount(steps: Int, _ variable: String) -> Int {
  let all = ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? 24_000
  return max(1, all / steps / 8)
}
