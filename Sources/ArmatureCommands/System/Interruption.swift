#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// What happens when Ctrl-C or a signal ends this process: nothing is left behind.
///
/// The process ends at once where nothing is unfinished: no temporary folder is there, no file half written. Else
/// the signal is passed on to the program that is being run; what waited for it clears up, and the process ends
/// when the last unfinished thing is gone or done. A second signal does not wait.
enum Interruption {
  /// The number of the signal that has come; 0 for none.
  private static let received = Atomic<Int32>(0)
  /// How many temporary folders and files there are.
  private static let unfinished = Atomic<Int>(0)
  /// The program that is being run, negative for its whole group; 0 for none.
  private static let child = Atomic<pid_t>(0)

  /// Begins to listen to signals.
  static func listen() {
    // Made now: the handler of a signal could not wait for that.
    _ = received.load(ordering: .relaxed)
    _ = unfinished.load(ordering: .relaxed)
    _ = child.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM] { _ = signal(number) { Interruption.handle($0) } }
  }

  /// Calls nothing that the handler of a signal must not call.
  private static func handle(_ number: Int32) {
    let (isFirst, _) = received.compareExchange(
      expected: 0, desired: number, ordering: .sequentiallyConsistent)
    let child = child.load(ordering: .sequentiallyConsistent)
    if child != 0 { pass(number, to: child) }
    if !isFirst || unfinished.load(ordering: .sequentiallyConsistent) == 0 { _exit(128 + number) }
  }

  /// Says that something temporary is about to be made.
  static func willBegin() { unfinished.add(1, ordering: .sequentiallyConsistent) }

  /// Says that something temporary is gone; after a signal the last one ends the process.
  static func didEnd() {
    let (_, left) = unfinished.subtract(1, ordering: .sequentiallyConsistent)
    let number = received.load(ordering: .sequentiallyConsistent)
    if left == 0 && number != 0 { _exit(128 + number) }
  }

  /// Says that a program is being run.
  static func didStart(_ process: pid_t, inOwnGroup: Bool) {
    let process = inOwnGroup ? -process : process
    child.store(process, ordering: .sequentiallyConsistent)
    let number = received.load(ordering: .sequentiallyConsistent)
    if number != 0 { pass(number, to: process) }
  }

  /// Passes a signal on: to a tool as Ctrl-C, whatever it is.
  ///
  /// What the compiler starts is in groups of its own, and Ctrl-C is the only signal that it passes on to them:
  /// after another one they would go on, and write to a folder that is being removed.
  private static func pass(_ number: Int32, to child: pid_t) {
    kill(child, child < 0 ? SIGINT : number)
  }

  /// Waits for the end of the program, and returns what the system says of it.
  static func waitForEnd(of process: pid_t) -> Int32 {
    // It keeps its number until nobody would send it a signal any more.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    child.store(0, ordering: .sequentiallyConsistent)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }
}
