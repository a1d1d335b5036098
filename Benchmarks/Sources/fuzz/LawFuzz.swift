import Armature
import ArmaturePostgreSQL
import ArmatureSQLite
import Foundation

/// The laws of concurrent saves, for the store and merge policy in the command line.
enum LawFuzz {
  /// The stores by name; by default, one of the first three is chosen.
  static let stores = ["memory", "json", "sqlite", "postgresql"]
  static let policies = MergePolicy.all(keeping: "name")
  // This program has one thread.
  nonisolated(unsafe) static var store: String?
  nonisolated(unsafe) static var policy: String?

  /// Other contexts save in the middle of calls; the saved state must be consistent and valid.
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    try problem(&choices, trace, LawHistory<Choices>.Settings())
  }

  /// Other contexts save only between calls.
  @Sendable static func problemOfTurns(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    var settings = LawHistory<Choices>.Settings()
    settings.hasWindows = false
    return try problem(&choices, trace, settings)
  }

  /// The result of concurrent saves must equal the result of the saves in sequence.
  @Sendable static func problemOfOrder(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    var settings = LawHistory<Choices>.Settings()
    settings.isSerial = true
    return try problem(&choices, trace, settings)
  }

  /// A context that created all objects must not read in order to save.
  @Sendable static func problemOfCost(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    var settings = LawHistory<Choices>.Settings()
    settings.isAlone = true
    return try problem(&choices, trace, settings)
  }

  private static func problem(
    _ choices: inout Choices, _ trace: Trace, _ settings: LawHistory<Choices>.Settings
  ) throws -> String? {
    var settings = settings
    settings.policy = policies.first { $0.name == policy }
    let folder = try TemporaryFolder()
    let name = store ?? choices.pick(["memory", "memory", "memory", "sqlite", "json"])
    trace.note("the store is \(name)")
    let base: any PersistentStore
    switch name {
    case "json": base = JSONFileStore(folder.file("store.json"))
    case "sqlite": base = SQLiteStore(folder.file("store.sqlite"), durability: .normal)
    case "postgresql":
      guard let server = PostgreSQLServer.shared else { return nil }
      base = PostgreSQLStore(server.address, schema: server.newSchema(), connections: 4)
    default: base = InMemoryStore()
    }
    let history = try LawHistory(choices, on: base, settings) { trace.note($0) }
    defer { choices = history.random }
    return history.problem(steps: 2 + history.random.below(40))
  }
}
