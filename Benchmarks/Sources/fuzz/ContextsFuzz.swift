/// Random histories of a container's contexts, next to and nested in each other, with every merge policy, undo,
/// refreshing, eviction and a failing store.
enum ContextsFuzz {
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let history = try ContextTreeHistory(choices) { trace.note($0) }
    defer { choices = history.random }
    return history.problem(steps: 2 + history.random.below(40))
  }

  /// The same with a store that returns wrong answers.
  @Sendable static func problemOfLies(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let history = try ContextTreeHistory(choices) { trace.note($0) }
    defer { choices = history.random }
    return history.problemOfLies(steps: 2 + history.random.below(40))
  }
}
