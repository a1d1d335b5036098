public import Armature
import ArmatureSQLite
import ArmatureTools

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The command-line tool `armature`. A program can also run the tool with a model that is compiled into the program.
public enum ArmatureTool {
  /// The version of the package, in semantic versioning.
  static let version = LibraryVersion.current

  /// Runs the command that the arguments of the process name, and then exits the process with its status.
  ///
  /// If you pass a model, the arguments name a command that needs a model, such as `validate`.
  public static func main(model: ManagedObjectModel? = nil) -> Never {
    let session = processSession(model: model)
    withExtendedLifetime(session) { endProcess(run(session).rawValue) }
  }

  /// Returns a session with this process's arguments, environment and outputs.
  static func processSession(model: ManagedObjectModel? = nil) -> Session {
    // A closed pipe and the file size limit become write errors, instead of ending the process.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    Interruption.listen()
    var variables = ProcessText.variables
    let program = ModelProgram(taking: &variables)
    return Session(
      arguments: program?.arguments ?? Array(ProcessText.arguments.dropFirst()),
      variables: variables, result: Output(descriptor: program?.resultDescriptor ?? 1),
      talk: Output(descriptor: 2), model: model)
  }

  /// Runs the command that the arguments name, and converts each error to a message and a status.
  static func run(_ session: Session) -> ExitStatus {
    let status: ExitStatus
    do {
      status = try perform(session)
    } catch let error as CommandError {
      if !error.message.isEmpty { session.complain(error.message) }
      status = error.status
    } catch let error as FileReadError {
      if case .tooLarge(let limit) = error.reason {
        session.complain("\(error.path) must have at most \(limit) bytes, but has more.")
        status = .badData
      } else {
        session.complain("\(error)")
        status = .noInput
      }
    } catch let error as ModelError {
      session.complain("\(error)")
      status = .badData
    } catch {
      if let error = CommandError(ofStore: error) {
        session.complain(error.message)
        status = error.status
      } else {
        session.complain("The command has a defect. Please report it with this error: \(error)")
        status = .bug
      }
    }
    // The process exits without freeing the stores' owners.
    for store in session.stores { store.closeConnections() }
    return finish(session, status)
  }

  /// Flushes the outputs and reports a write error.
  static func finish(_ session: Session, _ status: ExitStatus) -> ExitStatus {
    session.result.flush()
    session.talk.flush()
    guard session.result.failure != 0 else { return status }
    if session.result.failure != EPIPE {  // who closed the pipe knows
      session.complain(
        "The result must be written, but the system says "
          + "“\(String(cString: strerror(session.result.failure)))”.")
    }
    return .inputOutput
  }

  /// Prints a warning if the model differs from the JSON Schema from which it was imported.
  private static func warnAboutSchema(_ call: Call) {
    guard let issues = call.session.schema?.issues, !issues.isEmpty else { return }
    call.session.warn(
      "\(call.modelPath.shown) has \(issues.count) \(issues.count == 1 ? "part" : "parts") that a "
        + "model expresses differently, or not at all. To list them, run "
        + "\(call.command("check", [])).")
  }

  private static func perform(_ session: Session) throws -> ExitStatus {
    guard let name = session.arguments.first else {
      session.talk.line(HelpText.overview(of: .armature))
      return .usage
    }
    if name == "--help" || name == "-h" {
      session.result.line(HelpText.overview(of: .armature))
      return .success
    }
    if name == "--version" {
      session.result.line("armature \(version)")
      return .success
    }
    let verb = try CommandTable.armature.verb(name)
    let call = try Call(verb, of: .armature, Array(session.arguments.dropFirst()), session)
    if call.has("help") {
      session.result.line(HelpText.text(verb))
      return .success
    }
    if call.has(Verb.Option.watch.name) { return try Watch(call).run() }
    switch verb.work {
    case .alone(let work): return try work(call)
    case .withModel(let work, let reportIssues):
      if call.modelPath == "-", call.operand("store") != nil {
        return try work(StoreLocation(call).keptModel(), call)
      }
      let file = try ModelFile(call.modelPath, call)
      let model: ManagedObjectModel
      do {
        guard let found = try file.modelOfThisProcess() else { try file.handOver(call) }
        model = found
        if verb.name != Verb.check.name { warnAboutSchema(call) }
      } catch let error as ModelError {
        guard let reportIssues else { throw error }
        return try reportIssues(error, call)
      }
      return try work(model, call)
    }
  }
}

extension CommandTable {
  /// All commands of `armature`.
  static let armature = CommandTable(
    summary: "Runs scripts with a model, validates data, checks models, and queries stores.",
    verbs: [
      .run, .validate, .sample, .check, .audit, .describe, .diagram, .schema, .inspect, .diff,
      .store, .load, .query, .export, .migrate, .history, .importing, .generate, .initialize,
      .install, .completions, .manual, .help,
    ],
    examples: Verb.run.examples + Verb.validate.examples)
}

/// Reports an error of a model file that exits before it has created the model.
enum ModelFailure {
  static func report(_ error: any Error, in path: String, _ session: Session) -> ExitStatus {
    if let error = error as? ModelError, let name = session.arguments.first,
      let verb = CommandTable.armature[name], case .withModel(_, let reportIssues?) = verb.work,
      let call = try? Call(verb, of: .armature, Array(session.arguments.dropFirst()), session),
      let status = try? reportIssues(error, call)
    {
      return ArmatureTool.finish(session, status)
    }
    session.complain("\(error)")
    return .badData
  }
}

#if os(Linux)
  /// Exits the process if a script throws an error. The message is printed without a trap.
  ///
  /// The linker uses this function in place of the runtime's handler for uncaught errors. That handler prints the same
  /// message and then dumps core.
  @_silgen_name("__wrap_swift_errorInMain")
  public func endScript(_ error: any Error) -> Never {
    let isModelProgram = ModelProgram.isThisProcess
    let session = ArmatureTool.processSession()
    let path = ProcessText.arguments.first ?? ""
    guard isModelProgram else {
      session.complain("\(error)")
      endProcess(ExitStatus.findings.rawValue)
    }
    endProcess(ModelFailure.report(error, in: path, session).rawValue)
  }
#endif
