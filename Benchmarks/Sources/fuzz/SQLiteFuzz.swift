import Armature
import ArmatureSQLite
import Foundation

/// The histories of contexts with a SQLite file, which is reopened at the end.
enum SQLiteFuzz {
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let file = try File()
    let history = try StoreHistory(
      choices, on: file.store(), reopen: file.store, note: { trace.note($0) })
    defer { choices = history.random }
    return history.problem(steps: 2 + history.random.below(40))
  }

  @Sendable static func problemOfContexts(
    _ choices: inout Choices, _ trace: Trace
  ) throws -> String? {
    let file = try File()
    let history = try ContextTreeHistory(
      choices, on: file.store(), reopen: file.store, note: { trace.note($0) })
    defer { choices = history.random }
    return history.problem(steps: 2 + history.random.below(40))
  }

  /// A file that is removed together with all files next to it.
  private final class File {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func store() -> any PersistentStore {
      SQLiteStore(folder.file("fuzz.sqlite"), durability: .normal)
    }
  }
}
