import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Random contexts of a file: at each step, the file contains their saves, also after reopening.
@Suite(.needsSQLite) struct SQLiteHistoryTests {
  private static let steps = 40
  /// The number of histories in each of two blocks; an environment variable allows a long run.
  private static let count =
    (ProcessInfo.processInfo.environment["ARMATURE_HISTORY_STEPS"].flatMap(Int.init) ?? 4_800)
    / steps / 2

  /// Expects that some histories succeed, and that together they show certain events.
  private func expectHistories(
    block: Int, showing events: [String],
    _ play: (
      _ random: SplitMix64, _ store: SQLiteStore, _ reopen: @escaping () -> any PersistentStore,
      _ note: @escaping (String) -> Void
    ) throws -> (problem: String?, counts: [String: Int])
  ) throws {
    let folder = try TemporaryFolder()
    var counts: [String: Int] = [:]
    for seed in (block * Self.count)..<((block + 1) * Self.count) {
      let path = folder.file()
      var lines: [String] = []
      let (problem, found) = try play(
        SplitMix64(seed: UInt64(seed)), SQLiteStore(path, durability: .normal),
        { SQLiteStore(path) }, { lines.append($0) })
      counts.merge(found, uniquingKeysWith: +)
      if let problem {
        Issue.record("seed \(seed):\n\(lines.joined(separator: "\n"))\n\(problem)")
        return
      }
    }
    for event in events { #expect(counts[event] ?? 0 > 0, "\(event) in \(counts)") }
  }

  @Test(arguments: 0..<2)
  func `two contexts on one file do at each step what plain dictionaries say`(_ block: Int) throws {
    try expectHistories(
      block: block,
      showing: [
        "save", "conflict", "failure", "undo", "child", "refresh",
        "resolved by storeTrumps", "resolved by objectTrumps", "resolved by overwrite",
        "resolved by rollback", "resolved by resolve",
      ]
    ) { random, store, reopen, note in
      let history = try StoreHistory(random, on: store, reopen: reopen, note: note)
      return (history.problem(steps: Self.steps), history.counts)
    }
  }

  @Test(arguments: 0..<2)
  func `contexts beside and over each other lose nothing in a file`(_ block: Int) throws {
    try expectHistories(
      block: block, showing: ["save", "conflict", "refusal", "failure", "refresh"]
    ) { random, store, reopen, note in
      let history = try ContextTreeHistory(random, on: store, reopen: reopen, note: note)
      return (history.problem(steps: Self.steps), history.counts)
    }
  }

  @Test(arguments: 0..<2)
  func `contexts of two processes see each other's saves, and lose nothing`(_ block: Int) throws {
    try expectHistories(
      block: block, showing: ["save", "conflict", "refusal", "merge"]
    ) { random, store, reopen, note in
      // The other process does not request the history but writes it all the same.
      let store = block == 0 ? store : SQLiteStore(store.path, keepsHistory: true)
      let history = try ContextTreeHistory(
        random, on: store, twin: reopen, reopen: reopen, note: note)
      return (history.problem(steps: Self.steps), history.counts)
    }
  }
}
