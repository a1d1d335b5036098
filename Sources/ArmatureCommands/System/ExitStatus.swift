#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The exit statuses of the command; from 64 on, the numbers of `sysexits.h`.
enum ExitStatus: Int32, CaseIterable, Sendable {
  /// The command succeeded.
  case success = 0
  /// The command ran and found failures, issues or differences.
  case findings = 1
  /// The command's usage was invalid.
  case usage = 64
  /// The input is invalid. For example, a script does not compile, or JSON is incomplete.
  case badData = 65
  /// A file does not exist or cannot be opened.
  case noInput = 66
  /// A requirement is missing, such as the compiler.
  case unavailable = 69
  /// The command itself has a defect.
  case bug = 70
  /// Writing failed, for example because of a full disk or a closed pipe.
  case inputOutput = 74
  /// The user pressed Ctrl-C.
  case interrupted = 130
  /// The process received a request to end, as from `kill`.
  case terminated = 143

  /// The description in the manual.
  var meaning: String {
    switch self {
    case .success: "success"
    case .findings: "errors or differences were found"
    case .usage: "wrong usage"
    case .badData: "the input is unreadable"
    case .noInput: "a file does not exist or cannot be opened"
    case .unavailable: "something required is missing"
    case .bug: "an error in the command itself"
    case .inputOutput: "writing failed"
    case .interrupted: "interrupted by Ctrl-C"
    case .terminated: "ended by a signal to terminate"
    }
  }
}

/// An error that ends a command. It consists of the exit status and a message for the user.
struct CommandError: Error, Equatable {
  let status: ExitStatus
  /// The problem and the remedy; empty if everything was already printed.
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}

/// Exits this process after flushing C's output.
func endProcess(_ status: Int32) -> Never { exit(status) }
