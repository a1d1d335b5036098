/// The listeners to changes of a context.
struct ChangeBroadcast<Change: Sendable> {
  private var listeners: [WeakQueue] = []
  private let join: @Sendable (ArraySlice<Change>) -> Change?

  private struct WeakQueue {
    weak var queue: ChangeQueue<Change>?
  }

  /// - Parameter join: A closure that combines several changes into one. It returns `nil` if the result would not be
  ///   smaller.
  init(joining join: @escaping @Sendable (ArraySlice<Change>) -> Change?) { self.join = join }

  var isEmpty: Bool { listeners.allSatisfy { $0.queue == nil } }

  /// Creates a sequence of the changes from now on.
  mutating func makeStream() -> AsyncStream<Change> {
    let queue = ChangeQueue<Change>(joining: join)
    listeners.removeAll { $0.queue == nil }
    listeners.append(WeakQueue(queue: queue))
    return AsyncStream {
      await queue.next()
    } onCancel: {
      queue.cancel()
    }
  }

  /// Sends a change to all listeners and removes listeners that have ended.
  mutating func send(_ change: Change) {
    listeners.removeAll { $0.queue?.put(change) != true }
  }

  func finish() {
    for listener in listeners { listener.queue?.finish() }
  }
}
