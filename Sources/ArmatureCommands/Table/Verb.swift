import Armature
// For `nearMiss` and `displayEscaped`, which are not public API: one rule for likely misspellings, and one for text
// that terminals must not interpret.
import ArmatureModel

/// A command of the tool, with its arguments, its documentation and its implementation.
///
/// The parser, the help, the completions and the manual page all use this declaration.
struct Verb: Sendable {
  let name: String
  /// A description in half a line without a full stop.
  let summary: String
  let operands: [Operand]
  var options: [Option] = []
  /// Further paragraphs of the help.
  var details: [String] = []
  /// Two calls, each with an explanation.
  let examples: [Example]
  /// Whether the arguments after the first operand belong to a script.
  var passesOn = false
  let work: Work

  /// The implementation of a command, and the process that runs it.
  enum Work: Sendable {
    /// The tool itself runs the command.
    case alone(@Sendable (Call) throws -> ExitStatus)
    /// The command runs in the program that was compiled from the model in the first operand.
    ///
    /// - Parameter reportIssues: A closure that runs instead if the model has issues. By default, the issues are an
    ///   error of the call.
    case withModel(
      @Sendable (ManagedObjectModel, Call) throws -> ExitStatus,
      reportIssues: (@Sendable (ModelError, Call) throws -> ExitStatus)? = nil)
  }

  /// A positional argument.
  struct Operand: Sendable {
    let name: String
    let help: String
    var arity = Arity.one
    var values = Values.file

    enum Arity: Sendable { case one, optional, oneOrMore, any }
    /// The values that completions offer.
    enum Values: Sendable, Equatable { case file, folder, words([String]), verb, none }

    var usage: String {
      switch arity {
      case .one: "<\(name)>"
      case .optional: "[<\(name)>]"
      case .oneOrMore: "<\(name)>..."
      case .any: "[<\(name)>...]"
      }
    }
  }

  /// A call with an explanation.
  struct Example: Sendable {
    let call: String
    let meaning: String

    init(_ call: String, _ meaning: String) {
      self.call = call
      self.meaning = meaning
    }
  }

  /// A named argument.
  struct Option: Sendable {
    let name: String
    let value: Value
    let help: String

    init(_ name: String, _ value: Value = .none, _ help: String) {
      self.name = name
      self.value = value
      self.help = help
    }

    /// The kind of an option's value.
    enum Value: Sendable {
      case none
      case text(String)
      /// A text; the option can be repeated.
      case texts(String)
      case number(String)
      case folder(String)
      case file(String)
      case word([String])
    }

    /// The name and its value, as typed.
    var usage: String {
      switch value {
      case .none: "--\(name)"
      case .text(let name), .texts(let name), .number(let name), .folder(let name),
        .file(let name):
        "--\(self.name) <\(name)>"
      case .word(let words): "--\(name) \(words.joined(separator: "|"))"
      }
    }
  }

  /// The options of every command.
  static let commonOptions = [
    Option("color", .word(Session.ColorChoice.allCases.map(\.rawValue)), "whether to use colours"),
    Option("quiet", "print only the result and errors"),
    Option("verbose", "print every step"),
    Option("help", "print this help"),
  ]

  /// All options, with the common ones last.
  var allOptions: [Option] { options + Self.commonOptions }

  /// `armature validate [options] <model> [<data>...]`
  var usage: String {
    (["armature", name, "[options]"] + operands.map(\.usage)).joined(separator: " ")
  }
}

extension Verb.Option {
  /// The option of commands that write files.
  static let dryRun = Verb.Option(
    "dry-run", "list the files that would be written, and write nothing")

  /// The option of commands that can run repeatedly.
  static let watch = Verb.Option("watch", "check again whenever a file changes")

  /// Creates an option without a value.
  init(_ name: String, _ help: String) { self.init(name, .none, help) }
}

/// The commands, in the order of help.
struct CommandTable: Sendable {
  /// A description of the program.
  let summary: String
  let verbs: [Verb]
  /// The examples at the top of the help.
  let examples: [Verb.Example]

  subscript(name: String) -> Verb? { verbs.first { $0.name == name } }

  /// Returns the command with a name.
  ///
  /// - Throws: ``CommandError`` if no command has this name. The error suggests the command that was probably meant.
  func verb(_ name: String) throws -> Verb {
    if let verb = self[name] { return verb }
    throw CommandError(
      .usage,
      Suggestion.text(name, "is not a verb", among: verbs.map(\.name))
        + " \"armature help\" lists the verbs.")
  }
}

/// Messages about unknown names.
enum Suggestion {
  /// `"vlidate" is not a verb. Did you mean "validate"?`
  static func text(_ name: String, _ complaint: String, among names: [String]) -> String {
    let near = nearMiss(name, in: names).map { " Did you mean \"\($0)\"?" } ?? ""
    return "\"\(name.shown)\" \(complaint).\(near)"
  }
}
