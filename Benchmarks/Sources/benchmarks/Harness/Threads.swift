import Foundation

/// Work in several threads at once.
enum Threads {
  /// How long it takes until all threads have done their work, once each has prepared its state.
  ///
  /// Time on the clock, not of a processor. What the states own is let go of afterwards.
  static func nanoseconds<State>(
    _ count: Int, _ prepare: @escaping @Sendable () -> State,
    _ body: @escaping @Sendable (State) -> Void
  ) -> Double {
    let ready = DispatchSemaphore(value: 0)
    let go = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let release = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<count {
      Thread {
        scope {
          let state = prepare()
          ready.signal()
          go.wait()
          body(state)
          done.signal()
          release.wait()
          sink(state)
        }
        ended.signal()
      }.start()
    }
    for _ in 0..<count { ready.wait() }
    let start = DispatchTime.now().uptimeNanoseconds
    for _ in 0..<count { go.signal() }
    for _ in 0..<count { done.wait() }
    let end = DispatchTime.now().uptimeNanoseconds
    for _ in 0..<count { release.signal() }
    for _ in 0..<count { ended.wait() }
    return Double(end - start)
  }

  /// A scope of its own, at whose end what it made is gone.
  @inline(never)
  private static func scope(_ body: () -> Void) { body() }
}
