/// Random histories of two contexts of a container, with children, undo, merge policies and a failing store, against
/// dictionaries with the expected results.
enum StoreFuzz {
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let history = try StoreHistory(choices) { trace.note($0) }
    defer { choices = history.random }
    return history.problem(steps: 2 + history.random.below(40))
  }
}
