import Armature
import ArmatureSQLite
import Foundation

/// SQLite and JSON files with randomly changing models against a prediction of each row.
enum MigrationFuzz {
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let folder = try TemporaryFolder()
    let isJSON = choices.bool()
    let open: () -> any PersistentStore = {
      isJSON
        ? JSONFileStore(folder.file("fuzz.json"))
        : SQLiteStore(folder.file("fuzz.sqlite"), durability: .normal)
    }
    trace.note(isJSON ? "a file of JSON" : "a file of SQLite")
    var history = try MigrationHistory(
      choices, on: open,
      note: { trace.note($0) })
    defer { choices = history.random }
    return try history.problem(versions: 1 + history.random.below(4))
  }
}
