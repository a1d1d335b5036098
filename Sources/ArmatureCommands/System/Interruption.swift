#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// Handles Ctrl-C and other signals that end this process, so that no temporary files are left.
///
/// If there are no temporary folders and no partially written files, the process exits at once. Otherwise the signal is
/// passed to the program that is running. The code that waits for this program cleans up, and the process exits when
/// the last temporary file is removed. A second signal ends the process at once.
enum Interruption {
  /// The number of the received signal; 0 if no signal was received.
  private static let received = Atomic<Int32>(0)
  /// The number of temporary folders and files.
  private static let unfinished = Atomic<Int>(0)
  /// The running program. It is negative for a process group, and 0 if no program is running.
  private static let child = Atomic<pid_t>(0)

  /// Starts to handle signals.
  static func listen() {
    // Initializes the variables now, because a signal handler must not.
    _ = received.load(ordering: .relaxed)
    _ = unfinished.load(ordering: .relaxed)
    _ = child.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM] { _ = signal(number) { Interruption.handle($0) } }
  }

  /// Handles a signal with async-signal-safe calls only.
  private static func handle(_ number: Int32) {
    let (isFirst, _) = received.compareExchange(
      expected: 0, desired: number, ordering: .sequentiallyConsistent)
    let child = child.load(ordering: .sequentiallyConsistent)
    if child != 0 { pass(number, to: child) }
    if !isFirst || unfinished.load(ordering: .sequentiallyConsistent) == 0 { _exit(128 + number) }
  }

  /// Registers a temporary item that is about to be created.
  static func willBegin() { unfinished.add(1, ordering: .sequentiallyConsistent) }

  /// Ends the registration of a temporary file or folder. After a signal, ending the last registration exits the
  /// process.
  static func didEnd() {
    let (_, left) = unfinished.subtract(1, ordering: .sequentiallyConsistent)
    let number = received.load(ordering: .sequentiallyConsistent)
    if left == 0 && number != 0 { _exit(128 + number) }
  }

  /// Registers a running program.
  static func didStart(_ process: pid_t, inOwnGroup: Bool) {
    let process = inOwnGroup ? -process : process
    child.store(process, ordering: .sequentiallyConsistent)
    let number = received.load(ordering: .sequentiallyConsistent)
    if number != 0 { pass(number, to: process) }
  }

  /// Passes a signal on to a child process. Tools always receive SIGINT.
  ///
  /// The compiler runs its own children in separate process groups, and SIGINT is the only signal that it passes on to
  /// them. After any other signal, they would continue to write to a folder that is being removed.
  private static func pass(_ number: Int32, to child: pid_t) {
    kill(child, child < 0 ? SIGINT : number)
  }

  /// Waits for the program to end; returns its wait status.
  static func waitForEnd(of process: pid_t) -> Int32 {
    // WNOWAIT keeps the process ID reserved until no signal can be sent to it any more.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    child.store(0, ordering: .sequentiallyConsistent)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }
}
