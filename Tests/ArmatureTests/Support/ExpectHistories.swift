import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Expects that success in histories of random steps, and that they show certain events together.
///
/// What goes wrong is told with its steps: with few of them, if the seed or another one fails in few. Each
/// block has `count` seeds, block 0 those from `first`. Each event must occur more often than `least` says,
/// or the test is worth little. `live` makes a history of a seed, and takes so many steps.
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

/// A failure in few steps: few seeds fail in few steps, but most mistakes do with some.
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

/// How many histories of so many steps each of eight blocks has, of 24,000 steps in all; a variable of the
/// environment makes a long run of it.
func historyCount(steps: Int, _ variable: String) -> Int {
  let all = ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? 24_000
  return max(1, all / steps / 8)
}
