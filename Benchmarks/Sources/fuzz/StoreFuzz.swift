/// Two contexts of a container at random, with children, undo, merge policies and a store that fails,
/// beside dictionaries that say what must come of it.
enum StoreFuzz {
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let history = try StoreHistory(choices) { trace.note($0) }
    defer { choices = history.random }
    return history.problem(steps: 2 + history.random.below(40))
  }
}
