import Armature
import Foundation
import TestSupport
import Testing

/// Pending deletions are flags on rows, which merge like other changes.
@Suite(.needsSQLite) struct DeletionHistoryTests {
  /// The number of histories in each store; an environment variable allows a long run.
  private static let count =
    (ProcessInfo.processInfo.environment["ARMATURE_HISTORY_STEPS"].flatMap(Int.init) ?? 2_000) / 10

  @Test(arguments: StoreKind.allCases)
  func `a deletion that is taken back leaves what others have saved meanwhile`(
    _ kind: StoreKind
  ) throws {
    let count = kind == .postgresql ? Self.count / 10 : Self.count
    let first = ProcessInfo.processInfo.environment["ARMATURE_SEED"].flatMap(Int.init) ?? 0
    var counts: [String: Int] = [:]
    for seed in first..<(first + count) {
      var random = SplitMix64(seed: UInt64(seed))
      var lines: [String] = []
      let store = try AnyStore(
        kind, DeletionHistory.model(&random), keepsHistory: kind != .json)
      let history = try DeletionHistory(random, on: store.container) { lines.append($0) }
      let problem = history.problem(rounds: 4)
      counts.merge(history.counts, uniquingKeysWith: +)
      guard let problem else { continue }
      Issue.record("seed \(seed):\n\(lines.joined(separator: "\n"))\n\(problem)")
      return
    }
    for event in ["change", "undo", "rollback", "save"] { #expect(counts[event] ?? 0 > 0) }
  }
}
