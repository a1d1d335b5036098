import Armature

/// A file with a model: Swift that declares one at its top level, or a model as JSON.
struct ModelFile {
  let path: String
  /// The variable that has the model.
  let name: String
  private let compiler: ScriptCompiler
  private let session: Session

  /// The options of each verb that takes such a file.
  static let options = [
    Verb.Option(
      "model", .text("name"), "the variable that contains the model (default: \"model\")"),
    ScriptCompiler.option,
  ]
  static let help = "a Swift file that declares a model, or a model as JSON"

  /// The file that an operand names.
  init(_ path: String, _ call: Call) throws {
    self.path = path
    session = call.session
    compiler = ScriptCompiler(call)
    name = call["model"] ?? "model"
    // It becomes code: a name, or names with dots between them.
    let isName = name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.first?.isNumber == false
        && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    if !isName {
      throw call.wrong(
        "--model must be the name of a variable, but is \"\(name.shown)\".")
    }
  }

  /// The model, where this process has it: it is compiled into it, or stands in the file as JSON.
  func modelOfThisProcess() throws -> ManagedObjectModel? { try session.model ?? modelOfText() }

  /// Hands the call over to the program that the file becomes, which has the model, and ends as that does.
  func handOver(_ call: Call) throws -> Never {
    session.result.flush()
    var arguments = session.arguments
    var folder: TemporaryFolder?
    if let older = call["against"], older.pathEnding != "json" {
      // The program cannot compile another script.
      let made = try TemporaryFolder(in: session.temporaryFolder)
      folder = made
      let path = made.path.appendingPath("older.json")
      try Files.write(try JSONForm.text(ModelFile(older, call).description()) + "\n", to: path)
      arguments = Self.arguments(arguments, with: path, for: "--against")
    }
    let (status, _) = try runProgram(
      arguments, capturing: [], redirecting: [(ModelProgram.resultDescriptor, 1)])
    folder?.remove()
    endProcess(status)
  }

  /// Arguments with another value of an option.
  private static func arguments(
    _ arguments: [String], with value: String, for option: String
  ) -> [String] {
    var (result, rest) = ([String](), arguments[...])
    while let argument = rest.popFirst() {
      if argument == "--" { return result + [argument] + rest }
      if argument == option {
        result += [argument, value]
        rest = rest.dropFirst()
      } else {
        result.append(argument.hasPrefix(option + "=") ? "\(option)=\(value)" : argument)
      }
    }
    return result
  }

  private func modelOfText() throws -> ManagedObjectModel? {
    guard path.pathEnding == "json" else { return nil }
    return try ModelText(Files.read(path), path: path).model()
  }

  /// The model without its closures, fetched from another process where it is declared in Swift.
  func description() throws -> ManagedObjectModel {
    if let model = try modelOfText() { return model }
    let (status, output) = try runProgram(
      ["describe", path, "--format", "json"], capturing: [ModelProgram.resultDescriptor],
      redirecting: [])
    // What is wrong was said by the other process.
    if status != 0 { throw CommandError(ExitStatus(rawValue: status) ?? .badData, "") }
    return try ModelText(Array(output.utf8), path: path).model()
  }

  /// Runs the file with a call of a verb at its end.
  ///
  /// A file may end before it gets there, perhaps with a status of success; so the verb leaves a sign
  /// that it was reached.
  private func runProgram(
    _ arguments: [String], capturing captures: [Int32],
    redirecting redirections: [ChildProcess.Redirection]
  ) throws -> (status: Int32, output: String) {
    let script = try Script(path)
    let program = try explainingMissingModel(in: script) {
      try compiler.program(of: script, appending: code)
    }
    let sign = try TemporaryFolder(in: session.temporaryFolder)
    defer { sign.remove() }
    let (status, output) = try compiler.runToEnd(
      program, of: script, appending: code, [path], capturing: captures,
      redirecting: redirections + [(1, 2)], variables: variables(for: arguments, sign: sign.path))
    guard FileStatus(sign.path) == nil else {
      throw CommandError(
        .badData,
        "\(script.path.shown) must run to its end, where its model is read, but exited before "
          + "with \(status).")
    }
    return (status, output)
  }

  /// What tells the program of the file what to do, and where its result goes.
  private func variables(for arguments: [String], sign: String) -> [String: String] {
    var variables = session.variables
    #if os(Linux)
      // Objects by the hundred thousand on pages of 2 MB: a fifth less time for a file of 24 MB.
      variables["GLIBC_TUNABLES"] = variables["GLIBC_TUNABLES"] ?? "glibc.malloc.hugetlb=1"
    #endif
    return variables.merging(ModelProgram.variables(for: arguments, sign: sign)) { $1 }
  }

  /// The call at the end of the file that hands the model to the verbs.
  private var code: String {
    """

    #sourceLocation(file: "armature", line: 1)
    import ArmatureCommands
    ArmatureTool.main(model: \(name))

    """
  }

  private func explainingMissingModel<Result>(
    in script: Script, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch is ScriptCompiler.AppendedCodeError {
      let others = script.modelNames.filter { $0 != name }
      let remedy =
        others.isEmpty
        ? "Use --model to choose another name."
        : "It declares \(others.joined(separator: ", ")): use --model \(others[0])."
      throw CommandError(
        .badData,
        "\(script.path.shown) must declare a top-level variable \"\(name)\" that is a "
          + "ManagedObjectModel, but does not. \(remedy)")
    }
  }
}
