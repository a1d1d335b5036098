import Armature

/// A command with the options and operands of a call.
struct Call {
  let verb: Verb
  /// All commands, for help and completions.
  let table: CommandTable
  let session: Session
  private(set) var operands: [String] = []
  /// The values of options. Only ``Verb/Option/Value/texts(_:)`` uses more than the last one.
  private var values: [String: [String]] = [:]

  /// Returns whether an option was given.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// Returns an operand; `nil` if it was omitted.
  func operand(_ name: String) -> String? { operands(from: name).first }

  /// Returns an operand and all that follow it.
  func operands(from name: String) -> ArraySlice<String> {
    let position = verb.operands.firstIndex { $0.name == name } ?? operands.count
    return operands.dropFirst(position)
  }

  /// The path of the model, for a command that takes one.
  var modelPath: String { operand("model") ?? "" }

  /// The value of an option.
  subscript(option: String) -> String? { values[option]?.last }

  /// Returns the values of an option that can be repeated.
  func all(_ option: String) -> [String] { values[option] ?? [] }

  /// Returns the value of a numeric option, which the parser has validated.
  func number(_ option: String) -> Int? { self[option].flatMap { Int($0) } }

  /// Parses the arguments that follow the name of the command.
  ///
  /// Options may be anywhere, as `--name value` or `--name=value`. All arguments after `--` are operands.
  ///
  /// - Throws: ``CommandError`` if an argument is invalid for the command.
  init(
    _ verb: Verb, of table: CommandTable, _ arguments: [String], _ session: Session
  ) throws {
    self.verb = verb
    self.table = table
    self.session = session
    var rest = arguments[...]
    var readsOptions = true
    while let argument = rest.popFirst() {
      if verb.passesOn && !operands.isEmpty {
        operands += [argument] + rest
        break
      }
      if !readsOptions || !argument.hasPrefix("-") || argument == "-" {
        operands.append(argument)
      } else if argument == "--" {
        readsOptions = false
      } else {
        try readOption(argument, &rest)
      }
    }
    // Help does not require operands.
    if !has("help") { try checkOperands() }
    session.color = self["color"].flatMap(Session.ColorChoice.init) ?? session.color
    if has("quiet") && has("verbose") {
      throw wrong("--quiet and --verbose cannot be used together.")
    }
    if has("quiet") { session.loudness = .quiet }
    if has("verbose") { session.loudness = .verbose }
  }

  /// The short names of options.
  private static let shortNames = ["-h": "--help", "-o": "--output"]

  private mutating func readOption(_ argument: String, _ rest: inout ArraySlice<String>) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let written = Self.shortNames[argument] ?? String(parts[0])
    guard let option = verb.allOptions.first(where: { "--" + $0.name == written }) else {
      if written == "--key", verb.options.contains(where: { $0.name == "key-file" }) {
        throw wrong(
          "--key would show the key to other users, who can see the arguments of a call, and keep it in the history of "
            + "the shell. Write it to a file that only you can read, and name the file: --key-file. Or use the variable "
            + "ARMATURE_KEY.")
      }
      if let option = verb.allOptions.first(where: { $0.takes(written.dropFirst(2)) }) {
        throw wrong(
          "\"\(written.shown)\" is not an option of \(verb.name). Did you mean \"--\(option.name)"
            + " \(written.dropFirst(2))\"?")
      }
      throw wrong(
        Suggestion.text(
          written, "is not an option of \(verb.name)",
          among: verb.allOptions.map { "--" + $0.name }))
    }
    if case .none = option.value {
      if parts.count > 1 { throw wrong("\(written) takes no value.") }
      values[option.name] = [""]
      return
    }
    guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
      throw wrong("\(written) must have a value: \(option.usage).")
    }
    switch option.value {
    case .word(let words) where !words.contains(value):
      throw wrong(
        Suggestion.text(value, "is not a value of \(written)", among: words)
          + " It takes \(words.joined(separator: ", ")).")
    case .number where Int(value).map({ $0 < 0 }) ?? true:
      throw wrong(
        "\(written) must be a whole number of at least 0, but is \"\(value.shown)\".")
    case .texts: values[option.name, default: []].append(value)
    default: values[option.name] = [value]
    }
  }

  private func checkOperands() throws {
    let least = verb.operands.count { $0.arity == .one || $0.arity == .oneOrMore }
    if operands.count < least {
      throw wrong("\(verb.name) must have <\(verb.operands[operands.count].name)>.")
    }
    let isBounded = verb.operands.allSatisfy { $0.arity == .one || $0.arity == .optional }
    if isBounded && !verb.passesOn && operands.count > verb.operands.count {
      throw wrong(
        "\(verb.name) takes \(verb.operands.count == 0 ? "no" : "\(verb.operands.count)") "
          + "argument\(verb.operands.count == 1 ? "" : "s"), but there is also "
          + "\"\(operands[verb.operands.count].shown)\".")
    }
  }

  /// Returns a usage error that refers to the help.
  func wrong(_ message: String) -> CommandError {
    CommandError(.usage, "\(message) \"armature help \(verb.name)\" says more.")
  }
}

