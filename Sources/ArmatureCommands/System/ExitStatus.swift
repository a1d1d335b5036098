/// How the command ends; from 64 on, the numbers are those of `sysexits.h`.
enum ExitStatus: Int32, CaseIterable, Sendable {
  /// All is well.
  case success = 0
  /// The command did its work, and found something: mistakes, or differences.
  case findings = 1
  /// The command was called wrongly.
  case usage = 64
  /// The input cannot be read: a script that does not compile, JSON that breaks off.
  case badData = 65
  /// A file does not exist or cannot be opened.
  case noInput = 66
  /// Something that the command needs is missing, such as the compiler.
  case unavailable = 69
  /// A mistake in the command itself.
  case bug = 70
  /// Writing failed: a full disk, a closed pipe.
  case inputOutput = 74
  /// Ctrl-C.
  case interrupted = 130
  /// A request to end, as by `kill`.
  case terminated = 143

  /// What the manual says.
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
