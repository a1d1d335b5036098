/// The listeners to changes of a context.
struct ChangeBroadcast<Change: Sendable> {
  private var listeners: [Int: AsyncStream<Change>.Continuation] = [:]
  private var count = 0

  var isEmpty: Bool { listeners.isEmpty }

  /// Creates a sequence of the changes from now on.
  mutating func makeStream() -> AsyncStream<Change> {
    let (stream, listener) = AsyncStream.makeStream(of: Change.self)
    count += 1
    listeners[count] = listener
    return stream
  }

  /// Sends a change to all listeners and removes listeners that have ended.
  mutating func send(_ change: Change) {
    for (number, listener) in listeners {
      if case .terminated = listener.yield(change) { listeners[number] = nil }
    }
  }

  func finish() {
    for listener in listeners.values { listener.finish() }
  }
}
