import Foundation

/// Work on several threads at once.
enum Threads {
  /// Returns the time until all threads have done their work, after each has prepared its state.
  ///
  /// This is elapsed time, not CPU time. The states are released afterwards.
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

  /// Runs a body in a separate scope, so that its objects are released at the end.
  @inline(never)
  private static func scope(_ body: () -> Void) { body() }
}
