import Armature
import ArmaturePostgreSQL
import ArmatureSQLite
import Foundation

/// The laws of saves beside others, over the store and by the policy that the command line names.
enum LawFuzz {
  /// The stores by name; any of the first three unless one is named.
  static let stores = ["memory", "json", "sqlite", "postgresql"]
  static let policies = MergePolicy.all(keeping: "name")
  // This program has one thread.
  nonisolated(unsafe) static var store: String?
  nonisolated(unsafe) static var policy: String?

  /// Others save in the middle of calls, and what is saved is whole and valid all the same.
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    try problem(&choices, trace, LawHistory<Choices>.Settings())
  }

  /// The same without others in the middle.
  @Sendable static func problemOfTurns(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    var settings = LawHistory<Choices>.Settings()
    settings.hasWindows = false
    return try problem(&choices, trace, settings)
  }

  /// What saves come to is what they come to one after the other.
  @Sendable static func problemOfOrder(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    var settings = LawHistory<Choices>.Settings()
    settings.isSerial = true
    return try problem(&choices, trace, settings)
  }

  /// One context that has made all there is need not read to save.
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
