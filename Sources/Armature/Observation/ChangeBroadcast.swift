/// Who is told of the saves of a context.
struct ChangeBroadcast {
  private var listeners: [Int: AsyncStream<ContextChange>.Continuation] = [:]
  private var count = 0

  var isEmpty: Bool { listeners.isEmpty }

  mutating func add(_ listener: AsyncStream<ContextChange>.Continuation) {
    count += 1
    listeners[count] = listener
  }

  /// Tells all listeners, and forgets those that have gone.
  mutating func send(_ change: ContextChange) {
    for (number, listener) in listeners {
      if case .terminated = listener.yield(change) { listeners[number] = nil }
    }
  }

  func finish() {
    for listener in listeners.values { listener.finish() }
  }
}
