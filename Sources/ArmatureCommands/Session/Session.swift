import Armature
import ArmatureSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a verb works with: where results and words go, and what the user's surroundings say.
final class Session {
  /// Where the result goes: the standard output.
  let result: Output
  /// Where everything else goes that is said: the standard error output.
  let talk: Output
  /// The arguments without the name of the command.
  let arguments: [String]
  let variables: [String: String]
  /// The model that is compiled into this process, if there is one.
  let model: ManagedObjectModel?
  /// The context of loaded data: the process ends sooner if its objects are not freed one by one.
  var context: ManagedObjectContext?
  /// The stores in files of SQLite that were opened, which may still be kept when the process ends.
  var stores: [SQLiteStore] = []
  /// What was warned of.
  private var warnings: Set<String> = []
  /// What `--color` says.
  var color = ColorChoice.auto
  /// How much is said beside the result.
  var loudness = Loudness.usual

  /// How much is said beside the result: errors only; warnings and progress, too; every step.
  enum Loudness: Comparable {
    case quiet, usual, verbose
  }

  /// Whether output is coloured.
  enum ColorChoice: String, CaseIterable {
    case auto, always, never
  }

  init(
    arguments: [String], variables: [String: String], result: Output, talk: Output,
    model: ManagedObjectModel? = nil
  ) {
    self.arguments = arguments
    self.variables = variables
    self.result = result
    self.talk = talk
    self.model = model
  }

  /// The folder for temporary files.
  var temporaryFolder: String { variables["TMPDIR"] ?? "/tmp" }

  /// Whether an output gets colours: by `--color`, then `NO_COLOR`, `CLICOLOR_FORCE` and `TERM`.
  func hasColor(_ output: Output) -> Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if !(variables["NO_COLOR"] ?? "").isEmpty { return false }
    if !["", "0"].contains(variables["CLICOLOR_FORCE"] ?? "") { return true }
    return output.isTerminal && variables["TERM"] != "dumb"
  }

  /// Says that something is wrong.
  func complain(_ message: String) { say("error", .red, message) }

  /// Says that something deserves a look, once about each topic; the message is the topic unless given.
  func warn(_ message: String, about topic: String? = nil) {
    guard loudness > .quiet, warnings.insert(topic ?? message).inserted else { return }
    say("warning", .yellow, message)
  }

  /// Says what is good to know, but to those who want to hear of errors only.
  func say(_ message: String) {
    guard loudness > .quiet else { return }
    talk.line(message)
    talk.flush()
  }

  /// Says what is done, to those who want to know every step.
  func tell(_ message: @autoclosure () -> String) {
    if loudness == .verbose { say("note", .bold, message()) }
  }

  /// Asks a question on the terminal; nobody agrees where nobody looks.
  func agrees(to question: String) -> Bool {
    guard isatty(0) == 1, talk.isTerminal else { return false }
    talk.write("\(question) [y/N] ")
    talk.flush()
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  private func say(_ word: String, _ style: TextStyle, _ message: String) {
    talk.line(style.applied(to: "\(word):", hasColor(talk)) + " " + message)
    talk.flush()
  }
}
