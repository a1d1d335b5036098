import Armature

/// Pending deletions while other contexts save and their reversal against a fresh context.
enum DeletionFuzz {
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    var random = choices
    let model = try DeletionHistory.model(&random)
    let container = try PersistentContainer(model: model, store: InMemoryStore(keepsHistory: true))
    let history = try DeletionHistory(random, on: container) { trace.note($0) }
    defer { choices = history.random }
    return history.problem(rounds: 1 + history.random.below(4))
  }
}
