import Armature
import ArmatureSQLite
import ArmatureTools

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The environment of a command: its outputs, arguments and variables.
final class Session {
  /// The output for the result: standard output.
  let result: Output
  /// The output for messages: standard error.
  let talk: Output
  /// The arguments without the command's name.
  let arguments: [String]
  let variables: [String: String]
  /// The model compiled into this process, if any.
  let model: ManagedObjectModel?
  /// The JSON Schema from which the model was imported, if any.
  var schema: JSONSchemaModel?
  /// The context of loaded data. It is kept until the process exits, which saves the time of freeing its objects one by
  /// one.
  var context: ManagedObjectContext?
  /// The SQLite stores that were opened, which can still be open at exit.
  var stores: [SQLiteStore] = []
  /// The keys of encrypted files that were read so far, by the options that name them.
  var keys: [String: SQLiteKey] = [:]
  /// The topics of the warnings so far.
  private var warnings: Set<String> = []
  /// The value of `--color`.
  var color = ColorChoice.auto
  /// The amount of messages in addition to the result.
  var loudness = Loudness.usual

  /// The amount of messages: errors only, also warnings and progress, or every step.
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

  /// Returns whether an output has colours, according to `--color`, `NO_COLOR`, `CLICOLOR_FORCE` and `TERM`.
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

  /// Prints an error.
  func complain(_ message: String) { say("error", .red, message) }

  /// Prints a warning, but only once for each topic. By default, the topic is the message itself.
  func warn(_ message: String, about topic: String? = nil) {
    guard loudness > .quiet, warnings.insert(topic ?? message).inserted else { return }
    say("warning", .yellow, message)
  }

  /// Prints a message unless the session is quiet.
  func say(_ message: String) {
    guard loudness > .quiet else { return }
    talk.line(message)
    talk.flush()
  }

  /// Prints a step if the session is verbose.
  func tell(_ message: @autoclosure () -> String) {
    if loudness == .verbose { say("note", .bold, message()) }
  }

  /// Asks a question on the terminal; returns false if no one can answer.
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
