import Armature
import ArmatureTools

/// A file with a model. It is Swift that declares a model at its top level, a model as JSON, or a JSON Schema.
struct ModelFile {
  let path: String
  /// The name of the model's variable.
  let name: String
  private let compiler: ScriptCompiler
  private let session: Session

  /// The options of each command that takes a model file.
  static let options = [
    Verb.Option(
      "model", .text("name"), "the variable that contains the model (default: \"model\")"),
    ScriptCompiler.option,
  ]
  static let help = "a Swift file that declares a model, a model as JSON, or a JSON Schema"

  /// Creates the model file for an operand.
  init(_ path: String, _ call: Call) throws {
    self.path = path
    session = call.session
    compiler = ScriptCompiler(call)
    name = call["model"] ?? "model"
    // The name becomes code, so only identifiers separated by dots are allowed.
    let isName = name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.first?.isNumber == false
        && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    if !isName {
      throw call.wrong(
        "--model must be the name of a variable, but is \"\(name.shown)\".")
    }
  }

  /// Returns the model if this process has it. It may be compiled into the process, or be in the file as JSON.
  /// Otherwise returns `nil`.
  func modelOfThisProcess() throws -> ManagedObjectModel? {
    if let model = session.model { return model }
    session.schema = try schema()
    return try session.schema?.model ?? modelOfText()
  }

  /// Returns the JSON Schema in the file; `nil` if the file is not a schema.
  private func schema() throws -> JSONSchemaModel? {
    guard path.pathEnding == "json",
      JSONSchemaModel.isSchema(JSONText(try Files.read(path), name: path))
    else { return nil }
    return try JSONSchemaModel(contentsOf: path)
  }

  /// Passes the call to the program that was compiled from the file and contains the model. Then exits with the status
  /// of the program.
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

  /// Returns the arguments with another value for an option.
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

  /// Returns the model without closures. A model that is declared in Swift comes from another process.
  func description() throws -> ManagedObjectModel {
    if let model = try schema()?.model ?? modelOfText() { return model }
    let (status, output) = try runProgram(
      ["describe", path, "--format", "json"], capturing: [ModelProgram.resultDescriptor],
      redirecting: [])
    // The other process has reported the error.
    if status != 0 { throw CommandError(ExitStatus(rawValue: status) ?? .badData, "") }
    return try ModelText(Array(output.utf8), path: path).model()
  }

  /// Runs the file with a call of the command appended.
  ///
  /// The code of the file can exit before it reaches the call, even with a status of success. The call therefore
  /// removes a folder, which shows that the call was reached.
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

  /// Returns the environment variables that pass the arguments and the descriptor of the result to the program.
  private func variables(for arguments: [String], sign: String) -> [String: String] {
    var variables = session.variables
    #if os(Linux)
      // With hundreds of thousands of objects, pages of 2 MB reduce the time for a file of 24 MB by a fifth.
      variables["GLIBC_TUNABLES"] = variables["GLIBC_TUNABLES"] ?? "glibc.malloc.hugetlb=1"
    #endif
    return variables.merging(ModelProgram.variables(for: arguments, sign: sign)) { $1 }
  }

  /// The call appended to the file, which passes the model to the commands.
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
