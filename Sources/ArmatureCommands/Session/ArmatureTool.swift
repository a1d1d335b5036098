public import Armature

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The command `armature`, and the same command with a model compiled into it.
public enum ArmatureTool {
  /// The version of the package, by the rules of semantic versioning.
  static let version = "0.1.0"
  /// The variable that tells a program with a model where its result goes, as the user's own output
  /// must not get into it.
  static let resultVariable = "ARMATURE_RESULT"
  /// The variable with an empty folder that a program with a model removes as a sign that it was reached.
  static let signVariable = "ARMATURE_SIGN"
  /// The descriptor that a program with a model gets for its result.
  static let resultDescriptor: Int32 = 64

  /// The beginning of the variables with the arguments of a program with a model; a number follows.
  ///
  /// The arguments of the process itself are seen by the code of the file, too, which may be a script
  /// that would take them for its own.
  static let argumentVariable = "ARMATURE_ARGUMENT_"

  /// Carries out what the arguments of the command say, and ends the process with the exit status.
  ///
  /// With a model, they are those of a verb that takes one, such as `validate`.
  public static func main(model: ManagedObjectModel? = nil) -> Never {
    let session = processSession(model: model)
    withExtendedLifetime(session) { endProcess(run(session).rawValue) }
  }

  /// The arguments, variables and outputs of this process.
  static func processSession(model: ManagedObjectModel? = nil) -> Session {
    // A reader who leaves is an error of writing, and not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    Interruption.listen()
    var variables = ProcessText.variables
    func take(_ name: String) -> String? {
      unsetenv(name)
      return variables.removeValue(forKey: name)
    }
    var arguments = Array(ProcessText.arguments.dropFirst())
    let descriptor = take(resultVariable).flatMap { Int32($0) }
    if descriptor != nil {
      if let sign = take(signVariable) { rmdir(sign) }
      arguments = []
      while let argument = take("\(argumentVariable)\(arguments.count)") {
        arguments.append(argument)
      }
    }
    return Session(
      arguments: arguments, variables: variables, result: Output(descriptor: descriptor ?? 1),
      talk: Output(descriptor: 2), model: model)
  }

  /// Carries out what the arguments say; every error becomes a sentence and a status.
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
      session.complain("This should not happen, so it is a mistake in armature: \(error)")
      status = .bug
    }
    return finish(session, status)
  }

  /// Writes what is left to write, and tells if that fails.
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

  private static func perform(_ session: Session) throws -> ExitStatus {
    guard let name = session.arguments.first else {
      session.talk.line(HelpText.overview)
      return .usage
    }
    if name == "--help" || name == "-h" {
      session.result.line(HelpText.overview)
      return .success
    }
    if name == "--version" {
      session.result.line("armature \(version)")
      return .success
    }
    let verb = try CommandTable.verb(name)
    let call = try Call(verb, Array(session.arguments.dropFirst()), session)
    if call.has("help") {
      session.result.line(HelpText.text(verb))
      return .success
    }
    return try verb.body(call)
  }
}

#if os(Linux)
  /// Ends the process when a script throws: a sentence instead of a trap.
  ///
  /// The linker puts it in the place of the function of the runtime that scripts call with what they
  /// throw and do not catch; that one prints the same, and then dumps core.
  @_silgen_name("__wrap_swift_errorInMain")
  public func endScript(_ error: any Error) -> Never {
    let isModelProgram = getenv(ArmatureTool.resultVariable) != nil
    let session = ArmatureTool.processSession()
    let path = ProcessText.arguments.first ?? ""
    guard isModelProgram else {
      session.complain(ScriptPath(path).located("\(error)"))
      endProcess(ExitStatus.findings.rawValue)
    }
    endProcess(ModelFailure.report(error, in: path, session).rawValue)
  }
#endif

/// Ends this process; what C has not written yet is.
func endProcess(_ status: Int32) -> Never { exit(status) }
