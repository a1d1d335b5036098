import Armature
import ArmatureSQLite
import Foundation

/// Random changes and searches in memory and in a file of SQLite, which must find the same in the same order.
enum SearchFuzz {
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let folder = try TemporaryFolder()
    let model = try SearchModel.make()
    let stores: [any PersistentStore] = [
      InMemoryStore(), SQLiteStore(folder.file("fuzz.sqlite"), durability: .normal),
    ]
    let containers = try stores.map { try PersistentContainer(model: model, store: $0) }
    let history = SearchHistory(containers, choices)
    defer { choices = history.random }
    return try history.play(2 + choices.below(40)) {}?.description
  }
}
