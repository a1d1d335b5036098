import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file with a model: Swift that declares one at its top level, or a model as JSON.
struct ModelFile {
  let path: String
  /// The variable that has the model.
  let name: String
  let session: Session

  /// The option that names the variable.
  static let option = Verb.Option(
    "model", .text("name"), "the variable that has the model; \"model\" unless given")
  static let help = "a Swift file that declares a model, or a model as JSON"

  /// The file that an operand names.
  init(_ path: String, _ call: Call) throws {
    self.path = path
    session = call.session
    name = call["model"] ?? "model"
    // It becomes code: a name, or names with dots between them.
    let isName = name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.first?.isNumber == false
        && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    if !isName {
      throw call.wrong(
        "--model must be the name of a variable, but is \"\(name.displayEscaped())\".")
    }
  }

  /// The model; for a Swift file, this process becomes one that has it and starts the verb again.
  func model() throws -> ManagedObjectModel {
    if let model = session.model { return model }
    if path.pathEnding == "json" { return try decoded(Files.read(path)) }
    let script = try Script(path)
    try explainingMissingModel(in: script) {
      try ScriptCompiler(session: session).run(
        script, appending: code, [path],
        redirecting: [(ArmatureTool.resultDescriptor, 1), (1, 2)],
        variables: variables(for: session.arguments))
    }
  }

  /// The model without its closures, fetched from another process where it is declared in Swift.
  func description() throws -> ManagedObjectModel {
    if path.pathEnding == "json" { return try decoded(Files.read(path)) }
    let script = try Script(path)
    let program = try explainingMissingModel(in: script) {
      try ScriptCompiler(session: session).program(of: script, appending: code)
    }
    defer { for folder in program.temporaryFolders { Files.remove(folder) } }
    let (status, output) = try ChildProcess.run(
      program.path, [path], capturing: [ArmatureTool.resultDescriptor], redirecting: [(1, 2)],
      variables: variables(for: ["describe", path, "--format", "json"]))
    // What is wrong was said by the other process.
    if status != 0 { throw CommandError(ExitStatus(rawValue: status) ?? .badData, "") }
    return try decoded(Array(output.utf8))
  }

  /// What tells the program of the file what to do, and where its result goes.
  private func variables(for arguments: [String]) -> [String: String] {
    var variables = session.variables
    variables[ArmatureTool.resultVariable] = "\(ArmatureTool.resultDescriptor)"
    for (index, argument) in arguments.enumerated() {
      variables["\(ArmatureTool.argumentVariable)\(index)"] = argument
    }
    return variables
  }

  private func decoded(_ bytes: [UInt8]) throws -> ManagedObjectModel {
    do {
      return try JSONDecoder().decode(ManagedObjectModel.self, from: Data(bytes))
    } catch let error as DecodingError {
      throw CommandError(
        .badData, "\(path.displayEscaped()) must be a model as JSON, but is not: \(error)")
    }
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
        ? "Another name can be chosen with --model."
        : "It declares \(others.joined(separator: ", ")): choose with --model \(others[0])."
      throw CommandError(
        .badData,
        "\(script.path.displayEscaped()) must declare a top-level variable \"\(name)\" that is a "
          + "ManagedObjectModel, but does not. \(remedy)")
    }
  }
}

/// What is said when a file of a model ends with an error before there is a model.
enum ModelFailure {
  static func report(_ error: any Error, _ session: Session) -> ExitStatus {
    if let error = error as? ModelError, session.arguments.first == "check",
      let call = try? Call(.check, Array(session.arguments.dropFirst()), session),
      let status = try? ModelCheck(call).report(error.issues, warnings: [])
    {
      return ArmatureTool.finish(session, status)
    }
    session.complain("\(error)")
    return .badData
  }
}
