#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waiting for a socket, with a deadline and cancellation.
enum PostgreSQLSocket {
  /// The time between two checks for cancellation.
  private static let slice: Duration = .milliseconds(50)

  /// The reason why a wait ended.
  enum Outcome {
    case ready, timedOut, cancelled
  }

  /// Waits until a socket is readable, or writable if requested.
  ///
  /// - Parameter isCancellable: Whether cancelling the task ends the wait.
  static func wait(
    _ socket: Int32, reading: Bool = true, writing: Bool = false,
    until deadline: ContinuousClock.Instant, isCancellable: Bool
  ) -> Outcome {
    while true {
      let left = deadline - ContinuousClock.now
      if left <= .zero { return .timedOut }
      if isCancellable, Task.isCancelled { return .cancelled }
      let (seconds, attoseconds) = min(left, slice).components
      let milliseconds = Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
      var request = pollfd(
        fd: socket, events: Int16((reading ? POLLIN : 0) | (writing ? POLLOUT : 0)), revents: 0)
      if poll(&request, 1, max(1, milliseconds)) > 0 { return .ready }
    }
  }
}

extension PostgreSQLSocket {
  /// Polls for some microseconds whether a socket is readable, without sleeping.
  ///
  /// On a machine with one processor the other side could not respond meanwhile.
  static func isReadable(_ socket: Int32, within time: Duration) -> Bool {
    if processorCount < 2 { return false }
    let end = ContinuousClock.now + time
    while !isReadable(socket) {
      if ContinuousClock.now >= end { return false }
    }
    return true
  }

  private static let processorCount = sysconf(Int32(_SC_NPROCESSORS_ONLN))

  /// Returns whether a socket is readable, or the other side has closed it.
  static func isReadable(_ socket: Int32) -> Bool {
    var request = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Shuts a socket down, which is closed later.
  static func shutDown(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_RDWR)) }

  /// Sleeps, on a thread that may block.
  static func sleep(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    usleep(UInt32(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
  }
}
