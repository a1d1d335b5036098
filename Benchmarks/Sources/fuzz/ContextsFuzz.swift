/// Contexts of a container at random, beside and over each other, with every merge policy, undo, refreshing,
/// letting go, and a store that fails.
enum ContextsFuzz {
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let history = try ContextTreeHistory(choices) { trace.note($0) }
    defer { choices = history.random }
    return history.problem(steps: 2 + history.random.below(40))
  }

  /// The same on a store that lies.
  @Sendable static func problemOfLies(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let history = try ContextTreeHistory(choices) { trace.note($0) }
    defer { choices = history.random }
    return history.problemOfLies(steps: 2 + history.random.below(40))
  }
}
