import ArmatureSQLite
import Foundation

/// Files of SQLite whose models change at random, against what becomes of each row by the numbers of what changed.
enum MigrationFuzz {
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let folder = try TemporaryFolder()
    var history = try MigrationHistory(
      choices, on: { SQLiteStore(folder.file("fuzz.sqlite"), durability: .normal) },
      note: { trace.note($0) })
    defer { choices = history.random }
    return try history.problem(versions: 1 + history.random.below(4))
  }
}
