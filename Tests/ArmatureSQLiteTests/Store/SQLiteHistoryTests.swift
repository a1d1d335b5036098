import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Contexts at random over a file: at each step it has what they have saved, and so has whoever opens it
/// once more.
@Suite(.needsSQLite) struct SQLiteHistoryTests {
  private static let steps = 40
  /// How many histories each of two blocks has; a variable of the environment makes a long run of it.
  private static let count =
    (ProcessInfo.processInfo.environment["ARMATURE_HISTORY_STEPS"].flatMap(Int.init) ?? 4_800)
    / steps / 2

  /// Expects that success in some histories, and that they show certain events together.
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
      // The other process does not ask for the history, and writes it all the same.
      let store = block == 0 ? store : SQLiteStore(store.path, keepsHistory: true)
      let history = try ContextTreeHistory(
        random, on: store, twin: reopen, reopen: reopen, note: note)
      return (history.problem(steps: Self.steps), history.counts)
    }
  }
}
