import Armature
import Foundation
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Random contexts of a server: at each step, the server contains their saves, also after reopening.
@Suite(.needsPostgreSQL) struct PostgreSQLHistoryTests {
  private static let steps = 40
  /// The number of histories of each kind; an environment variable allows a long run.
  private static let count =
    (ProcessInfo.processInfo.environment["ARMATURE_HISTORY_STEPS"].flatMap(Int.init) ?? 1_000)
    / steps

  /// Expects that some histories succeed, and that together they show certain events.
  private func expectHistories(
    keepsHistory: Bool = false, isolation: PostgreSQLStore.Isolation = .readCommitted,
    showing events: [String],
    _ play: (
      _ random: SplitMix64, _ store: PostgreSQLStore, _ reopen: @escaping () -> any PersistentStore,
      _ note: @escaping (String) -> Void
    ) throws -> (problem: String?, counts: [String: Int])
  ) throws {
    var counts: [String: Int] = [:]
    for seed in 0..<Self.count {
      var lines: [String] = []
      let store = try PostgreSQLStore.new(keepsHistory: keepsHistory, isolation: isolation)
      let (problem, found) = try play(
        SplitMix64(seed: UInt64(seed)), store, { store.again() }, { lines.append($0) })
      counts.merge(found, uniquingKeysWith: +)
      if let problem {
        Issue.record("seed \(seed):\n\(lines.joined(separator: "\n"))\n\(problem)")
        return
      }
    }
    for event in events { #expect(counts[event] ?? 0 > 0, "\(event) in \(counts)") }
  }

  @Test(arguments: PostgreSQLStore.Isolation.allCases)
  func `two contexts on one server do at each step what plain dictionaries say`(
    _ isolation: PostgreSQLStore.Isolation
  ) throws {
    try expectHistories(
      isolation: isolation, showing: ["save", "conflict", "failure", "undo", "child", "refresh"]
    ) { random, store, reopen, note in
      let history = try StoreHistory(random, on: store, reopen: reopen, note: note)
      return (history.problem(steps: Self.steps), history.counts)
    }
  }

  @Test func `contexts beside and over each other lose nothing in a server`() throws {
    try expectHistories(showing: ["save", "conflict", "refusal", "failure", "refresh"]) {
      random, store, reopen, note in
      let history = try ContextTreeHistory(random, on: store, reopen: reopen, note: note)
      return (history.problem(steps: Self.steps), history.counts)
    }
  }

  @Test(arguments: [false, true])
  func `contexts of two processes see each other's saves, and lose nothing`(
    keepsHistory: Bool
  ) throws {
    try expectHistories(
      keepsHistory: keepsHistory, showing: ["save", "conflict", "refusal", "merge"]
    ) { random, store, reopen, note in
      let history = try ContextTreeHistory(
        random, on: store, twin: reopen, reopen: reopen, note: note)
      return (history.problem(steps: Self.steps), history.counts)
    }
  }
}