extension Verb.Option {
  /// Returns whether a word is one of the values.
  fileprivate func takes(_ word: Substring) -> Bool {
    if case .word(let words) = value { words.contains(String(word)) } else { false }
  }
}

extension Call {
  /// Returns a command line that the user can run, with the options of this call that its model needs.
  ///
  /// - Parameter model: The path of the model; by default, the model of this call.
  func command(_ verb: String, model: String? = nil, _ operands: [String]) -> String {
    let model = model ?? modelPath
    var words = verb.split(separator: " ").map(String.init)
    if let name = self["model"], model == modelPath, model != "-", model.pathEnding != "json" {
      words += ["--model", name.shellWord]
    }
    words += ([model] + operands).map { operand in
      // A path that begins with a hyphen would be read as an option.
      (operand.hasPrefix("-") && operand != "-" ? "./" + operand : operand).shown.shellWord
    }
    return "armature " + words.joined(separator: " ")
  }
}

extension Verb.Option {
  /// The options of commands that can write their result to a file.
  static let output = [
    Verb.Option(
      "output", .file("file"),
      "write to this file, and print its path; or -o; - is standard output"), .dryRun,
  ]
}

extension Call {
  /// The file for the result; `nil` for the standard output.
  var outputPath: String? { self["output"].flatMap { Self.ownOutput.contains($0) ? nil : $0 } }

  /// The names of the standard output. In a model program, the result has another descriptor.
  private static let ownOutput = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]

  /// Throws an error if the output would overwrite an input file, or would be in an input folder.
  private func checkIsNoSource(_ path: String) throws {
    guard FileStatus(path)?.kind == .file, let target = path.resolvedPath else { return }
    for source in operands + sourceOptions.compactMap({ self[$0] }) {
      guard let source = source.resolvedPath else { continue }
      if target == source || target.hasPrefix(source.appendingPath("")) {
        throw wrong("--output must be another file than the input \(path.shown).")
      }
    }
  }

  /// The options that name further inputs.
  private var sourceOptions: [String] { ["core-data", "against"] }

  /// Writes the result to the file in the option `output`.
  ///
  /// - Parameter printsPath: Whether to print the path. A command with a report prints the report instead.
  /// - Throws: ``CommandError`` if the file cannot be written.
  func writeOutput(_ text: String, printsPath: Bool = true) throws {
    guard let path = outputPath else { return session.result.write(text) }
    try checkIsNoSource(path)
    if has("dry-run") {
      try Files.checkWriting(to: path)
    } else {
      try Files.write(text, to: path)
    }
    if printsPath { session.result.line(path: path) }
  }
}
