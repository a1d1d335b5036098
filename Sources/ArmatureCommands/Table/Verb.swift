import Armature

/// A verb of the command: what it takes, what help and manual say of it, and what it does.
///
/// The verbs are the one place that knows all this: the parser, help, completions and the manual
/// page read it from here.
struct Verb: Sendable {
  let name: String
  /// What it does, in half a line without a full stop.
  let summary: String
  let operands: [Operand]
  var options: [Option] = []
  /// What else there is to know: paragraphs.
  var details: [String] = []
  /// Two calls, each with what it does.
  let examples: [Example]
  /// Whether everything behind the first operand is for somebody else: a script.
  var passesOn = false
  let work: Work

  /// What carries out a call, and where.
  enum Work: Sendable {
    /// The command itself.
    case alone(@Sendable (Call) throws -> ExitStatus)
    /// The program that is made of the model, which the first operand names.
    ///
    /// - Parameter mistakes: Takes the place of the work where the model has mistakes; unless given they
    ///   are an error of the call.
    case withModel(
      @Sendable (ManagedObjectModel, Call) throws -> ExitStatus,
      mistakes: (@Sendable (ModelError, Call) throws -> ExitStatus)? = nil)
  }

  /// An argument that is no option.
  struct Operand: Sendable {
    let name: String
    let help: String
    var arity = Arity.one
    var values = Values.file

    enum Arity: Sendable { case one, optional, oneOrMore, any }
    /// What completions offer.
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

  /// A call, and what it does.
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

    /// What stands behind the name.
    enum Value: Sendable {
      case none
      case text(String)
      /// A text; the option may be given several times.
      case texts(String)
      case number(String)
      case folder(String)
      case file(String)
      case word([String])
    }

    /// The name and its value as they are typed.
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

  /// The options of every verb.
  static let commonOptions = [
    Option("color", .word(Session.ColorChoice.allCases.map(\.rawValue)), "whether to use colours"),
    Option("quiet", "print only the result and errors"),
    Option("verbose", "print every step"),
    Option("help", "print this help"),
  ]

  /// All options, those of every verb last.
  var allOptions: [Option] { options + Self.commonOptions }

  /// `armature validate [options] <model> [<data>...]`
  var usage: String {
    (["armature", name, "[options]"] + operands.map(\.usage)).joined(separator: " ")
  }
}

extension Verb.Option {
  /// The option of verbs that write files.
  static let dryRun = Verb.Option(
    "dry-run", "list the files that would be written, and write nothing")

  /// The option of verbs that can be carried out again and again.
  static let watch = Verb.Option("watch", "check again whenever a file changes")

  /// An option that takes no value.
  init(_ name: String, _ help: String) { self.init(name, .none, help) }
}
